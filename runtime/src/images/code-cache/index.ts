// The cache of generated code between runs: the exports for other rooms.

export type { CodeStore, KeptFile } from "./code-store.js";
export { loadingOf, type Origin, originOf } from "./kept.js";
export { type KeptDivision, keptDivision } from "./kept-division.js";
export { keptProgram } from "./kept-program.js";
