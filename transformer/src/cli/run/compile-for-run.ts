// The program that `lanewise run FILE` runs: the project around FILE, checked as tsc does and emitted to memory, each file in
// the module format that TypeScript gives it. Writes nothing.

import type ts from "typescript-6";
import type { Compile } from "../../adapters/text-program.js";
import type { TypeScript } from "../../compile.js";
import { CommandError } from "../command-error.js";
import { collectDiagnostics } from "../project.js";
import { createInMemoryProgram } from "./in-memory-program.js";
import type { LoadedModule, ModuleFormat, ModuleTable } from "./module-table.js";
import { resolveImports, urlOf } from "./resolve-imports.js";

export interface RunnableProgram {
  readonly table: ModuleTable;
  readonly entry: string;
  readonly errors: readonly ts.Diagnostic[];
  readonly warnings: readonly ts.Diagnostic[];
  readonly options: ts.CompilerOptions;
}

export function compileForRun(typescript: TypeScript, file: string, compile: Compile): RunnableProgram {
  const { text, host, options } = createInMemoryProgram(typescript, file, compile);
  const { program, warnings } = text;
  const errors = collectDiagnostics(program);
  const modules = errors.length > 0 ? new Map<string, LoadedModule>() : emitToMemory(typescript, program);
  const imports = resolveImports(typescript, program, host, modules);
  return { table: { modules, imports }, entry: urlOf(file), errors, warnings, options };
}

function emitToMemory(typescript: TypeScript, program: ts.Program): Map<string, LoadedModule> {
  const modules = new Map<string, LoadedModule>();
  program.emit(undefined, (name, text, _bom, _onError, sources = []) => {
    const [source] = sources;
    if (source === undefined || !/\.[cm]?jsx?$/.test(name)) return;
    modules.set(urlOf(source.fileName), { format: formatOf(typescript, program, source), source: text });
  });
  return modules;
}

/** Internal to TypeScript, and present in the version that this package brings. */
interface EmittingProgram extends ts.Program {
  getEmitModuleFormatOfFile(file: ts.SourceFile): ts.ModuleKind;
}

function formatOf(typescript: TypeScript, program: ts.Program, file: ts.SourceFile): ModuleFormat {
  const { CommonJS, None, AMD, UMD, System } = typescript.ModuleKind;
  // Only called with programs of our own TypeScript: see EmittingProgram.
  const kind = (program as EmittingProgram).getEmitModuleFormatOfFile(file);
  if (kind === CommonJS || kind === None) return "commonjs";
  if (![AMD, UMD, System].includes(kind)) return "module";
  const name = typescript.ModuleKind[kind];
  throw new CommandError(`Node cannot run modules of the kind "${name}" that the tsconfig asks for; use "nodenext".`);
}
