// The public surface of @lanewise/codegen.

export type * from "./program.js";
export { compileWasm, printWat } from "./wasm/compile.js";
