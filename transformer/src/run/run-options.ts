// Compiler options of `lanewise run`: the project's own, except those about written files or a newer language than
// Node's.

import type ts from "typescript-6";
import type { TypeScript } from "../compile.js";

const forRunning: ts.CompilerOptions = {
  noEmit: false,
  noEmitOnError: false,
  // Installed declarations do not decide whether a program can run; `check` and `build` check them.
  skipLibCheck: true,
  emitDeclarationOnly: false,
  declaration: false,
  declarationMap: false,
  isolatedDeclarations: false,
  composite: false,
  incremental: false,
  sourceMap: false,
  inlineSourceMap: true,
  inlineSources: false,
};

const aboutOutputFiles = [
  "declarationDir",
  "mapRoot",
  "outDir",
  "outFile",
  "rootDir",
  "sourceRoot",
  "tsBuildInfoFile",
] as const satisfies readonly (keyof ts.CompilerOptions)[];

export function optionsForRun(typescript: TypeScript, project: ts.CompilerOptions): ts.CompilerOptions {
  const options: ts.CompilerOptions = { ...project, ...forRunning, ...runnableTarget(typescript, project) };
  for (const name of aboutOutputFiles) delete options[name];
  return options;
}

/** Compiles `using` and decorators for Node, not all of whose versions have them; the library stays esnext's. */
function runnableTarget(typescript: TypeScript, { target, lib }: ts.CompilerOptions): ts.CompilerOptions {
  const { ESNext, ES2025 } = typescript.ScriptTarget;
  if (target !== ESNext) return {};
  return { target: ES2025, lib: lib ?? [typescript.getDefaultLibFileName({ target: ESNext })] };
}
