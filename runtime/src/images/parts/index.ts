// Parts of the runtime that only some images need: the exports for other rooms.

export { globals, links, pointers, printing, privateCopies } from "./image-parts.js";
export type { linkPart } from "./links.js";
