// Makes the program in which kernels see into packages: the user's program again, with all its files, in which imports of device
// code lead to the packages' sources instead of their declarations. Only the compiler looks at it: what TypeScript reports and
// emits is the user's program, and one without such imports is taken as it is.

import type ts from "typescript-6";
import { unpatchedCreateProgram } from "./create-program.js";
import { createDevicePackages, type DevicePackages } from "./device-packages.js";
import { guardHost } from "./faults/nesting.js";
import type { TypeScript } from "./pass-context.js";

export interface VisibleProgram {
  readonly program: ts.Program;
  /** The files that it has and the user's program has not. */
  readonly sources: ReadonlySet<ts.SourceFile>;
}

/** Those that were parsed for the last program, by name: what is as it was stays the same object, from which everybody sees it. */
export type ParsedSources = Map<string, ts.SourceFile>;

/** `files` are the user's own that may have kernels. */
export function withVisibleSources(
  typescript: TypeScript,
  given: ts.Program,
  files: readonly ts.SourceFile[],
  parsed: ParsedSources = new Map(),
): VisibleProgram {
  const unchanged = { program: given, sources: new Set<ts.SourceFile>() };
  if (files.length === 0) return unchanged;
  const packages = createDevicePackages(typescript);
  const isEntry = (file: ts.SourceFile) =>
    file.isDeclarationFile && !given.isSourceFileDefaultLibrary(file) && packages.isEntry(file.fileName);
  if (!given.getSourceFiles().some(isEntry)) return unchanged;
  const program = unpatchedCreateProgram(typescript)({
    rootNames: given.getRootFileNames(),
    options: given.getCompilerOptions(),
    host: createHost(typescript, given, packages, parsed),
  });
  const known = new Set(given.getSourceFiles());
  for (const [name, file] of parsed) if (program.getSourceFile(name) !== file) parsed.delete(name);
  return { program, sources: new Set(program.getSourceFiles().filter((file) => !known.has(file))) };
}

function createHost(
  typescript: TypeScript,
  given: ts.Program,
  packages: DevicePackages,
  parsed: ParsedSources,
): ts.CompilerHost {
  const options = given.getCompilerOptions();
  const host = guardHost(typescript, typescript.createCompilerHost(options));
  const { getSourceFile } = host;
  const create: ts.CompilerHost["getSourceFile"] = (name, languageVersion, ...rest) => {
    const before = parsed.get(name);
    if (before && isParsedAlike(before, languageVersion) && host.readFile(name) === before.text) return before;
    const file = getSourceFile.call(host, name, languageVersion, ...rest);
    if (file) parsed.set(name, file);
    return file;
  };
  const currentDirectory = given.getCurrentDirectory();
  const cache = typescript.createModuleResolutionCache(currentDirectory, host.getCanonicalFileName, options);
  const resolve = (literal: ts.StringLiteralLike, file: ts.SourceFile): Resolution => {
    const mode = typescript.getModeForUsageLocation(file, literal, options);
    return (
      resolvedBefore(given, file, literal.text, mode) ??
      typescript.resolveModuleName(literal.text, file.fileName, options, host, cache, undefined, mode)
    );
  };
  return {
    ...host,
    getCurrentDirectory: () => currentDirectory,
    getSourceFile: (name, ...rest) => {
      const file = given.getSourceFile(name);
      // A file with two names is joined by createProgram itself; a source of another project stood for its declarations.
      const isAnother = file !== undefined && ("redirectInfo" in file || file.fileName !== name);
      return file === undefined || isAnother ? create(name, ...rest) : file;
    },
    resolveModuleNameLiterals: (literals, _name, _redirect, _options, file) =>
      literals.map((literal) => leadToSource(given, packages, resolve(literal, file))),
  };
}

/** Whether it is of the language and the module format that are wanted now. */
function isParsedAlike(file: ts.SourceFile, wanted: ts.ScriptTarget | ts.CreateSourceFileOptions): boolean {
  const { languageVersion, impliedNodeFormat } = typeof wanted === "object" ? wanted : { languageVersion: wanted };
  return file.languageVersion === languageVersion && file.impliedNodeFormat === impliedNodeFormat;
}

type Resolution = ts.ResolvedModuleWithFailedLookupLocations;

/** Internal to TypeScript: what saves resolving again, and knows files that are not on the disk. */
interface ResolvingProgram {
  getResolvedModule?(file: ts.SourceFile, name: string, mode: ts.ResolutionMode): Resolution | undefined;
}

function resolvedBefore(
  given: ts.Program & ResolvingProgram,
  file: ts.SourceFile,
  name: string,
  mode: ts.ResolutionMode,
): Resolution | undefined {
  return given.getSourceFile(file.fileName) === file ? given.getResolvedModule?.(file, name, mode) : undefined;
}

function leadToSource(given: ts.Program, packages: DevicePackages, resolution: Resolution): Resolution {
  const { resolvedModule } = resolution;
  if (!resolvedModule) return resolution;
  const { resolvedFileName } = resolvedModule;
  // Of a project that is referred to, TypeScript takes the declarations where its source is named.
  const referred = given.getSourceFile(resolvedFileName);
  const found = referred?.isDeclarationFile ? referred.fileName : resolvedFileName;
  const isDeclared = /\.d\.[cm]?ts$/.test(found);
  const file = (isDeclared ? packages.sourceOf(found) : packages.declarationsOf(found)) ?? found;
  if (file === resolvedFileName) return resolution;
  const [extension = ".ts"] = /(\.d)?\.[cm]?tsx?$/.exec(file) ?? [];
  return { ...resolution, resolvedModule: { ...resolvedModule, resolvedFileName: file, extension } };
}
