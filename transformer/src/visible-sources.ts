// Makes the program in which kernels see into packages: the user's program again, with all its files, in which imports of device
// code lead to the packages' sources instead of their declarations. Only the compiler looks at it: what TypeScript reports and
// emits is the user's program, and one without such imports is taken as it is.

import type ts from "typescript-6";
import { unpatchedCreateProgram } from "./create-program.js";
import { createDevicePackages, type DevicePackages } from "./device-packages.js";
import type { TypeScript } from "./pass-context.js";

export interface VisibleProgram {
  readonly program: ts.Program;
  /** The files that it has and the user's program has not. */
  readonly sources: ReadonlySet<ts.SourceFile>;
}

/** `files` are the user's own that may have kernels. */
export function withVisibleSources(
  typescript: TypeScript,
  given: ts.Program,
  files: readonly ts.SourceFile[],
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
    host: createHost(typescript, given, packages),
  });
  const known = new Set(given.getSourceFiles());
  return { program, sources: new Set(program.getSourceFiles().filter((file) => !known.has(file))) };
}

function createHost(typescript: TypeScript, given: ts.Program, packages: DevicePackages): ts.CompilerHost {
  const options = given.getCompilerOptions();
  const host = typescript.createCompilerHost(options);
  const create = host.getSourceFile.bind(host);
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
