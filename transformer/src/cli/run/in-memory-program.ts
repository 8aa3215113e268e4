// The project around one TypeScript file, checked and compiled for output in memory: what `run` emits and `inspect` looks at.

import path from "node:path";
import type ts from "typescript-6";
import { type Compile, createTextProgram, type TextProgram } from "../../adapters/text-program.js";
import type { TypeScript } from "../../compile.js";
import { readProject } from "../project.js";
import { optionsForRun, optionsWithoutProject } from "./run-options.js";

export interface InMemoryProgram {
  readonly text: TextProgram;
  readonly host: ts.CompilerHost;
  readonly options: ts.CompilerOptions;
}

/** About writing files, or about names that only a file on disk must have: nothing is written here. */
const diagnosticsOfWriting: readonly number[] = [
  5055, // would overwrite an input file
  5096, // allowImportingTsExtensions needs noEmit
];

/** The file is a root of the program, whether the tsconfig.json above it includes it or not. */
export function createInMemoryProgram(typescript: TypeScript, file: string, compile: Compile): InMemoryProgram {
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
  return { text: createTextProgram(typescript, checked, host, compile), host, options };
}
