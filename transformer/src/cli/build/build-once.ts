// `lanewise build` and `check` without -b and --watch: compiles one project once.

import type ts from "typescript-6";
import { type Compile, createTextProgram } from "../../adapters/text-program.js";
import type { TypeScript } from "../../compile.js";
import { guardHost } from "../../faults/nesting.js";
import type { CompileAgain } from "../build-arguments.js";
import { collectDiagnostics, readProject } from "../project.js";
import { writeDiagnostics } from "../terminal.js";

/** Returns the exit code. */
export function buildOnce(
  typescript: TypeScript,
  compile: CompileAgain,
  project: string,
  overrides: ts.CompilerOptions,
): number {
  const config = readProject(typescript, project, overrides);
  const { program, warnings } = createProgram(typescript, config, compile);
  const diagnostics = collectDiagnostics(program);
  const emitted = program.emit();
  const errors = typescript.sortAndDeduplicateDiagnostics([...diagnostics, ...emitted.diagnostics]);
  writeDiagnostics(typescript, [...errors, ...warnings], config.options, process.stdout);
  if (errors.length === 0) return 0;
  return emitted.emitSkipped ? 1 : 2;
}

interface BuildProgram {
  readonly program: ts.Program | ts.EmitAndSemanticDiagnosticsBuilderProgram;
  readonly warnings: readonly ts.Diagnostic[];
}

function createProgram(typescript: TypeScript, config: ts.ParsedCommandLine, compile: CompileAgain): BuildProgram {
  const { options, fileNames: rootNames, projectReferences = [] } = config;
  const isIncremental = options.incremental === true || options.composite === true;
  const host = isIncremental
    ? typescript.createIncrementalCompilerHost(options)
    : typescript.createCompilerHost(options);
  // Like tsc: reads documentation comments only where they may contain types.
  guardHost(typescript, host);
  host.jsDocParsingMode = typescript.JSDocParsingMode.ParseForTypeErrors;
  const configFileParsingDiagnostics = typescript.getConfigFileParsingDiagnostics(config);
  const checked = typescript.createProgram({
    rootNames,
    options,
    projectReferences,
    host,
    configFileParsingDiagnostics,
  });
  // An incremental program's state covers the output, so the full output is needed.
  const checkOnly = options.noEmit === true && !isIncremental;
  const compileOnce: Compile = (_, program) => compile(typescript, program, undefined, { checkOnly });
  const { program, warnings } = createTextProgram(typescript, checked, host, compileOnce);
  if (!isIncremental) return { program, warnings };
  const old = typescript.readBuilderProgram(options, host);
  const { createEmitAndSemanticDiagnosticsBuilderProgram: createBuilder } = typescript;
  return { program: createBuilder(program, host, old, configFileParsingDiagnostics), warnings };
}
