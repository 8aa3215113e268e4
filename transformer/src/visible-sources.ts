// Builds the program in which kernels see into packages: the user's program with all its files, but imports of device code resolve to
// the packages' sources instead of their declarations, and the JavaScript of other packages that kernels call is included. Only the
// compiler uses it: TypeScript reports and emits the user's program. A program without such imports is used unchanged.

import path from "node:path";
import type ts from "typescript-6";
import { unpatchedCreateProgram } from "./create-program.js";
import { createDevicePackages, type DevicePackages } from "./device-packages.js";
import { guardHost } from "./faults/nesting.js";
import { type PackageBodies, typeBodies, type WantedBodies, withoutBodies } from "./package-bodies/package-bodies.js";
import { parseJavaScript } from "./package-bodies/parse-javascript.js";
import { createJavaScriptResolver, type ResolveJavaScript } from "./package-bodies/resolve-javascript.js";
import type { TypeScript } from "./pass-context.js";
import { findPackage } from "./recognise/package-of.js";

export interface VisibleProgram {
  readonly program: ts.Program;
  /** The files that are not in the user's program. */
  readonly sources: ReadonlySet<ts.SourceFile>;
  readonly bodies: Omit<PackageBodies, "asked" | "misses">;
}

/** The files parsed for the last program, by name: unchanged ones stay the same objects, which all caches rely on. */
export type ParsedSources = Map<string, ts.SourceFile>;

/**
 * `files` are the user's files that may have kernels; `wanted` are the package functions that they call. `isBundled`: a bundler, not Node, decides
 * which files of packages are read.
 */
export function withVisibleSources(
  typescript: TypeScript,
  given: ts.Program,
  files: readonly ts.SourceFile[],
  parsed: ParsedSources = new Map(),
  wanted: WantedBodies = new Map(),
  isBundled = false,
): VisibleProgram {
  const host = guardHost(typescript, typescript.createCompilerHost(given.getCompilerOptions()));
  const resolve = createJavaScriptResolver(typescript, given.getCompilerOptions(), host, isBundled);
  const unchanged = { program: given, sources: new Set<ts.SourceFile>(), bodies: withoutBodies(resolve) };
  if (files.length === 0) return unchanged;
  const packages = createDevicePackages(typescript);
  const isEntry = (file: ts.SourceFile) =>
    file.isDeclarationFile && !given.isSourceFileDefaultLibrary(file) && packages.isEntry(file.fileName);
  if (wanted.size === 0 && !given.getSourceFiles().some(isEntry)) return unchanged;
  const isEdited = ([name, { text }]: readonly [string, ts.SourceFile]) =>
    isJavaScript(name) && host.readFile(name) !== text;
  if ([...parsed].some(isEdited)) forgetJavaScript(parsed);
  const entries = [...new Set([...wanted.values()].map(({ entry }) => entry))];
  const { program, javascript, found, declarationsOf, classes, wantedOf } = typeBodies(typescript, wanted, () => {
    const names = new Set(entries);
    const program = unpatchedCreateProgram(typescript)({
      rootNames: [...given.getRootFileNames(), ...entries],
      options: { ...given.getCompilerOptions(), ...(entries.length > 0 && ofJavaScript) },
      host: createHost(typescript, host, given, packages, parsed, { names, resolve }),
    });
    return { program, javascript: new Set(program.getSourceFiles().filter(({ fileName }) => names.has(fileName))) };
  });
  const known = new Set(given.getSourceFiles());
  for (const [name, file] of parsed) if (program.getSourceFile(name) !== file) parsed.delete(name);
  const sources = new Set(program.getSourceFiles().filter((file) => !known.has(file)));
  return { program, sources, bodies: { found, declarationsOf, classes, wantedOf, files: javascript, resolve } };
}

/** Forgets all parsed JavaScript: its types depend on all callers, so it is parsed and typed again. */
export function forgetJavaScript(parsed: ParsedSources): void {
  for (const name of parsed.keys()) if (isJavaScript(name)) parsed.delete(name);
}

function isJavaScript(name: string): boolean {
  return /\.[cm]?js$/.test(name);
}

/**
 * The options for checking JavaScript. It cannot write `a[i]!`; and without `strictNullChecks`, TypeScript misses variables that are read
 * before they have a value.
 */
const ofJavaScript = {
  allowJs: true,
  checkJs: true,
  strictNullChecks: true,
  noUncheckedIndexedAccess: false,
} as const satisfies ts.CompilerOptions;

/** The JavaScript of packages: its files by name, added as imports are resolved. */
interface JavaScript {
  readonly names: Set<string>;
  readonly resolve: ResolveJavaScript;
}

function createHost(
  typescript: TypeScript,
  host: ts.CompilerHost,
  given: ts.Program,
  packages: DevicePackages,
  parsed: ParsedSources,
  javascript: JavaScript,
): ts.CompilerHost {
  const options = given.getCompilerOptions();
  const { getSourceFile } = host;
  const parse: ts.CompilerHost["getSourceFile"] = (name, languageVersion, ...rest) => {
    if (!javascript.names.has(name)) return getSourceFile.call(host, name, languageVersion, ...rest);
    const text = host.readFile(name);
    return text === undefined ? undefined : parseJavaScript(typescript, name, text, languageVersion);
  };
  const create: ts.CompilerHost["getSourceFile"] = (name, languageVersion, ...rest) => {
    const before = parsed.get(name);
    if (before && isParsedAlike(before, languageVersion) && host.readFile(name) === before.text) return before;
    const file = parse(name, languageVersion, ...rest);
    if (file) parsed.set(name, file);
    return file;
  };
  const currentDirectory = given.getCurrentDirectory();
  const cache = typescript.createModuleResolutionCache(currentDirectory, host.getCanonicalFileName, options);
  const resolve = (literal: ts.StringLiteralLike, file: ts.SourceFile): Resolution => {
    const mode = typescript.getModeForUsageLocation(file, literal, options);
    const inPackage = javascript.names.has(file.fileName)
      ? resolveInPackage(javascript, literal.text, file.fileName, mode)
      : undefined;
    if (inPackage) return inPackage;
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
      // createProgram itself merges a file with two names; for another project's source, the program has its declarations.
      const isAnother = file !== undefined && ("redirectInfo" in file || file.fileName !== name);
      return file === undefined || isAnother || javascript.names.has(name) ? create(name, ...rest) : file;
    },
    resolveModuleNameLiterals: (literals, _name, _redirect, _options, file) =>
      literals.map((literal) => leadToSource(given, packages, resolve(literal, file))),
  };
}

/** Resolves JavaScript's imports to JavaScript, even beside declarations; undefined for the library, whose declarations describe it. */
function resolveInPackage(
  { names, resolve }: JavaScript,
  name: string,
  from: string,
  mode: ts.ResolutionMode,
): Resolution | undefined {
  const found = resolve(name, from, mode);
  if (found === undefined) return { resolvedModule: undefined };
  if (findPackage(path.dirname(found)).name === "lanewise") return undefined;
  names.add(found);
  return { resolvedModule: { resolvedFileName: found, extension: /\.[cm]?js$/.exec(found)?.[0] ?? ".js" } };
}

/** Whether a file was parsed for the required language version and module format. */
function isParsedAlike(file: ts.SourceFile, wanted: ts.ScriptTarget | ts.CreateSourceFileOptions): boolean {
  const { languageVersion, impliedNodeFormat } = typeof wanted === "object" ? wanted : { languageVersion: wanted };
  return file.languageVersion === languageVersion && file.impliedNodeFormat === impliedNodeFormat;
}

type Resolution = ts.ResolvedModuleWithFailedLookupLocations;

/** Internal to TypeScript: reuses resolutions, and knows files that are not on disk. */
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
  // For a referenced project, TypeScript uses the declarations under the source's name.
  const referred = given.getSourceFile(resolvedFileName);
  const found = referred?.isDeclarationFile ? referred.fileName : resolvedFileName;
  const isDeclared = /\.d\.[cm]?ts$/.test(found);
  const file = (isDeclared ? packages.sourceOf(found) : packages.declarationsOf(found)) ?? found;
  if (file === resolvedFileName) return resolution;
  const [extension = ".ts"] = /(\.d)?\.[cm]?tsx?$/.exec(file) ?? [];
  return { ...resolution, resolvedModule: { ...resolvedModule, resolvedFileName: file, extension } };
}
