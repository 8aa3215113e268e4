// Generated code that is cached between runs. What other rooms may import of it.

export type { CodeStore, KeptFile } from "./code-store.js";
export { loadingOf, type Origin, originOf } from "./kept.js";
export { type KeptDivision, keptDivision } from "./kept-division.js";
export { keptProgram } from "./kept-program.js";
