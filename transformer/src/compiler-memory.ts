// What the compiler keeps of one compilation of a project for the next one. What was found in a file, and what was made of it, stays true
// while the file and all that it imports, directly or not, are the same source files.

import type ts from "typescript-6";
import type { ValueAccess } from "./check/host-access.js";
import type { CompiledFile } from "./compilation.js";
import type { Lowering } from "./compile-file.js";
import type { Collected } from "./diagnostics/reporter.js";
import { createKept, type Kept } from "./kept.js";
import { createLinkMemory, type LinkMemory, sweepLinkMemory } from "./link/link-memory.js";
import type { PassContext, TypeScript } from "./pass-context.js";
import type { Findings } from "./recognise/kernels.js";

/** Of one source file; each with what was reported in the making. */
export interface KeptFile {
  findings?: Collected<Findings>;
  lowered?: Collected<Lowering>;
  accesses?: readonly ValueAccess[];
}

export interface CompilerMemory {
  /** The last program's files, by name. */
  program: ReadonlyMap<string, ts.SourceFile>;
  files: Map<ts.SourceFile, KeptFile>;
  /** The files that a file imports. */
  readonly imports: WeakMap<ts.SourceFile, readonly string[]>;
  readonly link: LinkMemory;
  readonly embedded: Kept<CompiledFile>;
}

export function createMemory(): CompilerMemory {
  return {
    program: new Map(),
    files: new Map(),
    imports: new WeakMap(),
    link: createLinkMemory(),
    embedded: createKept(),
  };
}

/** What the memory still knows of the program's files. */
export function recall(
  memory: CompilerMemory,
  typescript: TypeScript,
  program: ts.Program,
): Map<ts.SourceFile, KeptFile> {
  const affected = affectedFiles(memory, typescript, program);
  if (affected === "all") return new Map();
  return new Map([...memory.files].filter(([file]) => !affected.has(file.fileName)));
}

export function keep(memory: CompilerMemory, program: ts.Program, files: Map<ts.SourceFile, KeptFile>): void {
  memory.program = new Map(program.getSourceFiles().map((file) => [file.fileName, file]));
  memory.files = files;
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
  reporter.repeat(known.diagnostics);
  return known;
}

/** The names of files that are others than they were, and of all that import them. */
function affectedFiles(
  memory: CompilerMemory,
  typescript: TypeScript,
  program: ts.Program,
): ReadonlySet<string> | "all" {
  const files = program.getSourceFiles();
  if (files.length !== memory.program.size) return "all";
  const importers = new Map<string, string[]>();
  const changed: ts.SourceFile[] = [];
  for (const file of files) {
    const before = memory.program.get(file.fileName);
    // A new file can be what an import of another one means.
    if (before === undefined) return "all";
    if (before !== file) changed.push(before, file);
    const imported = importsOf(memory, typescript, program, file);
    if (imported === undefined) return "all";
    for (const name of imported) importers.set(name, [...(importers.get(name) ?? []), file.fileName]);
  }
  if (changed.some((file) => isGlobal(typescript, file))) return "all";
  const affected = new Set<string>();
  const add = (name: string): void => {
    if (affected.has(name)) return;
    affected.add(name);
    for (const importer of importers.get(name) ?? []) add(importer);
  };
  for (const { fileName } of changed) add(fileName);
  return affected;
}

/** The project's files that a file imports, directly or not. */
export function reachedImports(
  memory: CompilerMemory,
  typescript: TypeScript,
  program: ts.Program,
  file: ts.SourceFile,
): string[] {
  const reached = new Set<string>();
  const add = (one: ts.SourceFile): void => {
    for (const name of importsOf(memory, typescript, program, one) ?? []) {
      const imported = program.getSourceFile(name);
      if (!imported || reached.has(name) || program.isSourceFileFromExternalLibrary(imported)) continue;
      reached.add(name);
      add(imported);
    }
  };
  add(file);
  reached.delete(file.fileName);
  return [...reached];
}

/** Declares what files see that do not import it. */
function isGlobal(typescript: TypeScript, file: ts.SourceFile): boolean {
  return !typescript.isExternalModule(file) || /\bdeclare\s+(?:global|module)\b/.test(file.text);
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
): readonly string[] | undefined {
  const known = memory.imports.get(file);
  if (known) return known;
  const { imports } = file;
  const { getResolvedModule } = program;
  if (!imports || !getResolvedModule) return undefined;
  const names = imports.flatMap((literal) => {
    const mode = typescript.getModeForUsageLocation(file, literal, program.getCompilerOptions());
    const found = getResolvedModule(file, literal.text, mode)?.resolvedModule?.resolvedFileName;
    return found === undefined ? [] : [found];
  });
  memory.imports.set(file, names);
  return names;
}
