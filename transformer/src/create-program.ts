// Creates the compiler's own programs, bypassing hooks on TypeScript's createProgram.

import type ts from "typescript-6";
import type { TypeScript } from "./pass-context.js";

/** ts-patch replaces createProgram by one that runs the plugins again, and keeps the original under this name. */
export function unpatchedCreateProgram(typescript: TypeScript): (options: ts.CreateProgramOptions) => ts.Program {
  const patched: TypeScript & { originalCreateProgram?: TypeScript["createProgram"] } = typescript;
  return patched.originalCreateProgram ?? typescript.createProgram;
}
