// Parts of the runtime that only some images need. Exports what other rooms may import.

export { globals, pointers, printing, privateCopies } from "./image-parts.js";
