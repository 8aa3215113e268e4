// The "host" device: generated JavaScript, or the interpreter. What other rooms may import of it.

export { compileForHost } from "./host.js";
export type { JavaScriptTarget } from "./javascript.js";
