// The compiler's cache between compilations of a project. Findings and results of a file remain valid while no import of the file changes
// its meaning (affected-files.ts), and the other files that were read are unchanged.

import type ts from "typescript-6";
import type { ValueAccess } from "../check/host-access.js";
import type { CompiledFile } from "../compilation.js";
import type { Lowering } from "../compile-file.js";
import type { Collected } from "../diagnostics/reporter.js";
import { createLinkMemory, type LinkMemory, sweepLinkMemory } from "../link/link-memory.js";
import type { WantedBodies } from "../package-bodies/package-bodies.js";
import type { PassContext, TypeScript } from "../pass-context.js";
import type { Findings } from "../recognise/kernels.js";
import type { PlainTypes } from "../remember-types.js";
import { forgetJavaScript, type ParsedSources } from "../visible-sources.js";
import { ALL, affectedFiles, type ChangedFile, type ImportedModule, knownSurface } from "./affected-files.js";
import { createKept, type Kept } from "./kept.js";
import { namesAround } from "./surface.js";

/** The results for one source file, with their diagnostics and the files read for them. */
export interface KeptFile {
  findings?: Collected<Findings>;
  lowered?: Collected<Lowering>;
  accesses?: readonly ValueAccess[];
  /** TypeScript's errors in it, if they were requested. */
  typeErrors?: readonly ts.Diagnostic[];
  plainTypes?: PlainTypes;
}

export interface CompilerMemory {
  /** The last program's files, by name. */
  program: ReadonlyMap<string, ts.SourceFile>;
  /** Names of the JavaScript files of packages: nothing in the program imports them. */
  javascript: ReadonlySet<string>;
  files: Map<ts.SourceFile, KeptFile>;
  /** Valid while the set of files is the same. */
  imports: WeakMap<ts.SourceFile, readonly ImportedModule[]>;
  readonly link: LinkMemory;
  readonly embedded: Kept<CompiledFile>;
  /** Parsed sources of packages. */
  readonly visible: ParsedSources;
  /** Package functions that kernels call, with JavaScript to read. */
  wanted: WantedBodies;
  /** Whether a bundler decides which files of packages are used, and checks the files that were read (adapters/package-resolutions.ts). */
  readonly isBundled: boolean;
}

export function createMemory(isBundled = false): CompilerMemory {
  return {
    program: new Map(),
    javascript: new Set(),
    files: new Map(),
    imports: new WeakMap(),
    link: createLinkMemory(),
    embedded: createKept(),
    visible: new Map(),
    wanted: new Map(),
    isBundled,
  };
}

/** The results that are still valid for the program's files. */
export function recall(
  memory: CompilerMemory,
  typescript: TypeScript,
  program: ts.Program,
  javascript: ReadonlySet<string>,
): Map<ts.SourceFile, KeptFile> {
  const affected = affectedBy(memory, typescript, program, javascript);
  if (affected === "all") return new Map();
  const isAffected = (file: ts.SourceFile | undefined) => file !== undefined && affected.has(file.fileName);
  // Errors may have notes in other files.
  const areTrue = (errors: readonly ts.Diagnostic[]) =>
    !errors.some(({ relatedInformation = [] }) => relatedInformation.some(({ file }) => isAffected(file)));
  const isTrue = ({ files }: Collected<unknown>) => ![...files].some((name) => affected.has(name));
  // Code lowered together with other files' code depends on its own text and the names in it.
  const isTouched = (node: ts.Node) => {
    const touched = affected.get(node.getSourceFile().fileName);
    if (touched === undefined || touched.has(ALL)) return touched !== undefined;
    const names = namesAround(typescript, node);
    return names.length === 0 || names.some((name) => touched.has(name));
  };
  const isLoweredAlike = (made: Collected<Lowering>) =>
    isTrue(made) &&
    ![...made.value.places].some(({ fileName }) => affected.get(fileName)?.has(ALL)) &&
    ![...made.value.functions].some(isTouched);
  return new Map(
    [...memory.files]
      .filter(([file]) => !isAffected(file))
      .map(([file, { findings, lowered, accesses, typeErrors, plainTypes }]): [ts.SourceFile, KeptFile] => [
        file,
        {
          ...(accesses && { accesses }),
          ...(plainTypes && { plainTypes }),
          ...(typeErrors && areTrue(typeErrors) && { typeErrors }),
          ...(findings && isTrue(findings) && { findings, ...(lowered && isLoweredAlike(lowered) && { lowered }) }),
        },
      ]),
  );
}

export function keep(
  memory: CompilerMemory,
  typescript: TypeScript,
  program: ts.Program,
  javascript: ReadonlySet<string>,
  files: Map<ts.SourceFile, KeptFile>,
): void {
  memory.javascript = javascript;
  memory.program = new Map(program.getSourceFiles().map((file) => [file.fileName, file]));
  memory.files = files;
  for (const file of files.keys()) knownSurface(typescript, file);
}

/** The package functions that kernels are known to call, if their declarations are still the program's. */
export function currentBodies(memory: CompilerMemory, program: ts.Program): WantedBodies {
  const isThere = (node: ts.Node) => program.getSourceFile(node.getSourceFile().fileName) === node.getSourceFile();
  const current = new Map(
    [...memory.wanted].filter(([, { declarations, declaredClass }]) =>
      [...declarations, ...(declaredClass ? [declaredClass] : [])].every(isThere),
    ),
  );
  if (current.size < memory.wanted.size) setBodies(memory, current);
  return memory.wanted;
}

export function wantBodies(memory: CompilerMemory, wanted: WantedBodies): void {
  setBodies(memory, new Map([...memory.wanted, ...wanted]));
}

function setBodies(memory: CompilerMemory, wanted: WantedBodies): void {
  forgetJavaScript(memory.visible);
  memory.wanted = wanted;
}

/** Drops results that the finished compilation did not use. */
export function forgetUnused(memory: CompilerMemory): void {
  sweepLinkMemory(memory.link);
  memory.embedded.sweep();
}

/** The result of `make`, or the known one. */
export function collected<T>(
  { reporter, pause }: PassContext,
  known: Collected<T> | undefined,
  make: () => T,
): Collected<T> {
  if (known === undefined) {
    pause();
    return reporter.collect(make);
  }
  reporter.repeat(known);
  return known;
}

/** The names of the files whose types may have changed. */
function affectedBy(
  memory: CompilerMemory,
  typescript: TypeScript,
  program: ts.Program,
  javascript: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> | "all" {
  const found = program.getSourceFiles();
  const isAside = (name: string) => javascript.has(name) || memory.javascript.has(name);
  const names = new Set(found.map(({ fileName }) => fileName));
  const isOther = (name: string) => !isAside(name) && !(names.has(name) && memory.program.has(name));
  // A new file may change the target of another file's import.
  if ([...names, ...memory.program.keys()].some(isOther)) {
    memory.imports = new WeakMap();
    return "all";
  }
  const files = new Map(found.map((file) => [file.fileName, file]));
  const importers = new Map<string, string[]>();
  const changed = new Map<string, ChangedFile>();
  for (const file of found) {
    const before = memory.program.get(file.fileName);
    if (before && before !== file) changed.set(file.fileName, { before, after: file });
    const imported = importsOf(memory, typescript, program, file);
    if (imported === undefined) return "all";
    for (const { fileName } of imported) {
      const known = importers.get(fileName);
      if (known) known.push(file.fileName);
      else importers.set(fileName, [file.fileName]);
    }
  }
  const isForAll = ({ before, after }: ChangedFile) =>
    [before, after].some((file) => !isAside(file.fileName) && isGlobal(typescript, file));
  if ([...changed.values()].some(isForAll)) return "all";
  const graph = {
    files,
    importsOf: (file: ts.SourceFile) => importsOf(memory, typescript, program, file) ?? [],
    importersOf: (name: string) => importers.get(name) ?? [],
  };
  return affectedFiles(typescript, graph, changed);
}

/**
 * The project's files that a file imports, directly or not, except those in `known`, which includes everything they import; adds the result to
 * it.
 */
export function reachedImports(
  memory: CompilerMemory,
  typescript: TypeScript,
  program: ts.Program,
  file: ts.SourceFile,
  known: Set<string> = new Set(),
): string[] {
  const reached: string[] = [];
  const add = (one: ts.SourceFile): void => {
    for (const { fileName: name } of importsOf(memory, typescript, program, one) ?? []) {
      const imported = known.has(name) ? undefined : program.getSourceFile(name);
      if (!imported || program.isSourceFileFromExternalLibrary(imported)) continue;
      known.add(name);
      reached.push(name);
      add(imported);
    }
  };
  add(file);
  return reached.filter((name) => name !== file.fileName);
}

/** Whether a file's declarations are visible without an import. */
function isGlobal(typescript: TypeScript, file: ts.SourceFile): boolean {
  return (
    !typescript.isExternalModule(file) || /\b(?:declare\s+(?:global|module)|export\s+as\s+namespace)\b/.test(file.text)
  );
}

/** Internal to TypeScript, for its own watching compiler. */
interface ImportingFile {
  readonly imports?: readonly ts.StringLiteralLike[];
}
interface ResolvingProgram {
  getResolvedModule?(
    file: ts.SourceFile,
    name: string,
    mode: ts.ResolutionMode,
  ): ts.ResolvedModuleWithFailedLookupLocations | undefined;
}

/** The imports of a file; undefined if TypeScript does not provide them. */
function importsOf(
  memory: CompilerMemory,
  typescript: TypeScript,
  program: ts.Program & ResolvingProgram,
  file: ts.SourceFile & ImportingFile,
): readonly ImportedModule[] | undefined {
  const known = memory.imports.get(file);
  if (known) return known;
  const { imports } = file;
  const { getResolvedModule } = program;
  if (!imports || !getResolvedModule) return undefined;
  const found = imports.flatMap((literal): ImportedModule[] => {
    const mode = typescript.getModeForUsageLocation(file, literal, program.getCompilerOptions());
    const fileName = getResolvedModule(file, literal.text, mode)?.resolvedModule?.resolvedFileName;
    if (fileName === undefined) return [];
    const { parent } = literal;
    const isStatement = parent && (typescript.isImportDeclaration(parent) || typescript.isExportDeclaration(parent));
    return [{ name: literal.text, fileName, isStatement: isStatement && parent.parent === file }];
  });
  memory.imports.set(file, found);
  return found;
}
