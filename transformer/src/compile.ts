// The front end's pass list: a TypeScript program in; edits, images and diagnostics out. Read it top to bottom:
// recognise -> check -> outline -> lower -> races -> verify -> split -> properties -> embed.

import type ts from "typescript-6";
import type { BuildOptions, CompileOptions } from "./build-options.js";
import { checkModuleIds } from "./check/check-module-ids.js";
import { reportHostAccess, valueAccessesIn } from "./check/host-access.js";
import type { AddedFile, Compilation, CompiledFile, Faults } from "./compilation.js";
import { type FileContent, type LoweredFile, lowerFile } from "./compile-file.js";
import { atCallSite } from "./diagnostics/call-site.js";
import { type Diagnostic, isError } from "./diagnostics/diagnostic.js";
import { createReporter, distinct } from "./diagnostics/reporter.js";
import { dump } from "./dump.js";
import { embed, embedMarks, PROTOCOL } from "./embed.js";
import { faultOf } from "./faults/fault-of.js";
import { isUnreadable, NESTED_TOO_DEEP, unreadableIn } from "./faults/nesting.js";
import { addTargets } from "./link/ahead-of-time.js";
import { checkImageScope } from "./link/check-image-scope.js";
import { checkModules, declarationsIn } from "./link/check-modules.js";
import { checkWhole } from "./link/check-whole.js";
import { partReferences } from "./link/image-parts.js";
import { imagesFileName, imagesModuleText, importOfImages } from "./link/images-module.js";
import { assertValidOnce, linkedWithin } from "./link/link-memory.js";
import { findPackageFunctions } from "./link/package-functions.js";
import type { ReducersOf } from "./link/properties.js";
import { type SplitImage, type SplitProgram, splitImages } from "./link/split-images.js";
import { wasmFiles } from "./link/wasm-files.js";
import { type Mark, marksOf } from "./mark-passed.js";
import type { WantedBodies } from "./package-bodies/package-bodies.js";
import type { PassContext, Progress, TypeScript } from "./pass-context.js";
import { projectOptions } from "./plugin-entry.js";
import { areArraysAlike } from "./recognise/array-variants.js";
import type { KeptGlobal } from "./recognise/device-globals.js";
import { reportHiddenGlobals } from "./recognise/hidden-globals.js";
import { flat, isGivenAlike } from "./recognise/kernel-variants.js";
import { findingsOf, type Kernel, kernelsOf } from "./recognise/kernels.js";
import { isFromLibrary } from "./recognise/library.js";
import { createReplacementSearch } from "./recognise/new-replacements.js";
import { forgetPackages, identifyModule } from "./recognise/package-of.js";
import { rememberTypes } from "./remember-types.js";
import { toTargets } from "./targets.js";
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
import type { Kept } from "./watch/kept.js";

export type { TypeScript } from "./pass-context.js";

/**
 * `asked` wins over the plugin's entry in tsconfig.json. With a memory (`watched`), only what changed since the last compilation is made anew.
 * `pause` is called before each file that is looked at; what it throws ends the compilation, and the memory keeps what has been made so far.
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

/** Again with what kernels call of packages, where that is found out: a function of a package may lead to others. */
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
  // Before anybody looks at new files: it binds them, without which nodes do not know what they stand in.
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
  // At once: where the compilation ends early, what it has made is in there.
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

/** Files that nobody reads may have begun to say what a member is. */
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

/** As the user is shown them. */
function presented({ userProgram }: PassContext, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return distinct(diagnostics).map((found) =>
    // Of a project that is referred to, the program has the declarations also by the source's name.
    atCallSite(found, (file) => userProgram.getSourceFile(file)?.fileName === file),
  );
}

/** Errors count against the file in whose making they were found, and against the one that they are in. */
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

/** Those without a fault so far. */
function soundOf(
  context: PassContext,
  kept: ReadonlyMap<ts.SourceFile, KeptFile>,
  lowered: readonly LoweredFile[],
): LoweredFile[] {
  const faults = faultsOf(context, kept);
  return lowered.filter(({ content }) => !faults.has(content.source.fileName));
}

/** Recognises what stands in each file, and gives each its kernels. */
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
  // In the order of the text, so that their names do not depend on which file is looked at first.
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
  // The kernels of a file can all be gone although it is unchanged: nobody launches them any more.
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
    // What it calls of packages is to be found yet: then it is lowered again.
    if (context.bodies.misses.count === missed) file.lowered = made;
    else delete file.lowered;
    if (made.value.file) lowered.push(made.value.file);
  }
  // Images of several modules do not depend on the order in which TypeScript found the files.
  return lowered.sort((a, b) => (a.module.name < b.module.name ? -1 : 1));
}

/** Its kernels may be launched elsewhere than before, and for something else. */
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

/** split -> properties -> embed, of the whole program. */
function linkProgram(
  context: PassContext,
  lowered: readonly LoweredFile[],
  options: CompileOptions,
  globals: readonly KeptGlobal[],
  { link, embedded }: CompilerMemory,
): Pick<Compilation, "files" | "added"> {
  const imagesFile = imagesFileName(lowered.map(({ content }) => content.source.fileName));
  const sharedName = identifyModule(imagesFile).module;
  const modules = lowered.map(({ module }) => linkedWithin(link, module));
  const declarations = declarationsIn(lowered);
  for (const module of modules) assertValidOnce(link, module);
  const targets = toTargets(options.targets ?? ["ir"]) ?? { hasIr: true, wasm: [] };
  const areImagesChecked = options.rdc === "off" || globals.some(({ storage }) => storage === "image");
  if (options.checkOnly && !areImagesChecked && targets.wasm.length === 0) return { files: new Map() };
  const reducersOf = reducersIn(lowered);
  const split = splitImages(modules, options, sharedName, reducersOf, link);
  checkImageScope(context.reporter, split, { globals, declarations });
  if (options.rdc === "off") checkWhole(context.reporter, split, declarations);
  const imported = lowered.flatMap(({ importedFunctions }) => importedFunctions);
  const ofPackages = () => findPackageFunctions(context.ts, context.program.getCompilerOptions(), imported);
  const built = addTargets(split, targets, options, ofPackages, reducersOf, context.reporter, declarations, link);
  const files = new Map<string, CompiledFile>();
  const sourceOf = new Map(lowered.map(({ module, content }) => [module.name, content.source.fileName]));
  const marks = marksOf(lowered.flatMap(({ kernels }) => kernels));
  const embedding = { split: built, imagesFile, sourceOf, wasm: options.wasm ?? "inline", embedded, marks };
  for (const one of lowered) files.set(one.content.source.fileName, embedFile(context, one, embedding));
  for (const [source, ofFile] of marks) {
    if (!files.has(source.fileName)) files.set(source.fileName, markedFile(context, source, ofFile, lowered));
  }
  const shared = built.shared.map(({ image }) => image);
  return shared.length === 0 ? { files } : { files, added: addedFile(sharedName, shared, embedding) };
}

/** How many parameters of a kernel are reducers: they stand behind what it captures, where those of functions of elements have arrays. */
function reducersIn(lowered: readonly LoweredFile[]): ReducersOf {
  const found = new Map<string, number>();
  for (const { module, kernels, content } of lowered) {
    for (const { symbol, captures, declaration } of kernels) {
      const isOfElements = content.kernels.some((one) => one.declaration === declaration && one.elements);
      const fn = module.functions.find((one) => one.symbol === symbol);
      if (fn && !isOfElements) found.set(symbol, fn.parameters - captures.length);
    }
  }
  return (symbol) => found.get(symbol) ?? 0;
}

interface ProgramEmbedding {
  readonly split: SplitProgram;
  readonly imagesFile: string;
  /** Of modules, by name. */
  readonly sourceOf: ReadonlyMap<string, string>;
  readonly wasm: NonNullable<BuildOptions["wasm"]>;
  /** Of kernels that call what their wrappers are passed, and of functions that are passed. */
  readonly marks: ReadonlyMap<ts.SourceFile, readonly Mark[]>;
  /** From before. */
  readonly embedded: Kept<CompiledFile>;
}

/** What the registration of images has besides them. */
function referencesOf(
  sourceFile: string,
  images: readonly SplitImage[],
  wasm: ProgramEmbedding["wasm"],
  hasGlobals: boolean,
) {
  const { assets, ...files } = wasmFiles(sourceFile, images, wasm);
  const parts = partReferences(images, hasGlobals ? ["globals"] : []);
  const references = { imports: parts.imports + files.imports, fields: [...parts.fields, ...files.fields] };
  return { references, assets };
}

function addedFile(module: string, images: readonly SplitImage[], { imagesFile, wasm }: ProgramEmbedding): AddedFile {
  const { references, assets } = referencesOf(imagesFile, images, wasm, false);
  const encoded = images.map(({ image }) => image);
  const text = imagesModuleText(PROTOCOL, module, encoded, references);
  return { fileName: imagesFile, text, images: encoded, assets };
}

function embedFile(context: PassContext, lowered: LoweredFile, embedding: ProgramEmbedding): CompiledFile {
  const { fileName } = lowered.content.source;
  const { split, imagesFile, sourceOf, wasm, embedded } = embedding;
  const marks = embedding.marks.get(lowered.content.source) ?? [];
  const own = split.ofModules.get(lowered.module.name) ?? [];
  const isShared = split.shared.some(({ modules }) => modules.includes(lowered.module.name));
  const importedImages = isShared ? importOfImages(fileName, imagesFile) : "";
  const linked = own.flatMap((one) => (one.linked ?? []).flatMap((name) => sourceOf.get(name) ?? []));
  const marked = marks.map(({ fn, call }) => `${fn.pos} ${call}`).join("\n");
  const parts = [lowered, importedImages, wasm, linked.join("\n"), marked, ...own];
  return embedded.of(fileName, parts, () =>
    embedImages(context, lowered, { own, linked, importedImages, wasm, marks }),
  );
}

interface FileEmbedding extends Pick<ProgramEmbedding, "wasm"> {
  readonly marks: readonly Mark[];
  readonly own: readonly SplitImage[];
  /** The files that functions of its images were linked in from. */
  readonly linked: readonly string[];
  readonly importedImages: string;
}

function embedImages(
  context: PassContext,
  { content: { source, findings }, module, kernels, imports, dependencies }: LoweredFile,
  { own, linked, importedImages, wasm, marks }: FileEmbedding,
): CompiledFile {
  const images = own.map(({ image }) => image);
  const { references, assets } = referencesOf(source.fileName, own, wasm, findings.globals.length > 0);
  const edits = embed(context, source, {
    module: module.name,
    kernels,
    marks,
    imports,
    ...findings,
    images,
    references,
    importOfImages: importedImages,
  });
  const reached = [...new Set([...[...dependencies].map(nameOf), ...linked])];
  const compiled = { fileName: source.fileName, edits, images, dependencies: reached, assets };
  dump(compiled, module);
  return compiled;
}

/** One that has no kernels, but functions that are passed to wrappers of kernels in other files. */
function markedFile(
  context: PassContext,
  source: ts.SourceFile,
  marks: readonly Mark[],
  lowered: readonly LoweredFile[],
): CompiledFile {
  const functions = new Set(marks.map(({ fn }) => fn));
  const users = lowered.filter(({ kernels }) =>
    kernels.some(({ given }) => flat(given).some(({ fn }) => functions.has(fn))),
  );
  const dependencies = users.map(({ content }) => content.source.fileName);
  return { fileName: source.fileName, edits: embedMarks(context, source, marks), images: [], dependencies, assets: [] };
}

function nameOf(file: ts.SourceFile): string {
  return file.fileName;
}

/** The program's own TypeScript files, if it uses the library at all. */
function sourceFiles(program: ts.Program): ts.SourceFile[] {
  const all = program.getSourceFiles();
  if (!all.some((file) => isUnreadable(file) || isFromLibrary(file))) return [];
  return all.filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file));
}
