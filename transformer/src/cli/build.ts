// `lanewise build`: what `tspc -p` does, with our own TypeScript 6 and no ts-patch, so that it also works in projects with
// another TypeScript. Same files, same exit codes: 0, 2 with errors, 1 where errors kept the output from being written.

import { Command } from "commander";
import type ts from "typescript-6";
import { type Compile, createTextProgram } from "../adapters/text-program.js";
import type { BuildOptions } from "../build-options.js";
import type { TypeScript } from "../compile.js";
import { compileWith, withBuildOptions } from "./build-arguments.js";
import { collectDiagnostics, findProject, readProject } from "./project.js";
import { writeDiagnostics } from "./terminal.js";

interface Arguments extends BuildOptions {
  readonly project?: string;
  readonly noEmit?: boolean;
  readonly pretty?: string | true;
}

export function buildCommand(): Command {
  return projectCommand("build")
    .summary("compile a project: TypeScript and kernels to JavaScript")
    .description("Checks and compiles the project like tsc, with the kernels compiled into the JavaScript.")
    .option("--noEmit", "report errors, write nothing")
    .action(async (options: Arguments) => {
      process.exitCode = await buildProject(options);
    });
}

export function checkCommand(): Command {
  return projectCommand("check")
    .summary("report errors of a project and its kernels, write nothing")
    .description("Checks the project and compiles its kernels like build, but writes nothing.")
    .action(async (options: Arguments) => {
      process.exitCode = await buildProject({ ...options, noEmit: true });
    });
}

function projectCommand(name: string): Command {
  const command = new Command(name)
    .option("-p, --project <path>", "the tsconfig.json, or its folder (default: the nearest above the current folder)")
    .option("--pretty [boolean]", "colours and source lines in errors (default: on a terminal)");
  return withBuildOptions(command);
}

/** The exit code. */
async function buildProject(options: Arguments): Promise<number> {
  const { default: typescript } = await import("typescript-6");
  const config = readProject(typescript, findProject(typescript, options.project), {
    ...(options.noEmit ? { noEmit: true } : {}),
    ...(options.pretty === undefined ? {} : { pretty: options.pretty !== "false" }),
  });
  const { program, warnings } = createProgram(typescript, config, compileWith(options));
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

function createProgram(typescript: TypeScript, config: ts.ParsedCommandLine, compile: Compile): BuildProgram {
  const { options, fileNames: rootNames, projectReferences = [] } = config;
  const isIncremental = options.incremental === true || options.composite === true;
  const host = isIncremental
    ? typescript.createIncrementalCompilerHost(options)
    : typescript.createCompilerHost(options);
  // As tsc does: documentation comments are only read where types stand in them.
  host.jsDocParsingMode = typescript.JSDocParsingMode.ParseForTypeErrors;
  const configFileParsingDiagnostics = typescript.getConfigFileParsingDiagnostics(config);
  const checked = typescript.createProgram({
    rootNames,
    options,
    projectReferences,
    host,
    configFileParsingDiagnostics,
  });
  const { program, warnings } = createTextProgram(typescript, checked, host, compile);
  if (!isIncremental) return { program, warnings };
  const old = typescript.readBuilderProgram(options, host);
  const { createEmitAndSemanticDiagnosticsBuilderProgram: createBuilder } = typescript;
  return { program: createBuilder(program, host, old, configFileParsingDiagnostics), warnings };
}
