// The images of all registered modules, and behind them those of libraries that were loaded at run time, decoded when something in them
// is first needed: finds kernels by symbol and device globals by id. An image's tables are read first, its code only when it is compiled,
// and then verified.

import {
  type DeviceImage,
  decodeImage,
  FormatError,
  fingerprintOf,
  invariant,
  type KernelSymbol,
  type Module,
} from "@lanewise/ir";
import { fromBase64 } from "./base64.js";
import { LanewiseError } from "./errors.js";
import { type ForeignBinary, isWasm, openForeignBinary } from "./foreign/foreign-binary.js";
import type { ImageGlobal } from "./global-definition.js";
import type { KernelVariant } from "./kernel-options.js";
import { codeGenerator } from "./kernel-source.js";
import type { LinkedKernel } from "./link-images.js";
import { type GivenModule, PrebuiltCode } from "./prebuilt-code.js";
import { type LibraryRegistration, type Registration, registry } from "./registry.js";

/** An image of a loaded module or library. Its identity is the identity of programs made from it. */
export interface LoadedImage {
  /** The module, or the name of the library. */
  readonly owner: string;
  /** Of IR, if it has that. */
  readonly image: DeviceImage;
  /** The IR, decoded and verified once. Throws where there is none. */
  readonly module: () => Module;
  /** The same code in format "wasm", for different engines. */
  readonly prebuilt: readonly PrebuiltCode[];
  /** Of what the module registered; undefined of images that no module has. */
  readonly fingerprint: string | undefined;
  /** Of a WebAssembly binary that another compiler made: its image is only its code and what it exports. */
  readonly foreign?: ForeignImage;
}

interface ForeignImage {
  readonly binary: ForeignBinary;
  /** Bytes that each thread has for the stack of its functions. */
  readonly stackSize: number;
}

export interface FoundKernel {
  readonly loaded: LoadedImage;
  readonly symbol: KernelSymbol;
  /** Of a kernel bundle: with what it was linked, and what it was built for. Of several kernels as one: their module. */
  readonly linked?: LinkedKernel;
  readonly variant?: KernelVariant;
}

interface Contents {
  readonly images: readonly LoadedImage[];
  /** Why images of this registration cannot be read. */
  readonly failures: readonly LanewiseError[];
}

/** What registers images. */
type ImageSource = Registration | LibraryRegistration;

const contents = new WeakMap<ImageSource, Contents>();
const kernelCache = { generation: -1, found: new Map<string, FoundKernel>() };

/** The image and symbol of a kernel. Its own module is asked first, then every other, then libraries. */
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

/** The cache may have images that are unloaded. */
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
      ? `Kernel ${symbol}: no image of its module has it.`
      : `Kernel ${symbol}: its module ${own} has not registered.`,
  );
}

/** Every image that lists the device global. Those of its own module come first. */
export function imagesWithGlobal(id: string): readonly LoadedImage[] {
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

/** Every image that exports the symbol and can be linked. Those of its own module come first, those of libraries last. */
export function imagesExporting(symbol: string): readonly LoadedImage[] {
  return [...ownFirst(ownerOf(symbol))]
    .flatMap((source) => contentsOf(source).images)
    .filter(({ image }) => isLinkable(image) && Object.hasOwn(exportsOf(image), symbol));
}

/**
 * The symbol that a library exports, of what is wanted by a name: `noise`, or as modules import it, `<package>/<subpath>:noise`. Of several,
 * that of the library that was loaded first.
 */
export function symbolInLibraries(name: string): string | undefined {
  for (const { image } of libraryImages()) {
    const found = isLinkable(image) ? Object.keys(exportsOf(image)).find((symbol) => isNamed(symbol, name)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether `<package>@<version>/<path>:<qualified name>` is what a name without version and path means. */
function isNamed(symbol: string, name: string): boolean {
  const wanted = name.slice(name.lastIndexOf(":") + 1);
  if (symbol.slice(symbol.lastIndexOf(":") + 1) !== wanted) return false;
  if (wanted === name) return true;
  // A scope begins with "@", too.
  const [packageOf = ""] = /^@?[^@]*/.exec(symbol) ?? [];
  return ownerOf(name) === packageOf || ownerOf(name).startsWith(`${packageOf}/`);
}

function exportsOf({ properties }: DeviceImage) {
  return properties["SYCL/exported symbols"] ?? {};
}

/** Whether it can be linked with others: only the IR is (Y2, Y3). */
function isLinkable({ format }: DeviceImage): boolean {
  return format === "ir";
}

/** The library with another compiler's module that exports the function; of several, the one that was loaded first. */
export function foreignExporting(name: string): LoadedImage | undefined {
  return libraryImages().find(({ foreign }) => foreign?.binary.exports.has(name));
}

/** Those of all registered modules that can be read. */
export function allImages(): readonly LoadedImage[] {
  return [...registry().modules.values()].flatMap((registration) => contentsOf(registration).images);
}

/** Those of libraries, in the order of loading. */
export function libraryImages(): readonly LoadedImage[] {
  return [...registry().libraries].flatMap((library) => contentsOf(library).images);
}

/** The image's global of that id, if a kernel uses it, or a function that kernels of others may call. */
export function usedGlobal(loaded: LoadedImage, id: string): ImageGlobal | undefined {
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
  const source = sources.get(loaded);
  return source !== undefined && isRegistered(source) && contentsOf(source).images.includes(loaded);
}

const held = new WeakSet<LoadedImage>();

/** Says that bundles have the images: what is made of them stays when they are unloaded, until nothing leads to the bundles any more. */
export function holdImages(images: readonly LoadedImage[]): void {
  for (const loaded of images) held.add(loaded);
}

export function isHeld(loaded: LoadedImage): boolean {
  return held.has(loaded);
}

/** Where images come from that are not a bundle's own. */
const sources = new WeakMap<LoadedImage, ImageSource>();

function isRegistered(source: ImageSource): boolean {
  const { modules, libraries } = registry();
  return isModule(source) ? modules.get(source.module) === source : libraries.has(source);
}

function isModule(source: ImageSource): source is Registration {
  return "module" in source;
}

function nameOf(source: ImageSource): string {
  return isModule(source) ? source.module : source.name;
}

/** The module of a symbol or an id: `<module>:<qualified name>`, where the module has no colon behind its scope. */
export function ownerOf(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf(":")));
}

/** The order in which symbols are searched for (Y7). */
function* ownFirst(own: string): Generator<ImageSource> {
  const { modules, libraries } = registry();
  const first = modules.get(own);
  if (first) yield first;
  for (const registration of modules.values()) if (registration !== first) yield registration;
  yield* libraries;
}

const noContents: Contents = { images: [], failures: [] };
const fingerprints = new WeakMap<Registration, string>();

/** Whether other images stand for these: of a module those that were linked, of linked ones those of a module that was built anew. */
function isSuperseded(registration: Registration): boolean {
  if (registration.linked) return !isUpToDate(registration.linked);
  for (const { linked } of registry().modules.values()) {
    if (linked && Object.hasOwn(linked, registration.module) && isUpToDate(linked)) return true;
  }
  return false;
}

function isUpToDate(linked: NonNullable<Registration["linked"]>): boolean {
  return Object.entries(linked).every(([name, fingerprint]) => {
    const loaded = registry().modules.get(name);
    if (!loaded) return true;
    const known = fingerprints.get(loaded) ?? fingerprintOf(loaded.images);
    fingerprints.set(loaded, known);
    return known === fingerprint;
  });
}

function contentsOf(source: ImageSource): Contents {
  if (isModule(source) && isSuperseded(source)) return noContents;
  const known = contents.get(source);
  if (known) return known;
  const name = nameOf(source);
  const whole = isModule(source) ? `module ${name}` : name;
  const decoded: DecodedImage[] = [];
  const foreign: LoadedImage[] = [];
  const failures: LanewiseError[] = [];
  source.images.forEach((encoded, index) => {
    const what = `image ${index} of ${whole}`;
    try {
      const isText = typeof encoded === "string";
      const bytes = isText ? fromBase64(encoded) : encoded;
      if (isWasm(bytes)) {
        foreign.push(loadForeign(bytes, source, what));
        return;
      }
      const image = decodeImage(bytes);
      const given = isModule(source) ? source.wasm?.[index] : undefined;
      decoded.push({ image, what, fingerprint: isText ? fingerprintOf([encoded]) : undefined, modules: given ?? [] });
    } catch (error) {
      failures.push(error instanceof LanewiseError ? error : unreadable(what, error));
    }
  });
  // Code that was generated elsewhere is not trusted: of a library IR alone is used, which is verified.
  const used = isModule(source)
    ? decoded
    : decoded.filter(({ image }) => image.format === "ir" || !hasIr(decoded, image));
  const images = [...loadImages(used, name), ...foreign];
  for (const loaded of images) sources.set(loaded, source);
  const read = { images, failures };
  contents.set(source, read);
  return read;
}

/** The images of a library, which need not be registered yet, decoded and verified. Throws for the first that is not sound. */
export function checkedImages(library: LibraryRegistration): readonly LoadedImage[] {
  const { images, failures } = contentsOf(library);
  if (failures[0]) throw failures[0];
  for (const [index, loaded] of images.entries()) assertTablesHold(loaded, `image ${index} of ${library.name}`);
  return images;
}

/** The tables must name what is in the code. */
function assertTablesHold({ image, module, foreign }: LoadedImage, what: string): void {
  if (foreign) return;
  const { functions } = module();
  const has = (symbol: string, linkage: "kernel" | "exported") =>
    functions.some((fn) => fn.symbol === symbol && fn.linkage === linkage);
  const kernel = image.symbols.find(({ symbol }) => !has(symbol, "kernel"));
  const exported = Object.keys(exportsOf(image)).find((symbol) => !has(symbol, "exported"));
  const missing = kernel ? `kernel ${kernel.symbol}` : exported && `device function ${exported}`;
  if (missing === undefined) return;
  throw new LanewiseError("compile_program_error", `Cannot use ${what}: ${missing} is in its table, not in its code.`);
}

/** `deviceDlopen` alone lets such bytes in. */
function loadForeign(bytes: Uint8Array, source: ImageSource, what: string): LoadedImage {
  const code = bytes.slice();
  const binary = openForeignBinary(code, what);
  const exported = Object.fromEntries([...binary.exports.keys()].map((name) => [name, 1]));
  const properties = { "SYCL/exported symbols": exported };
  const owner = nameOf(source);
  const module: Module = { name: owner, files: [], structs: [], globals: dataOf(binary), sites: [], functions: [] };
  const stackSize = (isModule(source) ? undefined : source.stackSize) ?? DEFAULT_STACK_SIZE;
  const image: DeviceImage = { format: "wasm", features: [], files: [], symbols: [], properties, code };
  const own = { owner, image, prebuilt: [], fingerprint: undefined };
  return { ...own, module: () => module, foreign: { binary, stackSize } };
}
const DEFAULT_STACK_SIZE = 65536;

/** Its data, as one global of the image, which is placed and freed as others are. */
function dataOf({ memorySize, memoryAlign }: ForeignBinary): Module["globals"] {
  if (memorySize === 0) return [];
  const type = { kind: "array", element: "u8", length: memorySize + memoryAlign } as const;
  const at = { file: 0, line: 1, column: 1 };
  return [{ id: "data", name: "data", type, initial: undefined, storage: "constant", hostAccess: "none", at }];
}

interface DecodedImage {
  readonly image: DeviceImage;
  /** Names it in errors. */
  readonly what: string;
  readonly fingerprint: string | undefined;
  /** Those of its WebAssembly modules that are not in its code. */
  readonly modules: readonly GivenModule[];
}

/** Whether one of them is IR of the same kernels. */
function hasIr(decoded: readonly DecodedImage[], image: DeviceImage): boolean {
  return decoded.some((one) => one.image.format === "ir" && kernelsOf(one) === kernelsOf({ image }));
}

/** Those with the same kernels are one image in several formats. */
function loadImages(decoded: readonly DecodedImage[], owner: string): LoadedImage[] {
  const ready = decoded.filter(({ image }) => image.format === "wasm");
  const codes = ready.map((one) => ({ kernels: kernelsOf(one), code: new PrebuiltCode(one.image, one.modules) }));
  const inIr = new Set(decoded.filter(({ image }) => image.format === "ir").map(kernelsOf));
  const seen = new Set<string>();
  return decoded.flatMap((one) => {
    const kernels = kernelsOf(one);
    // Of the same kernels without IR, the first image stands for all.
    if (one.image.format === "wasm" && (inIr.has(kernels) || seen.has(kernels))) return [];
    seen.add(kernels);
    const prebuilt = kernels === "" ? [] : codes.filter((other) => other.kernels === kernels).map(({ code }) => code);
    return [loadImage(one, owner, prebuilt)];
  });
}

function kernelsOf({ image }: Pick<DecodedImage, "image">): string {
  return image.symbols.map(({ symbol }) => symbol).join();
}

function loadImage(
  { image, what, fingerprint }: DecodedImage,
  owner: string,
  prebuilt: readonly PrebuiltCode[],
): LoadedImage {
  let module: Module | undefined;
  return { owner, image, module: () => (module ??= moduleOf(image, what)), prebuilt, fingerprint };
}

function moduleOf(image: DeviceImage, what: string): Module {
  const generator = codeGenerator();
  if (generator && image.format === "ir") return generator.readModule(image, what);
  const reason = generator ? `its format is ${image.format}, not ir` : "lanewise/aot reads no IR";
  throw new LanewiseError("kernel_not_supported", `Cannot load ${what}: ${reason}.`);
}

/** An image that no loaded module has: of the module that its first kernel, or what it exports first, is named after. */
export function imageOfBytes(bytes: Uint8Array, what: string): LoadedImage {
  try {
    const image = decodeImage(bytes);
    const { symbols, properties } = image;
    const [symbol] = [
      ...symbols.map((kernel) => kernel.symbol),
      ...Object.keys(properties["SYCL/exported symbols"] ?? {}),
    ];
    const decoded = { image, what, fingerprint: undefined, modules: [] };
    const [loaded] = loadImages([decoded], symbol === undefined ? what : ownerOf(symbol));
    invariant(loaded, "one image is one image");
    return loaded;
  } catch (error) {
    throw unreadable(what, error);
  }
}

export function unreadable(what: string, error: unknown): LanewiseError {
  const reason = error instanceof Error ? error.message : String(error);
  const code = error instanceof FormatError && error.code === "version" ? "version_mismatch" : "compile_program_error";
  return new LanewiseError(code, `Cannot read ${what}: ${reason}`, { cause: error });
}
