// How the compiler makes programs of its own from one that it was given, past those who replace TypeScript's createProgram.

import type ts from "typescript-6";
import type { TypeScript } from "./pass-context.js";

/** ts-patch replaces createProgram by one that runs the plugins again, and keeps the true one under this name. */
export function unpatchedCreateProgram(typescript: TypeScript): (options: ts.CreateProgramOptions) => ts.Program {
  const patched: TypeScript & { originalCreateProgram?: TypeScript["createProgram"] } = typescript;
  return patched.originalCreateProgram ?? typescript.createProgram;
}
