// `lanewise build --watch`: builds one project whenever its files change, with TypeScript's own watching compiler.

import type ts from "typescript-6";
import type { TypeScript } from "../../compile.js";
import type { CompileAgain } from "../build-arguments.js";
import { createKernelPrograms, createReporter } from "./kernel-programs.js";

/** Runs until the process ends. */
export function watchProject(
  typescript: TypeScript,
  compile: CompileAgain,
  project: string,
  overrides: ts.CompilerOptions,
): undefined {
  const host = typescript.createWatchCompilerHost(
    project,
    overrides,
    typescript.sys,
    createKernelPrograms(typescript, compile),
    createReporter(typescript, overrides),
  );
  typescript.createWatchProgram(host);
}
