// Compiles the program for `lanewise run` and the loader: a file's project, checked as tsc does and emitted to memory, each file in the
// module format that TypeScript gives it. Loads TypeScript's types only; the caller supplies TypeScript.

import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type ts from "typescript-6";
import type { Compile } from "../adapters/text-program.js";
import type { BuildOptions } from "../build-options.js";
import { collectDiagnostics } from "../cli/project.js";
import { compileProgram, type TypeScript } from "../compile.js";
import { OptionError } from "../diagnostics/option-error.js";
import { describeFailure } from "../faults/describe-failure.js";
import { InternalError } from "../faults/internal-error.js";
import { ProjectError } from "../faults/project-error.js";
import { filesThatDecide } from "../recognise/package-of.js";
import { createMemory } from "../watch/compiler-memory.js";
import { changeSince, createRecorder, type Dependencies, type Recorder } from "./dependencies.js";
import { createInMemoryProgram, createKeptProgram, type InMemoryProgram } from "./in-memory-program.js";
import { type LoadedModule, type ModuleFormat, type ModuleTable, tableOf } from "./module-table.js";
import { recordReads } from "./record-reads.js";
import type { Report } from "./report.js";
import { reportOf } from "./report-diagnostics.js";
import { resolveImports, urlOf } from "./resolve-imports.js";
import { RunError } from "./run-error.js";

export interface CompiledProgram {
  /** Undefined after errors. */
  readonly program: RunnableProgram | undefined;
  /** Errors and warnings. */
  readonly report: Report | undefined;
  readonly dependencies: Dependencies;
}

export interface RunnableProgram {
  /** For people: the tsconfig.json, and the file if it is not included there. */
  readonly title: string;
  readonly isIncluded: boolean;
  readonly table: ModuleTable;
  readonly warnings: Report | undefined;
  readonly dependencies: Dependencies;
}

/** Compiles a file's project; repeated calls are quick if only texts have changed. */
export type RunCompiler = (file: string) => CompiledProgram;

export function createRunCompiler(typescript: TypeScript, asked: BuildOptions): RunCompiler {
  const start = () => {
    const memory = createMemory();
    const compile: Compile = (_, program) => compileProgram(typescript, program, { ...asked, wasm: "inline" }, memory);
    return { recorder: createRecorder(), program: createKeptProgram(typescript), compile };
  };
  let kept = start();
  return (file) => {
    if (changeSince(kept.recorder.dependencies()).change === "other") kept = start();
    const { recorder, program, compile } = kept;
    return recordReads(typescript, recorder, () => {
      try {
        return compiled(typescript, file, createInMemoryProgram(typescript, file, compile, program), recorder);
      } catch (error) {
        const isTyped = [RunError, ProjectError, OptionError].some((known) => error instanceof known);
        if (!isTyped) throw error instanceof InternalError ? error : new InternalError(error, file);
        const text = `${describeFailure(error)}\n`;
        const report = { plain: text, pretty: text, isPretty: undefined, files: [] };
        return { program: undefined, report, dependencies: recorder.dependencies() };
      }
    });
  };
}

function compiled(
  typescript: TypeScript,
  file: string,
  { text: { program, warnings }, host, options, configFile, isIncluded }: InMemoryProgram,
  recorder: Recorder,
): CompiledProgram {
  const found = collectDiagnostics(program);
  const written = found.length > 0 ? undefined : emitToMemory(typescript, program);
  const errors = [...found, ...(written?.errors ?? [])];
  const report = reportOf(typescript, [...errors, ...warnings], options);
  const emitted = errors.length > 0 ? undefined : written?.modules;
  const imports = emitted && resolveImports(typescript, program, host, emitted);
  recordOthers(program, recorder);
  const dependencies = recorder.dependencies();
  if (!emitted || !imports) return { program: undefined, report, dependencies };
  const title = [configFile, ...(isIncluded ? [] : [file])].join(" ");
  const table = tableOf(emitted, imports);
  return { program: { title, isIncluded, table, warnings: report, dependencies }, report, dependencies };
}

/** Records the inputs that TypeScript does not read: package names, built JavaScript beside declarations, the compiler itself. */
function recordOthers(program: ts.Program, recorder: Recorder): void {
  const folders = new Set<string>();
  for (const file of program.getSourceFiles()) {
    if (!file.isDeclarationFile) folders.add(path.dirname(file.fileName));
    else if (!/\/@types\/|\/lib\.[^/]*$/.test(file.fileName)) {
      const built = file.fileName.replace(/\.d\.([cm]?)ts$/, ".$1js");
      if (existsSync(built)) recorder.read(built);
    }
  }
  for (const folder of folders) for (const file of filesThatDecide(folder)) recorder.read(file);
  for (const file of compilerFiles) recorder.read(file);
}

/** These change with each version, as does the bundled TypeScript, and with each build in a checkout. */
const compilerFiles: readonly string[] = [
  ...["ir", "codegen", "transformer"].map((name) => new URL(`../../../${name}/dist/.tsbuildinfo`, import.meta.url)),
  new URL("../../package.json", import.meta.url),
].map((file) => fileURLToPath(file));

interface EmittedModules {
  readonly modules: Map<string, LoadedModule>;
  readonly errors: readonly ts.Diagnostic[];
}

function emitToMemory(typescript: TypeScript, program: ts.Program): EmittedModules {
  const modules = new Map<string, LoadedModule>();
  const { emitSkipped, diagnostics } = program.emit(undefined, (name, text, _bom, _onError, sources = []) => {
    const [source] = sources;
    if (source === undefined || !/\.[cm]?jsx?$/.test(name)) return;
    modules.set(urlOf(source.fileName), { format: formatOf(typescript, program, source), source: text });
  });
  return { modules, errors: emitSkipped ? diagnostics : [] };
}

/** Internal to TypeScript, and present in the bundled version. */
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
  throw new RunError("LW1910", [name]);
}
