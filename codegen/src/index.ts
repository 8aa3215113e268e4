// The public surface of @lanewise/codegen.

export { compileJavaScript } from "./js/compile.js";
export type * from "./program.js";
export { compileWasm, printWat } from "./wasm/compile.js";
