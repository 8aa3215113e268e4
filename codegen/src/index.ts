// The public surface of @lanewise/codegen.

export type * from "./program.js";
