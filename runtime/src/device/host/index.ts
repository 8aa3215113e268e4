// The "host" device: generated JavaScript, or the interpreter. Exports what other rooms may import.

export { compileForHost } from "./host.js";
export type { JavaScriptTarget } from "./javascript.js";
