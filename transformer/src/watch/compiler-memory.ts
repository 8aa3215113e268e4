// What the compiler keeps of one compilation of a project for the next one. What was found in a file, and what was made of it, stays true
// while nothing that the file imports means something else (affected-files.ts), and what was read of other files is as it was.

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

/** Of one source file; each with what was reported in the making, and what was read for it. */
export interface KeptFile {
  findings?: Collected<Findings>;
  lowered?: Collected<Lowering>;
  accesses?: readonly ValueAccess[];
  /** What TypeScript has against it, if it was asked. */
  typeErrors?: readonly ts.Diagnostic[];
  plainTypes?: PlainTypes;
}

export interface CompilerMemory {
  /** The last program's files, by name. */
  program: ReadonlyMap<string, ts.SourceFile>;
  /** Which of them are JavaScript of packages, by name: nothing in the program imports them. */
  javascript: ReadonlySet<string>;
  files: Map<ts.SourceFile, KeptFile>;
  /** As long as there are the same files. */
  imports: WeakMap<ts.SourceFile, readonly ImportedModule[]>;
  readonly link: LinkMemory;
  readonly embedded: Kept<CompiledFile>;
  /** Of packages. */
  readonly visible: ParsedSources;
  /** What kernels call of them whose JavaScript is looked at. */
  wanted: WantedBodies;
  /** Whether a bundler says which files of packages are meant, and looks at what was read (adapters/package-resolutions.ts). */
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

/** What the memory still knows of the program's files. */
export function recall(
  memory: CompilerMemory,
  typescript: TypeScript,
  program: ts.Program,
  javascript: ReadonlySet<string>,
): Map<ts.SourceFile, KeptFile> {
  const affected = affectedBy(memory, typescript, program, javascript);
  if (affected === "all") return new Map();
  const isAffected = (file: ts.SourceFile | undefined) => file !== undefined && affected.has(file.fileName);
  // Notes of errors point at other files.
  const areTrue = (errors: readonly ts.Diagnostic[]) =>
    !errors.some(({ relatedInformation = [] }) => relatedInformation.some(({ file }) => isAffected(file)));
  const isTrue = ({ files }: Collected<unknown>) => ![...files].some((name) => affected.has(name));
  // Of code that is lowered with that of others, its own text and what it names count.
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

/** The functions of packages that kernels are known to call, as far as their declarations are those of the program. */
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

/** What the compilation that has come to its end did not ask for. */
export function forgetUnused(memory: CompilerMemory): void {
  sweepLinkMemory(memory.link);
  memory.embedded.sweep();
}

/** What `make` makes, unless it is known from before. */
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

/** The names of the files whose types may be others than they were. */
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
  // A new file can be what an import of another one means.
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

/** The project's files that a file imports, directly or not; without those in `known`, to which all that they import belongs, and which grows. */
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

/** Declares what files see that do not import it. */
function isGlobal(typescript: TypeScript, file: ts.SourceFile): boolean {
  return (
    !typescript.isExternalModule(file) || /\b(?:declare\s+(?:global|module)|export\s+as\s+namespace)\b/.test(file.text)
  );
}

/** Internal to TypeScript: what its own watching compiler asks. */
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

/** Undefined where TypeScript does not say. */
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
