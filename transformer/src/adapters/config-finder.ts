// Finds the tsconfig.json that a file belongs to and reads it: the nearest above the file or, if that has references but does not
// include the file (as in Vite's templates), the first reference that includes it.

import { statSync } from "node:fs";
import path from "node:path";
import type ts from "typescript-6";
import type { TypeScript } from "../compile.js";
import { isMistakeOfOptions } from "../newer-options.js";
import { configFileOf } from "../plugin-entry.js";
import { strictDefaults } from "../strict-defaults.js";

export interface FoundConfig {
  /** Undefined if there is none, so that the defaults apply. */
  readonly fileName: string | undefined;
  readonly options: ts.CompilerOptions;
  readonly fileNames: readonly string[];
  readonly references: readonly ts.ProjectReference[];
  /** Mistakes in the configuration. */
  readonly errors: readonly ts.Diagnostic[];
}

export interface ConfigFinder {
  /** Returns the same object as long as the configuration's files are unchanged. */
  find(file: string): FoundConfig;
  /** Says that configurations may have changed. */
  invalidate(): void;
}

/** TypeScript writes no output and keeps nothing on disk. */
const withoutOutput: ts.CompilerOptions = {
  noEmit: true,
  emitDeclarationOnly: false,
  declaration: false,
  declarationMap: false,
  isolatedDeclarations: false,
  composite: false,
  incremental: false,
};

const NO_INPUTS = 18003;

export function createConfigFinder(typescript: TypeScript, named: string | undefined): ConfigFinder {
  const configs = new Map<string, { readonly stamp: string; readonly config: FoundConfig }>();
  const nearest = new Map<string, string | undefined>();
  const ofFiles = new Map<string, FoundConfig>();
  const fallback: FoundConfig = {
    fileName: undefined,
    options: { ...strictDefaults(typescript), ...withoutOutput },
    fileNames: [],
    references: [],
    errors: [],
  };
  const read = (fileName: string): FoundConfig => {
    const known = configs.get(fileName);
    if (known && stampOf(fileName, known.config) === known.stamp) return known.config;
    const config = parse(typescript, fileName);
    configs.set(fileName, { stamp: stampOf(fileName, config), config });
    return config;
  };
  const above = (folder: string): string | undefined => {
    if (!nearest.has(folder)) nearest.set(folder, typescript.findConfigFile(folder, typescript.sys.fileExists));
    return nearest.get(folder);
  };
  const look = (file: string): FoundConfig => {
    const fileName = named === undefined ? above(path.dirname(file)) : path.resolve(named);
    if (fileName === undefined) return fallback;
    const config = read(fileName);
    return owner(read, config, file, new Set()) ?? config;
  };
  return {
    find(file) {
      const known = ofFiles.get(file) ?? look(file);
      ofFiles.set(file, known);
      return known;
    },
    invalidate() {
      nearest.clear();
      ofFiles.clear();
    },
  };
}

/** The configuration that includes the file: this one, or one that it refers to. */
function owner(
  read: (fileName: string) => FoundConfig,
  config: FoundConfig,
  file: string,
  seen: Set<FoundConfig>,
): FoundConfig | undefined {
  if (seen.has(config) || config.fileNames.includes(file)) return seen.has(config) ? undefined : config;
  seen.add(config);
  for (const { path: referred } of config.references) {
    const fileName = referred.endsWith(".json") ? referred : path.join(referred, "tsconfig.json");
    const found = owner(read, read(fileName), file, seen);
    if (found) return found;
  }
  return undefined;
}

function parse(typescript: TypeScript, fileName: string): FoundConfig {
  const errors: ts.Diagnostic[] = [];
  const host = {
    ...typescript.sys,
    onUnRecoverableConfigFileDiagnostic: (diagnostic: ts.Diagnostic) => {
      errors.push(diagnostic);
    },
  };
  const parsed = typescript.getParsedCommandLineOfConfigFile(fileName, withoutOutput, host);
  if (!parsed) return { fileName, options: withoutOutput, fileNames: [], references: [], errors };
  const { options, fileNames, projectReferences = [] } = parsed;
  errors.push(...parsed.errors.filter((error) => error.code !== NO_INPUTS && isMistakeOfOptions(error)));
  return { fileName, options, fileNames, references: projectReferences, errors };
}

/** Internal to TypeScript: the files that a configuration extends. */
interface ExtendingFile {
  readonly extendedSourceFiles?: readonly string[];
}

/** A stamp that changes with the configuration's file and those that it extends. */
function stampOf(fileName: string, { options }: FoundConfig): string {
  const file: (ts.TsConfigSourceFile & ExtendingFile) | undefined = configFileOf(options);
  return [fileName, ...(file?.extendedSourceFiles ?? [])].map(fileStamp).join();
}

/** A stamp that changes when a file is written; undefined if it does not exist. */
export function fileStamp(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.mtimeMs} ${found.size}`;
}
