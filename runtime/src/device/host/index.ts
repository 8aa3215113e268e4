// The "host" device, with generated JavaScript or the interpreter: the exports for other rooms.

export { compileForHost } from "./host.js";
export type { JavaScriptTarget } from "./javascript.js";
