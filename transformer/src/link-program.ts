// The end of the front end's pass list, for the whole program: split -> properties -> embed. Turns modules into images, and images and marks
// into the edits of each file.

import type ts from "typescript-6";
import type { BuildOptions, CompileOptions } from "./build-options.js";
import type { AddedFile, Compilation, CompiledFile } from "./compilation.js";
import type { LoweredFile } from "./compile-file.js";
import { dump } from "./dump.js";
import { embed, embedMarks, PROTOCOL } from "./embed.js";
import { addTargets } from "./link/ahead-of-time.js";
import { checkImageScope } from "./link/check-image-scope.js";
import { declarationsIn } from "./link/check-modules.js";
import { checkWhole } from "./link/check-whole.js";
import { partReferences } from "./link/image-parts.js";
import { imagesFileName, imagesModuleText, importOfImages } from "./link/images-module.js";
import { assertValidOnce, linkedWithin } from "./link/link-memory.js";
import { findPackageFunctions } from "./link/package-functions.js";
import type { ReducersOf } from "./link/properties.js";
import { type SplitImage, type SplitProgram, splitImages } from "./link/split-images.js";
import { wasmFiles } from "./link/wasm-files.js";
import { type Marks, marksOf } from "./mark-passed.js";
import type { PassContext } from "./pass-context.js";
import type { KeptGlobal } from "./recognise/device-globals.js";
import { flat } from "./recognise/kernel-variants.js";
import { identifyModule } from "./recognise/package-of.js";
import { toTargets } from "./targets.js";
import type { CompilerMemory } from "./watch/compiler-memory.js";
import type { Kept } from "./watch/kept.js";

export function linkProgram(
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
  const marks = marksOf(
    context,
    lowered.flatMap(({ kernels }) => kernels),
  );
  const embedding = { split: built, imagesFile, sourceOf, wasm: options.wasm ?? "inline", embedded, marks };
  for (const one of lowered) files.set(one.content.source.fileName, embedFile(context, one, embedding));
  for (const [source, ofFile] of marks) {
    if (!files.has(source.fileName)) files.set(source.fileName, markedFile(context, source, ofFile, lowered));
  }
  const shared = built.shared.map(({ image }) => image);
  return shared.length === 0 ? { files } : { files, added: addedFile(sharedName, shared, embedding) };
}

/** The number of a kernel's parameters that are reducers: they follow its captures. Element functions have arrays there. */
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
  /** Source files by module name. */
  readonly sourceOf: ReadonlyMap<string, string>;
  readonly wasm: NonNullable<BuildOptions["wasm"]>;
  /** Marks of kernels that call functions passed to their wrappers, and of the passed functions. */
  readonly marks: ReadonlyMap<ts.SourceFile, Marks>;
  /** Results of the last compilation. */
  readonly embedded: Kept<CompiledFile>;
}

/** The rest of an image registration: imports, fields and files. */
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
  const { marks, copies } = embedding.marks.get(lowered.content.source) ?? { marks: [], copies: [] };
  const own = split.ofModules.get(lowered.module.name) ?? [];
  const isShared = split.shared.some(({ modules }) => modules.includes(lowered.module.name));
  const importedImages = isShared ? importOfImages(fileName, imagesFile) : "";
  const linked = own.flatMap((one) => (one.linked ?? []).flatMap((name) => sourceOf.get(name) ?? []));
  const marked = marks.map(({ fn, call }) => `${fn.pos} ${call}`).join("\n");
  const copied = copies.map(({ callees, text }) => `${callees.map(({ pos }) => pos).join()} ${text}`).join("\n");
  const parts = [lowered, importedImages, wasm, linked.join("\n"), marked, copied, ...own];
  return embedded.of(fileName, parts, () =>
    embedImages(context, lowered, { own, linked, importedImages, wasm, marks, copies }),
  );
}

interface FileEmbedding extends Pick<ProgramEmbedding, "wasm">, Marks {
  readonly own: readonly SplitImage[];
  /** The files whose functions were linked into its images. */
  readonly linked: readonly string[];
  readonly importedImages: string;
}

function embedImages(
  context: PassContext,
  { content: { source, findings }, module, kernels, imports, dependencies }: LoweredFile,
  { own, linked, importedImages, wasm, marks, copies }: FileEmbedding,
): CompiledFile {
  const images = own.map(({ image }) => image);
  const { references, assets } = referencesOf(source.fileName, own, wasm, findings.globals.length > 0);
  const edits = embed(context, source, {
    module: module.name,
    kernels,
    marks,
    copies,
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

/** A file without kernels, but with functions passed to wrappers of kernels in other files. */
function markedFile(
  context: PassContext,
  source: ts.SourceFile,
  marks: Marks,
  lowered: readonly LoweredFile[],
): CompiledFile {
  const functions = new Set([...marks.marks, ...marks.copies].map(({ fn }) => fn));
  const users = lowered.filter(({ kernels }) =>
    kernels.some(({ given }) => flat(given).some(({ fn }) => functions.has(fn))),
  );
  const dependencies = users.map(({ content }) => content.source.fileName);
  return { fileName: source.fileName, edits: embedMarks(context, source, marks), images: [], dependencies, assets: [] };
}

function nameOf(file: ts.SourceFile): string {
  return file.fileName;
}
