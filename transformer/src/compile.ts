// The front end's pass list: a TypeScript program in; edits, images and diagnostics out. Read it top to bottom:
// recognise -> check -> outline -> lower -> races -> verify -> split -> properties -> embed.

import type { DeviceImage, Module } from "@lanewise/ir";
import type ts from "typescript-6";
import { type BuildOptions, projectOptions } from "./build-options.js";
import { checkRaces } from "./check/check-races.js";
import { checkEarlyReads } from "./check/early-reads.js";
import { reportHostAccess } from "./check/host-access.js";
import type { AddedFile, Compilation, CompiledFile } from "./compilation.js";
import { compileDeviceFn, compileKernel } from "./compile-functions.js";
import { atCallSite } from "./diagnostics/call-site.js";
import { createReporter } from "./diagnostics/reporter.js";
import { dump } from "./dump.js";
import { type EmbeddedKernel, embed, PROTOCOL } from "./embed.js";
import { checkImageScope } from "./link/check-image-scope.js";
import { checkRecursion } from "./link/check-recursion.js";
import { imagesFileName, imagesModuleText, importOfImages } from "./link/images-module.js";
import { assertValid, linkWithin } from "./link/link-within.js";
import { type SplitProgram, splitImages } from "./link/split-images.js";
import { createModuleBuilder } from "./lower/module-builder.js";
import type { PassContext, TypeScript } from "./pass-context.js";
import type { DefinedDeviceFn } from "./recognise/device-fns.js";
import type { DefinedGlobal } from "./recognise/device-globals.js";
import { reportHiddenGlobals } from "./recognise/hidden-globals.js";
import { importedDeviceFnsOf } from "./recognise/imported-device-fns.js";
import { importsOf } from "./recognise/imported-globals.js";
import { type Kernel, recognise } from "./recognise/kernels.js";
import { isFromLibrary } from "./recognise/library.js";
import type { ModuleCall } from "./recognise/module-calls.js";
import { identifyModule } from "./recognise/package-of.js";
import type { StructOfCall } from "./recognise/struct-of.js";
import { withVisibleSources } from "./visible-sources.js";

export type { TypeScript } from "./pass-context.js";

/** `asked` goes before what the tsconfig's plugin entry says. */
export function compileProgram(typescript: TypeScript, given: ts.Program, asked: BuildOptions = {}): Compilation {
  const own = sourceFiles(given);
  const { program, sources } = withVisibleSources(typescript, given, own);
  const context: PassContext = {
    ts: typescript,
    program,
    checker: program.getTypeChecker(),
    reporter: createReporter(),
    userProgram: given,
    visibleSources: sources,
  };
  const options = { ...projectOptions(context), ...asked };
  const { kernels, globals, deviceFns, specConstants, structs, moduleCalls } = recognise(context, own);
  reportHiddenGlobals(context, own);
  const kernelsOf = new Map<ts.SourceFile, Kernel[]>();
  // In the order of the text, so that their names do not hang on which file is looked at first.
  for (const kernel of [...kernels.values()].sort((a, b) => a.declaration.pos - b.declaration.pos)) {
    const source = kernel.declaration.getSourceFile();
    kernelsOf.set(source, [...(kernelsOf.get(source) ?? []), kernel]);
  }
  const lowered: LoweredFile[] = [];
  const functions = new Set<ts.Node>();
  const declaring = [globals, deviceFns, specConstants, kernelsOf, structs, moduleCalls].flatMap((of) => [
    ...of.keys(),
  ]);
  for (const source of new Set(declaring)) {
    const content: FileContent = {
      kernels: kernelsOf.get(source) ?? [],
      globalsOf: globals,
      deviceFns: deviceFns.get(source) ?? [],
      specConstants: specConstants.get(source) ?? [],
      structs: structs.get(source) ?? [],
      moduleCalls: moduleCalls.get(source) ?? [],
    };
    const file = lowerFile(context, source, content, functions);
    if (file) lowered.push(file);
  }
  // Images of several modules do not hang on the order in which TypeScript found the files.
  lowered.sort((a, b) => (a.module.name < b.module.name ? -1 : 1));
  if (globals.size > 0) reportHostAccess(context, own, hasErrors(context) ? undefined : functions);
  const linked = hasErrors(context) ? undefined : linkProgram(context, lowered, options, globals);
  const isOwn = (file: string) => given.getSourceFile(file) !== undefined;
  const diagnostics = context.reporter.diagnostics.map((found) => atCallSite(found, isOwn));
  return { files: new Map(), ...(hasErrors(context) ? {} : linked), diagnostics };
}

function hasErrors({ reporter }: PassContext): boolean {
  return reporter.diagnostics.some(({ category }) => category === "error");
}

type GlobalsOf = ReadonlyMap<ts.SourceFile, readonly DefinedGlobal[]>;

/** What is compiled of a source file. */
interface FileContent {
  readonly kernels: readonly Kernel[];
  /** Of all files: initial values come from others. */
  readonly globalsOf: GlobalsOf;
  readonly deviceFns: readonly DefinedDeviceFn[];
  readonly specConstants: readonly DefinedGlobal[];
  readonly structs: readonly StructOfCall[];
  readonly moduleCalls: readonly ModuleCall[];
}

/** A source file as it is before its kernels have gone into images. */
interface LoweredFile {
  readonly source: ts.SourceFile;
  readonly module: Module;
  readonly kernels: readonly EmbeddedKernel[];
  readonly globals: readonly DefinedGlobal[];
  readonly deviceFns: readonly DefinedDeviceFn[];
  readonly specConstants: readonly DefinedGlobal[];
  readonly structs: readonly StructOfCall[];
  readonly moduleCalls: readonly ModuleCall[];
  readonly dependencies: ReadonlySet<ts.SourceFile>;
}

/** One source file's kernels, globals and layouts; undefined where something was reported. */
function lowerFile(
  context: PassContext,
  source: ts.SourceFile,
  { kernels, globalsOf, deviceFns, specConstants, structs, moduleCalls }: FileContent,
  functions: Set<ts.Node>,
): LoweredFile | undefined {
  const builder = createModuleBuilder(identifyModule(source.fileName).module);
  const dependencies = new Set<ts.SourceFile>();
  const reached = { files: dependencies, functions };
  const globals = globalsOf.get(source) ?? [];
  for (const { files } of structs) for (const file of files) dependencies.add(file);
  const embedded = kernels.flatMap((kernel, ordinal) => compileKernel(context, kernel, ordinal, builder, reached));
  for (const fn of deviceFns) compileDeviceFn(context, fn, builder, reached);
  if (hasErrors(context)) return undefined;
  const module = builder.finish();
  for (const { declaration, symbol } of embedded) {
    const kernel = kernels.find((one) => one.declaration === declaration);
    if (kernel) checkRaces(context, kernel, symbol, module, builder.sourceOf);
  }
  checkEarlyReads(context, module, embedded);
  const declared = [source, ...dependencies].flatMap((file) => globalsOf.get(file) ?? []);
  for (const global of [...declared, ...specConstants]) {
    for (const file of [...global.initialFiles, ...global.typeFiles]) dependencies.add(file);
  }
  dependencies.delete(source);
  return { source, module, kernels: embedded, globals, deviceFns, specConstants, structs, moduleCalls, dependencies };
}

/** split -> properties -> embed, of the whole program. */
function linkProgram(
  context: PassContext,
  lowered: readonly LoweredFile[],
  options: BuildOptions,
  globalsOf: GlobalsOf,
): Pick<Compilation, "files" | "added"> {
  const imagesFile = imagesFileName(lowered.map(({ source }) => source.fileName));
  const sharedName = identifyModule(imagesFile).module;
  const modules = lowered.map(({ module }) => linkWithin(module));
  const declarations = new Map<string, ts.Node>();
  for (const { kernels, deviceFns } of lowered) {
    for (const { symbol, declaration } of kernels) declarations.set(symbol, declaration);
    for (const { symbol, nameNode } of deviceFns) declarations.set(symbol, nameNode);
  }
  if (checkRecursion(context.reporter, modules, declarations)) return { files: new Map() };
  for (const module of modules) assertValid(module, "lowering");
  const split = splitImages(modules, options, sharedName);
  checkImageScope(context.reporter, split, { globals: [...globalsOf.values()].flat(), declarations });
  const files = new Map<string, CompiledFile>();
  for (const one of lowered) files.set(one.source.fileName, embedFile(context, one, split, imagesFile));
  const shared = split.shared.map(({ image }) => image.image);
  return shared.length === 0 ? { files } : { files, added: addedFile(imagesFile, sharedName, shared) };
}

function addedFile(fileName: string, module: string, images: readonly DeviceImage[]): AddedFile {
  return { fileName, text: imagesModuleText(PROTOCOL, module, images), images };
}

function embedFile(
  context: PassContext,
  { source, module, kernels, globals, deviceFns, specConstants, structs, moduleCalls, dependencies }: LoweredFile,
  split: SplitProgram,
  imagesFile: string,
): CompiledFile {
  const images = (split.ofModules.get(module.name) ?? []).map(({ image }) => image);
  const isShared = split.shared.some(({ modules }) => modules.includes(module.name));
  const edits = embed(context, source, {
    module: module.name,
    kernels,
    globals,
    specConstants,
    deviceFns,
    imports: [
      ...importsOf(context, source).filter((one) => module.globals.some(({ id }) => id === one.id)),
      ...importedDeviceFnsOf(context, source).map(({ symbol, expression }) => ({ id: symbol, expression })),
    ],
    structs,
    moduleCalls,
    images,
    importOfImages: isShared ? importOfImages(source.fileName, imagesFile) : "",
  });
  const compiled = { fileName: source.fileName, edits, images, dependencies: [...dependencies].map(nameOf) };
  dump(compiled, module);
  return compiled;
}

function nameOf(file: ts.SourceFile): string {
  return file.fileName;
}

/** The program's own TypeScript files, if it uses the library at all. */
function sourceFiles(program: ts.Program): ts.SourceFile[] {
  const all = program.getSourceFiles();
  if (!all.some((file) => isFromLibrary(file))) return [];
  return all.filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file));
}
