// The project around one TypeScript file, checked and compiled for output in memory: what `run` emits and `inspect` looks at.

import path from "node:path";
import type ts from "typescript-6";
import { type Compile, createTextProgram, type TextProgram } from "../../adapters/text-program.js";
import type { TypeScript } from "../../compile.js";
import { strictDefaults } from "../../strict-defaults.js";
import { readProject } from "../project.js";
import { optionsForRun } from "./run-options.js";

export interface InMemoryProgram {
  readonly text: TextProgram;
  readonly host: ts.CompilerHost;
  readonly options: ts.CompilerOptions;
}

/** About writing files, which nothing here does, or about a project without files, which has one here. */
const irrelevantCodes: readonly number[] = [
  5055, // would overwrite an input file
  5096, // allowImportingTsExtensions needs noEmit
  18003, // no inputs were found
];

const isRelevant = ({ code }: ts.Diagnostic): boolean => !irrelevantCodes.includes(code);

/** The file is a root of the program, whether the tsconfig.json above it includes it or not. */
export function createInMemoryProgram(typescript: TypeScript, file: string, compile: Compile): InMemoryProgram {
  const configFile = typescript.findConfigFile(path.dirname(file), typescript.sys.fileExists);
  const config =
    configFile === undefined
      ? { options: strictDefaults(typescript), fileNames: [], errors: [] }
      : readProject(typescript, configFile, {});
  const options = optionsForRun(typescript, config.options);
  const host = typescript.createCompilerHost(options);
  host.jsDocParsingMode = typescript.JSDocParsingMode.ParseForTypeErrors;
  const checked = typescript.createProgram({
    rootNames: [...new Set([...config.fileNames, file])],
    options,
    host,
    configFileParsingDiagnostics: typescript.getConfigFileParsingDiagnostics(config).filter(isRelevant),
  });
  const getOptionsDiagnostics = checked.getOptionsDiagnostics;
  checked.getOptionsDiagnostics = (...args) => getOptionsDiagnostics(...args).filter(isRelevant);
  return { text: createTextProgram(typescript, checked, host, compile), host, options };
}
