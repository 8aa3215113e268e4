// Storage for cached code, in files in Node and a database in browsers: the exports for other rooms.

export type { FileSystem } from "./file-store.js";
export { hostStore } from "./host-store.js";
