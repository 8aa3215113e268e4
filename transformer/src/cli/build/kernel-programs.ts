// Creates programs with kernels for TypeScript's watching compiler and its builder of project references: each checks the user's
// text and emits the edited one. Caches the last program of each project, and its compilation.

import type ts from "typescript-6";
import { createTextProgram } from "../../adapters/text-program.js";
import type { TypeScript } from "../../compile.js";
import { printDiagnostic } from "../../diagnostics/print-diagnostics.js";
import { guardHost } from "../../faults/nesting.js";
import { type CompilerMemory, createMemory } from "../../watch/compiler-memory.js";
import type { CompileAgain } from "../build-arguments.js";
import { isPretty } from "../terminal.js";

export type KernelProgram = ts.EmitAndSemanticDiagnosticsBuilderProgram;

export function createKernelPrograms(typescript: TypeScript, compile: CompileAgain): ts.CreateProgram<KernelProgram> {
  const { createEmitAndSemanticDiagnosticsBuilderProgram: createBuilder } = typescript;
  const checkedOf = new WeakMap<KernelProgram, ts.Program>();
  const memories = new Map<unknown, CompilerMemory>();
  return (rootNames, options, host, old, configFileParsingDiagnostics, projectReferences) => {
    // Only the configuration's own errors have changed.
    if (!rootNames || !options || !host) {
      return createBuilder(rootNames, options, host, old, configFileParsingDiagnostics, projectReferences);
    }
    guardHost(typescript, host);
    host.jsDocParsingMode = typescript.JSDocParsingMode.ParseForTypeErrors;
    const before = old && checkedOf.get(old);
    const checked = typescript.createProgram({
      rootNames,
      options,
      host,
      ...(before && { oldProgram: before }),
      ...(configFileParsingDiagnostics && { configFileParsingDiagnostics }),
      ...(projectReferences && { projectReferences }),
    });
    const memory = memories.get(options.configFilePath) ?? createMemory();
    memories.set(options.configFilePath, memory);
    const text = createTextProgram(typescript, checked, host, (_, program) => compile(typescript, program, memory));
    const report = createReporter(typescript, options);
    for (const warning of text.warnings) report(warning);
    const program = createBuilder(text.program, host, old, configFileParsingDiagnostics);
    checkedOf.set(program, checked);
    return program;
  };
}

/** Prints a diagnostic as tsc does, through the same output as TypeScript's, so that the order is kept. */
export function createReporter(typescript: TypeScript, options: ts.CompilerOptions): ts.DiagnosticReporter {
  const { sys } = typescript;
  const pretty = isPretty(options, process.stdout);
  const print = { pretty, currentDirectory: sys.getCurrentDirectory() };
  return (diagnostic) => {
    sys.write(printDiagnostic(typescript, diagnostic, print) + (pretty ? sys.newLine : ""));
  };
}
