// The compiler beside a language service: compiles the service's current program on request, and only what an edit affects (decision
// 0027); between edits the result stays the same.

import type ts from "typescript-6";
import type { Compilation } from "../compilation.js";
import { compileProgram, type TypeScript } from "../compile.js";
import { createMemory } from "../watch/compiler-memory.js";
import type { EditedProject } from "./editor-service.js";

export interface Compiled {
  readonly program: ts.Program;
  readonly compilation: Compilation;
}

export interface ProjectCompiler {
  /**
   * Compiles; undefined if the service has no program. Throws TypeScript's OperationCanceledException when the editor has a newer request; the
   * results so far are cached.
   */
  compiled(): Compiled | undefined;
}

export function createProjectCompiler(typescript: TypeScript, { service, host }: EditedProject): ProjectCompiler {
  // Shows what the project's bundler will report.
  const memory = createMemory(true);
  let last: { readonly program: ts.Program; readonly result: () => Compiled } | undefined;
  const stopIfCancelled = (): void => {
    const isCancelled = host.getCancellationToken?.().isCancellationRequested();
    if (isCancelled) throw new typescript.OperationCanceledException();
  };
  const compile = (program: ts.Program): (() => Compiled) => {
    try {
      // Code for given engines is left to the build, since generating it takes long.
      const compilation = compileProgram(typescript, program, { targets: ["ir"] }, memory, stopIfCancelled);
      return () => ({ program, compilation });
    } catch (error) {
      if (error instanceof typescript.OperationCanceledException) throw error;
      return () => {
        throw error;
      };
    }
  };
  return {
    compiled() {
      const program = service.getProgram();
      if (!program) return undefined;
      if (last?.program !== program) last = { program, result: compile(program) };
      return last.result();
    },
  };
}
