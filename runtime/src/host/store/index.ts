// Storage for cached code: files in Node, a database in browsers. Exports what other rooms may import.

export type { FileSystem } from "./file-store.js";
export { hostStore } from "./host-store.js";
