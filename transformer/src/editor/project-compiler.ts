// The compiler beside a language service: what it says of the program that the service has now. It compiles when it is asked, and what an
// edit affects (decision 0027); between two edits everybody gets the same answer.

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
   * Undefined where the service has no program. Throws TypeScript's OperationCanceledException when the editor wants something else first; what has
   * been made until then is kept.
   */
  compiled(): Compiled | undefined;
}

export function createProjectCompiler(typescript: TypeScript, { service, host }: EditedProject): ProjectCompiler {
  // It shows what the bundler of the project will say.
  const memory = createMemory(true);
  let last: { readonly program: ts.Program; readonly result: () => Compiled } | undefined;
  const stopIfCancelled = (): void => {
    const isCancelled = host.getCancellationToken?.().isCancellationRequested();
    if (isCancelled) throw new typescript.OperationCanceledException();
  };
  const compile = (program: ts.Program): (() => Compiled) => {
    try {
      // Code for given engines is the build's business: making it takes long.
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
