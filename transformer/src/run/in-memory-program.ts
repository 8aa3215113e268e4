// The project around one TypeScript file, checked and compiled to memory: `run` emits it, `inspect` examines it. Its state makes the next
// compilation of the project quick.

import type ts from "typescript-6";
import { type ConfigFinder, createConfigFinder } from "../adapters/config-finder.js";
import { type Compile, createTextProgram, type TextProgram } from "../adapters/text-program.js";
import { collectDiagnostics } from "../cli/project.js";
import type { TypeScript } from "../compile.js";
import { guardHost } from "../faults/nesting.js";
import { optionsForRun } from "./run-options.js";

export interface InMemoryProgram {
  readonly text: TextProgram;
  readonly host: ts.CompilerHost;
  readonly options: ts.CompilerOptions;
  /** Undefined if there is none, so that the defaults apply. */
  readonly configFile: string | undefined;
  /** Whether the project includes the file by itself. */
  readonly isIncluded: boolean;
}

/** State that is valid while no configuration changes and no file is added or removed. */
export interface KeptProgram {
  readonly configs: ConfigFinder;
  readonly sources: Map<string, ts.SourceFile>;
  checked: ts.Program | undefined;
}

export function createKeptProgram(typescript: TypeScript): KeptProgram {
  return { configs: createConfigFinder(typescript, undefined), sources: new Map(), checked: undefined };
}

/** Diagnostics about writing files, which nothing here does, or about a project without files, which has one here. */
const irrelevantCodes: readonly number[] = [
  5055, // would overwrite an input file
  5096, // allowImportingTsExtensions needs noEmit
  18003, // no inputs were found
];

const isRelevant = ({ code }: ts.Diagnostic): boolean => !irrelevantCodes.includes(code);

/**
 * Makes the file a root of the program, even if its tsconfig.json does not include it. Errors in files that it does not reach do not affect it.
 */
export function createInMemoryProgram(
  typescript: TypeScript,
  file: string,
  compile: Compile,
  kept = createKeptProgram(typescript),
): InMemoryProgram {
  const config = kept.configs.find(file);
  const options = optionsForRun(typescript, config.options);
  const host = createHost(typescript, options, kept.sources);
  const parsed = { options: config.options, fileNames: [], errors: [...config.errors] };
  const create = (rootNames: readonly string[], oldProgram: ts.Program | undefined): ts.Program => {
    const checked = typescript.createProgram({
      rootNames,
      options,
      host,
      configFileParsingDiagnostics: typescript.getConfigFileParsingDiagnostics(parsed).filter(isRelevant),
      ...(oldProgram && { oldProgram }),
    });
    const getOptionsDiagnostics = checked.getOptionsDiagnostics;
    checked.getOptionsDiagnostics = (...args) => getOptionsDiagnostics(...args).filter(isRelevant);
    return checked;
  };
  const roots = [...new Set([...config.fileNames, file])];
  const checked = create(roots, kept.checked);
  kept.checked = checked;
  const whole = createTextProgram(typescript, checked, host, compile);
  const own = roots.filter((name) => name === file || isSeenUnimported(typescript, checked.getSourceFile(name)));
  const isWhole = own.length === roots.length || collectDiagnostics(whole.program).length === 0;
  return {
    text: isWhole ? whole : createTextProgram(typescript, create(own, checked), host, compile),
    host,
    options,
    configFile: config.fileName,
    isIncluded: config.fileNames.includes(file),
  };
}

/** Whether a file's declarations are visible to others without an import. */
function isSeenUnimported(typescript: TypeScript, source: ts.SourceFile | undefined): boolean {
  if (!source) return false;
  const { isDeclarationFile, text } = source;
  return isDeclarationFile || !typescript.isExternalModule(source) || /\bdeclare\s+(?:global|module)\b/.test(text);
}

/** A host that reuses source files whose text is unchanged. */
function createHost(
  typescript: TypeScript,
  options: ts.CompilerOptions,
  sources: Map<string, ts.SourceFile>,
): ts.CompilerHost {
  const host = guardHost(typescript, typescript.createCompilerHost(options));
  host.jsDocParsingMode = typescript.JSDocParsingMode.ParseForTypeErrors;
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => {
    const known = sources.get(name);
    if (known && known.text === host.readFile(name)) return known;
    const source = getSourceFile.call(host, name, ...rest);
    if (source) sources.set(name, source);
    return source;
  };
  return host;
}
