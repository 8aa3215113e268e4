// Makes the program in which kernels see into packages: the user's program again, with all its files, in which imports of device
// code lead to the packages' sources instead of their declarations, and with the JavaScript of other packages that kernels call beside
// their declarations. Only the compiler looks at it: what TypeScript reports and emits is the user's program, and one without such
// imports is taken as it is.

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
  /** The files that it has and the user's program has not. */
  readonly sources: ReadonlySet<ts.SourceFile>;
  readonly bodies: Omit<PackageBodies, "asked" | "misses">;
}

/** Those that were parsed for the last program, by name: what is as it was stays the same object, from which everybody sees it. */
export type ParsedSources = Map<string, ts.SourceFile>;

/**
 * `files` are the user's own that may have kernels; `wanted` are functions of packages that these call. `isBundled`: a bundler says what is read of
 * packages, and not Node.
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

/** The types of JavaScript depend on all that calls it, so all of it is parsed and typed again. */
export function forgetJavaScript(parsed: ParsedSources): void {
  for (const name of parsed.keys()) if (isJavaScript(name)) parsed.delete(name);
}

function isJavaScript(name: string): boolean {
  return /\.[cm]?js$/.test(name);
}

/**
 * Under which JavaScript is checked. It cannot write `a[i]!`; and without `strictNullChecks` TypeScript does not see that a variable is read
 * before it has a value.
 */
const ofJavaScript = {
  allowJs: true,
  checkJs: true,
  strictNullChecks: true,
  noUncheckedIndexedAccess: false,
} as const satisfies ts.CompilerOptions;

/** The JavaScript of packages: its files by name, which grow as their imports are resolved. */
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
      // A file with two names is joined by createProgram itself; a source of another project stood for its declarations.
      const isAnother = file !== undefined && ("redirectInfo" in file || file.fileName !== name);
      return file === undefined || isAnother || javascript.names.has(name) ? create(name, ...rest) : file;
    },
    resolveModuleNameLiterals: (literals, _name, _redirect, _options, file) =>
      literals.map((literal) => leadToSource(given, packages, resolve(literal, file))),
  };
}

/** JavaScript imports JavaScript, also where declarations lie beside it; undefined of the library, whose declarations say what it has. */
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
