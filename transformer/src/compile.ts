// The front end's pass list: takes a TypeScript program; returns edits, images and diagnostics. Read it top to bottom:
// recognise -> check -> outline -> lower -> races -> verify -> split -> properties -> embed.

import type ts from "typescript-6";
import type { CompileOptions } from "./build-options.js";
import { checkModuleIds } from "./check/check-module-ids.js";
import { reportHostAccess, valueAccessesIn } from "./check/host-access.js";
import type { Compilation, Faults } from "./compilation.js";
import { type FileContent, type LoweredFile, lowerFile } from "./compile-file.js";
import { atCallSite } from "./diagnostics/call-site.js";
import { type Diagnostic, isError } from "./diagnostics/diagnostic.js";
import { createReporter, distinct } from "./diagnostics/reporter.js";
import { faultOf } from "./faults/fault-of.js";
import { isUnreadable, NESTED_TOO_DEEP, unreadableIn } from "./faults/nesting.js";
import { checkModules } from "./link/check-modules.js";
import { linkProgram } from "./link-program.js";
import type { WantedBodies } from "./package-bodies/package-bodies.js";
import type { PassContext, Progress, TypeScript } from "./pass-context.js";
import { projectOptions } from "./plugin-entry.js";
import { areArraysAlike } from "./recognise/array-variants.js";
import { reportHiddenGlobals } from "./recognise/hidden-globals.js";
import { isGivenAlike } from "./recognise/kernel-variants.js";
import { findingsOf, type Kernel, kernelsOf } from "./recognise/kernels.js";
import { isFromLibrary } from "./recognise/library.js";
import { createReplacementSearch } from "./recognise/new-replacements.js";
import { forgetPackages, identifyModule } from "./recognise/package-of.js";
import { rememberTypes } from "./remember-types.js";
import { withVisibleSources } from "./visible-sources.js";
import {
  type CompilerMemory,
  collected,
  createMemory,
  currentBodies,
  forgetUnused,
  type KeptFile,
  keep,
  recall,
  wantBodies,
} from "./watch/compiler-memory.js";

export type { TypeScript } from "./pass-context.js";

/**
 * Compiles a program. `asked` overrides the plugin's entry in tsconfig.json. With a memory (`watched`), only what has changed since the last
 * compilation is redone. `pause` is called before each file; if it throws, the compilation ends, and the memory keeps the results so far.
 */
export function compileProgram(
  typescript: TypeScript,
  given: ts.Program,
  asked: CompileOptions = {},
  watched?: CompilerMemory,
  pause: () => void = () => undefined,
): Compilation {
  const progress: Progress = { node: undefined };
  try {
    return compileWhole(typescript, given, asked, watched, pause, progress);
  } catch (error) {
    const files = given.getSourceFiles().filter(({ isDeclarationFile }) => !isDeclarationFile);
    const found = faultOf(typescript, error, progress, files);
    const faults = new Map(files.map(({ fileName }) => [fileName, { errors: [found], typeErrors: [] }]));
    return { files: new Map(), faults, diagnostics: [found] };
  }
}

/** Repeats the compilation with the package functions that kernels turn out to call, since those may call others. */
function compileWhole(
  typescript: TypeScript,
  given: ts.Program,
  asked: CompileOptions,
  watched: CompilerMemory | undefined,
  pause: () => void,
  progress: Progress,
): Compilation {
  const memory = watched ?? createMemory();
  for (;;) {
    const made = compileOnce(typescript, given, asked, memory, pause, progress);
    if ("compilation" in made) return made.compilation;
    wantBodies(memory, made.wanted);
  }
}

function compileOnce(
  typescript: TypeScript,
  given: ts.Program,
  asked: CompileOptions,
  memory: CompilerMemory,
  pause: () => void,
  progress: Progress,
): { readonly compilation: Compilation } | { readonly wanted: WantedBodies } {
  forgetPackages();
  const own = sourceFiles(given);
  const { program, sources, bodies } = withVisibleSources(
    typescript,
    given,
    own,
    memory.visible,
    currentBodies(memory, given),
    memory.isBundled,
  );
  // Must come before any use of new files: it binds them, and unbound nodes have no parents.
  const checker = program.getTypeChecker();
  const javascript = new Set([...bodies.files].map(({ fileName }) => fileName));
  const known = recall(memory, typescript, program, javascript);
  const kept = new Map(
    own.map((source): [ts.SourceFile, KeptFile] => [source, { plainTypes: new Map(), ...known.get(source) }]),
  );
  const context: PassContext = {
    ts: typescript,
    program,
    checker: rememberTypes(typescript, program, checker, (source) => kept.get(source)?.plainTypes),
    reporter: createReporter(),
    userProgram: given,
    visibleSources: sources,
    bodies: { ...bodies, asked: new Map(), misses: { count: 0 } },
    pause,
    progress,
    typeErrors: new Map(),
  };
  for (const found of unreadableIn(program.getSourceFiles())) context.reporter.report(NESTED_TOO_DEEP, found);
  const options = { ...projectOptions(context), ...asked };
  // At once: if the compilation ends early, the memory has its results so far.
  keep(memory, typescript, program, javascript, kept);
  forgetReplaced(
    context,
    kept,
    own.filter((source) => !known.has(source)),
  );
  for (const [source, { typeErrors }] of kept) if (typeErrors) context.typeErrors.set(source, typeErrors);
  const contents = contentsOf(context, kept);
  reportHiddenGlobals(context, own);
  const lowered = lowerFiles(context, contents, kept);
  if (context.bodies.asked.size > 0) return { wanted: context.bodies.asked };
  const globals = contents.flatMap(({ findings }) => findings.globals);
  if (globals.length > 0) checkHostAccess(context, kept);
  checkModuleIds(
    context.reporter,
    contents.map(({ source }) => source.fileName),
  );
  context.progress.node = undefined;
  const linkable = soundOf(context, kept, lowered);
  checkModules(context.reporter, linkable, memory.link);
  const linked = linkProgram(context, soundOf(context, kept, linkable), options, globals, memory);
  for (const [source, typeErrors] of context.typeErrors) Object.assign(kept.get(source) ?? {}, { typeErrors });
  forgetUnused(memory);
  const diagnostics = presented(context, context.reporter.diagnostics);
  return { compilation: { ...linked, faults: faultsOf(context, kept), diagnostics } };
}

/** Forgets results that edited files may invalidate by replacing a member, even though nothing imports them. */
function forgetReplaced(
  context: PassContext,
  kept: ReadonlyMap<ts.SourceFile, KeptFile>,
  edited: readonly ts.SourceFile[],
): void {
  const mayBeReplaced = createReplacementSearch(context, edited);
  for (const file of kept.values()) {
    if (file.lowered && mayBeReplaced(file.lowered.members)) delete file.lowered;
    if (!file.findings || !mayBeReplaced(file.findings.members)) continue;
    delete file.findings;
    delete file.lowered;
  }
}

/** The diagnostics as shown to the user. */
function presented({ userProgram }: PassContext, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return distinct(diagnostics).map((found) =>
    // For a referenced project, the program also has the declarations under the source's name.
    atCallSite(found, (file) => userProgram.getSourceFile(file)?.fileName === file),
  );
}

/** Errors count against the file being compiled when they were found, and against the file they are in. */
function faultsOf(context: PassContext, kept: ReadonlyMap<ts.SourceFile, KeptFile>): Map<string, Faults> {
  const errors = distinct(context.reporter.diagnostics).filter(isError);
  const faults = new Map<string, Faults>();
  for (const [{ fileName }, { findings, lowered }] of kept) {
    const made = [...(findings?.diagnostics ?? []), ...(lowered?.diagnostics ?? [])].filter(isError);
    const inside = errors.filter(({ file }) => file === fileName);
    const typeErrors = [...(lowered?.value.typeErrors ?? [])];
    const own = presented(context, [...made, ...inside]);
    if (own.length + typeErrors.length > 0) faults.set(fileName, { errors: own, typeErrors });
  }
  return faults;
}

/** The files without a fault so far. */
function soundOf(
  context: PassContext,
  kept: ReadonlyMap<ts.SourceFile, KeptFile>,
  lowered: readonly LoweredFile[],
): LoweredFile[] {
  const faults = faultsOf(context, kept);
  return lowered.filter(({ content }) => !faults.has(content.source.fileName));
}

/** Finds the declarations and uses in each file, and assigns kernels to their files. */
function contentsOf(context: PassContext, kept: ReadonlyMap<ts.SourceFile, KeptFile>): FileContent[] {
  const found = [...kept].map(([source, file]) => {
    context.progress.node = source;
    const missed = context.bodies.misses.count;
    const findings = collected(context, file.findings, () => findingsOf(context, source));
    if (context.bodies.misses.count === missed) file.findings = findings;
    else delete file.findings;
    return { source, findings: findings.value };
  });
  const kernels = kernelsOf(
    context,
    found.map(({ findings }) => findings),
  );
  // In source order, so that kernel names do not depend on which file is visited first.
  kernels.sort((a, b) => a.declaration.pos - b.declaration.pos);
  const bySource = new Map<ts.SourceFile, Kernel[]>();
  for (const kernel of kernels) {
    const source = kernel.declaration.getSourceFile();
    bySource.set(source, [...(bySource.get(source) ?? []), kernel]);
  }
  const contents = found.map((content): FileContent => {
    const own = bySource.get(content.source) ?? [];
    return { ...content, kernels: own, usedIn: own.map(({ use }) => use.getSourceFile()) };
  });
  // A file may lose all its kernels without being edited, if nothing launches them any more.
  for (const content of contents) if (!hasContent(content)) delete kept.get(content.source)?.lowered;
  return contents.filter(hasContent);
}

function hasContent({ kernels, findings }: FileContent): boolean {
  const { uses: _, passed: __, launched: ___, ...declared } = findings;
  return kernels.length > 0 || Object.values(declared).some((list) => list.length > 0);
}

function lowerFiles(
  context: PassContext,
  contents: readonly FileContent[],
  kept: ReadonlyMap<ts.SourceFile, KeptFile>,
): LoweredFile[] {
  const globalsOf = (source: ts.SourceFile) => kept.get(source)?.findings?.value.globals ?? [];
  const lowered: LoweredFile[] = [];
  for (const content of contents) {
    const file = kept.get(content.source) ?? {};
    context.progress.node = content.source;
    const before = file.lowered?.value.file;
    const known = before && isSame(before, content) ? file.lowered : undefined;
    const missed = context.bodies.misses.count;
    const made = collected(context, known, () => lowerFile(context, content, globalsOf));
    // Package functions that it calls are not resolved yet; it will be lowered again.
    if (context.bodies.misses.count === missed) file.lowered = made;
    else delete file.lowered;
    if (made.value.file) lowered.push(made.value.file);
  }
  // Images of several modules must not depend on the order in which TypeScript found the files.
  return lowered.sort((a, b) => (a.module.name < b.module.name ? -1 : 1));
}

/** Whether a cached file is still valid: its kernels may be launched elsewhere, or differently. */
function isSame({ content, module }: LoweredFile, { source, kernels }: FileContent): boolean {
  const isKernel = (one: Kernel, index: number) => {
    const before = content.kernels[index];
    const isThere = content.usedIn[index] === one.use.getSourceFile();
    const isSameUse = isThere && before?.use === one.use && before.declaration === one.declaration;
    return isSameUse && isUsedAlike(before, one);
  };
  const isRenamed = identifyModule(source.fileName).module !== module.name;
  return !isRenamed && content.kernels.length === kernels.length && kernels.every(isKernel);
}

function isUsedAlike(a: Kernel, b: Kernel): boolean {
  const areSame = [...a.combiners].every(([reducer, combiner]) => b.combiners.get(reducer) === combiner);
  return (
    a.dimensions === b.dimensions &&
    a.combiners.size === b.combiners.size &&
    areSame &&
    JSON.stringify(a.elements) === JSON.stringify(b.elements) &&
    isGivenAlike(a.given, b.given) &&
    areArraysAlike(a.arrays, b.arrays)
  );
}

function checkHostAccess(context: PassContext, kept: ReadonlyMap<ts.SourceFile, KeptFile>): void {
  const reached = context.reporter.diagnostics.some(isError)
    ? undefined
    : new Set([...kept.values()].flatMap(({ lowered }) => [...(lowered?.value.functions ?? [])]));
  for (const [source, file] of kept) {
    file.accesses ??= valueAccessesIn(context, source);
    reportHostAccess(context, file.accesses, reached);
  }
}

/** The program's own TypeScript files, if it uses the library at all. */
function sourceFiles(program: ts.Program): ts.SourceFile[] {
  const all = program.getSourceFiles();
  if (!all.some((file) => isUnreadable(file) || isFromLibrary(file))) return [];
  return all.filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file));
}
