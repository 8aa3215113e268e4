// The images of all registered modules, followed by those of libraries that were loaded at run time: finds kernels by symbol, device globals by id,
// and device functions by export. An image's tables are read first, its code only when it is compiled.

import type { DeviceImage, KernelSymbol, Module } from "@lanewise/ir";
import { LanewiseError } from "../errors/index.js";
import type { ForeignBinary } from "./foreign/index.js";
import { contentsOf, type ImageSource, isOfBundle, nameOf, sourceOf } from "./image-contents.js";
import { codeGenerator } from "./kernel-source.js";
import type { LinkedKernel } from "./linking/index.js";
import type { PrebuiltCode } from "./prebuilt-code.js";
import type { KernelVariant } from "./programs/index.js";
import { type ImageGlobal, ownerOf, registry } from "./registry/index.js";

/** An image of a loaded module or library. Its identity is the identity of programs made from it. */
export interface LoadedImage {
  /** The module, or the name of the library. */
  readonly owner: string;
  /** The image of IR, if there is one. */
  readonly image: DeviceImage;
  /** The IR, decoded and verified once; for an image without IR, its functions as calls of their WebAssembly. */
  readonly module: () => Module;
  /** The same code in format "wasm", for different engines. */
  readonly prebuilt: readonly PrebuiltCode[];
  /** As the module has registered it; undefined for images that no module has. */
  readonly text: string | undefined;
  /** Whether it is the program's own, or trusted by it: others may only access their arguments and globals. */
  readonly isTrusted: boolean;
  /** For another compiler's WebAssembly binary, whose image is only its code and its exports. */
  readonly foreign?: ForeignImage;
}

interface ForeignImage {
  readonly binary: ForeignBinary;
  /** Bytes of each thread's stack for its functions. */
  readonly stackSize: number;
}

export interface FoundKernel {
  readonly loaded: LoadedImage;
  readonly symbol: KernelSymbol;
  /** For a kernel bundle: the linked kernel and its variant. For several kernels fused into one: their module. */
  readonly linked?: LinkedKernel;
  readonly variant?: KernelVariant;
}

const kernelCache = { generation: -1, found: new Map<string, FoundKernel>() };

/** Finds the image and symbol of a kernel: in its own module first, then in every other, then in libraries. */
export function findKernel(symbol: string): FoundKernel {
  if (kernelCache.generation !== registry().generation) {
    kernelCache.found.clear();
    kernelCache.generation = registry().generation;
  }
  const known = kernelCache.found.get(symbol);
  if (known) return known;
  const found = searchKernel(symbol);
  kernelCache.found.set(symbol, found);
  return found;
}

/** How many kernels are in the cache. */
export function foundKernels(): number {
  return kernelCache.found.size;
}

/** Clears the cache, which may have unloaded images. */
export function forgetFoundKernels(): void {
  kernelCache.found.clear();
}

function searchKernel(symbol: string): FoundKernel {
  const own = ownerOf(symbol);
  const failures: LanewiseError[] = [];
  for (const source of ownFirst(own)) {
    const read = contentsOf(source);
    for (const loaded of read.images) {
      const found = loaded.image.symbols.find((candidate) => candidate.symbol === symbol);
      if (found) return { loaded, symbol: found };
    }
    if (nameOf(source) === own) failures.push(...read.failures);
  }
  if (failures[0]) throw failures[0];
  const isLoaded = registry().modules.has(own);
  throw new LanewiseError(
    "kernel_not_found",
    isLoaded
      ? `No image of its module contains kernel ${symbol}.`
      : `Kernel ${symbol}: its module ${own} is not loaded.`,
  );
}

/** Every image that lists the device global, those of its own module first. */
function imagesWithGlobal(id: string): readonly LoadedImage[] {
  const own = ownerOf(id);
  const found: LoadedImage[] = [];
  const failures: LanewiseError[] = [];
  for (const source of ownFirst(own)) {
    const read = contentsOf(source);
    found.push(...read.images.filter(({ image }) => Object.hasOwn(image.properties["SYCL/device globals"] ?? {}, id)));
    if (nameOf(source) === own) failures.push(...read.failures);
  }
  if (found.length === 0 && failures[0]) throw failures[0];
  return found;
}

/**
 * Every image that exports the symbol and can be linked: those of IR, if any, else those of WebAssembly (Y2). Images of its own module come first,
 * those of libraries last.
 */
export function imagesExporting(symbol: string): readonly LoadedImage[] {
  const all = [...ownFirst(ownerOf(symbol))]
    .flatMap((source) => contentsOf(source).images)
    .filter(({ image, foreign }) => !foreign && Object.hasOwn(exportsOf(image), symbol));
  const inIr = all.filter(({ image }) => image.format === "ir");
  return inIr.length > 0 ? inIr : all;
}

/**
 * The symbol that a library exports under a name: `noise`, or as modules import it, `<package>/<subpath>:noise`. If several libraries match, the one
 * loaded first.
 */
export function symbolInLibraries(name: string): string | undefined {
  return symbolsNamed(libraryImages(), name)[0];
}

/** The exported symbols that match a name without version and path, in the order of the images. */
export function symbolsNamed(images: readonly LoadedImage[], name: string): readonly string[] {
  const symbols = images.flatMap(({ image, foreign }) => (foreign ? [] : Object.keys(exportsOf(image))));
  return [...new Set(symbols.filter((symbol) => isNamed(symbol, name)))];
}

/** Whether `<package>@<version>/<path>:<qualified name>` matches a name without version and path. */
function isNamed(symbol: string, name: string): boolean {
  const wanted = name.slice(name.lastIndexOf(":") + 1);
  if (symbol.slice(symbol.lastIndexOf(":") + 1) !== wanted) return false;
  if (wanted === name) return true;
  // A scope begins with "@", too.
  const [packageOf = ""] = /^@?[^@]*/.exec(symbol) ?? [];
  return ownerOf(name) === packageOf || ownerOf(name).startsWith(`${packageOf}/`);
}

export function exportsOf({ properties }: DeviceImage) {
  return properties["SYCL/exported symbols"] ?? {};
}

/** The library with another compiler's module that exports the function; if several do, the one loaded first. */
export function foreignExporting(name: string): LoadedImage | undefined {
  return libraryImages().find(({ foreign }) => foreign?.binary.exports.has(name));
}

/** The readable images of all registered modules. */
export function allImages(): readonly LoadedImage[] {
  return [...registry().modules.values()].flatMap((registration) => contentsOf(registration).images);
}

/** The images of libraries, in the order of loading. */
export function libraryImages(): readonly LoadedImage[] {
  return [...registry().libraries].flatMap((library) => contentsOf(library).images);
}

/** The image's global of that id, if it is used by a kernel, or by a function that other modules' kernels may call. */
function usedGlobal(loaded: LoadedImage, id: string): ImageGlobal | undefined {
  const generator = loaded.image.format === "ir" ? codeGenerator() : undefined;
  if (!generator) return globalInPrebuilt(loaded, id);
  const { globals, structs } = loaded.module();
  const key = globals.findIndex((global) => global.id === id);
  const global = globals[key];
  return global && generator.isGlobalUsed(loaded.module(), key) ? { global, structs, key } : undefined;
}

function globalInPrebuilt({ prebuilt }: LoadedImage, id: string): ImageGlobal | undefined {
  for (const code of prebuilt) {
    for (const [index, { globals }] of code.header.tables.entries()) {
      const own = globals.find((global) => global.id === id)?.own;
      const { structs, globals: found } = code.tables(index);
      const global = found.find((one) => one.id === id);
      if (global && own !== undefined) return { global, structs, key: own };
    }
  }
  return undefined;
}

/** Whether the image still belongs to a registered module or library: hot reload replaces images. */
export function isLoaded(loaded: LoadedImage): boolean {
  const source = sourceOf(loaded);
  return source !== undefined && contentsOf(source).images.includes(loaded);
}

const held = new WeakSet<LoadedImage>();

/** Marks images as held by bundles: what is made of them survives their unloading until the bundles are unreachable. */
export function holdImages(images: readonly LoadedImage[]): void {
  for (const loaded of images) held.add(loaded);
}

export function isHeld(loaded: LoadedImage): boolean {
  return held.has(loaded);
}

/** The order in which sources are searched for a symbol (Y7). */
function* ownFirst(own: string): Generator<ImageSource> {
  const { modules, libraries } = registry();
  const first = modules.get(own);
  if (first) yield first;
  for (const registration of modules.values()) if (registration !== first) yield registration;
  yield* libraries;
}

/** The lookups that the storage of globals makes in the images loaded by this copy of lanewise. */
export const imageLookups = { imagesWithGlobal, usedGlobal, isLoaded, isHeld, isOfBundle };
export type ImageLookups = typeof imageLookups;
