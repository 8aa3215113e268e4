// The program that `lanewise run FILE` runs: the project around FILE, checked as tsc does and emitted to memory, each file in
// the module format that TypeScript gives it. Writes nothing.

import path from "node:path";
import type ts from "typescript-6";
import { type Compile, createTextProgram } from "../../adapters/text-program.js";
import type { TypeScript } from "../../compile.js";
import { CommandError } from "../command-error.js";
import { collectDiagnostics, readProject } from "../project.js";
import type { LoadedModule, ModuleFormat, ModuleTable } from "./module-table.js";
import { resolveImports, urlOf } from "./resolve-imports.js";
import { optionsForRun, optionsWithoutProject } from "./run-options.js";

export interface RunnableProgram {
  readonly table: ModuleTable;
  readonly entry: string;
  readonly errors: readonly ts.Diagnostic[];
  readonly warnings: readonly ts.Diagnostic[];
  readonly options: ts.CompilerOptions;
}

/** About writing files, or about names that only a file on disk must have: nothing is written here. */
const diagnosticsOfWriting: readonly number[] = [
  5055, // would overwrite an input file
  5096, // allowImportingTsExtensions needs noEmit
];

export function compileForRun(typescript: TypeScript, file: string, compile: Compile): RunnableProgram {
  const configFile = typescript.findConfigFile(path.dirname(file), typescript.sys.fileExists);
  const config =
    configFile === undefined
      ? { options: optionsWithoutProject(typescript), fileNames: [], errors: [] }
      : readProject(typescript, configFile, {});
  const options = optionsForRun(typescript, config.options);
  const host = typescript.createCompilerHost(options);
  host.jsDocParsingMode = typescript.JSDocParsingMode.ParseForTypeErrors;
  const checked = typescript.createProgram({
    rootNames: [...new Set([...config.fileNames, file])],
    options,
    host,
    configFileParsingDiagnostics: typescript.getConfigFileParsingDiagnostics(config),
  });
  const getOptionsDiagnostics = checked.getOptionsDiagnostics;
  checked.getOptionsDiagnostics = (...args) =>
    getOptionsDiagnostics(...args).filter(({ code }) => !diagnosticsOfWriting.includes(code));
  const { program, warnings } = createTextProgram(typescript, checked, host, compile);
  const errors = collectDiagnostics(program);
  const modules = errors.length > 0 ? new Map<string, LoadedModule>() : emitToMemory(typescript, program);
  const imports = resolveImports(typescript, checked, host, modules);
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
