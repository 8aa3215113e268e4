// The front end's pass list: a TypeScript program in, edits, images and diagnostics out. Placeholder signature until the
// passes land; adapters are written against it.

import type ts from "typescript-6";
import type { Compilation } from "./compilation.js";

/** The TypeScript API the host brought (ours or its own): the compiler never imports one itself. */
export type TypeScript = typeof ts;

export function compileProgram(_ts: TypeScript, _program: ts.Program): Compilation {
  return { files: new Map(), diagnostics: [] };
}
