// Where generated code is cached: files in Node, a database in browsers. What other rooms may import of it.

export type { FileSystem } from "./file-store.js";
export { hostStore } from "./host-store.js";
