// Parts of the runtime that only some images need. What other rooms may import of it.

export { globals, pointers, printing, privateCopies } from "./image-parts.js";
