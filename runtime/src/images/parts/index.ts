// Parts of the runtime that only some images need: the exports for other rooms.

export { globals, pointers, printing, privateCopies } from "./image-parts.js";
