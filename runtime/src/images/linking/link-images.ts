// Dynamic linking: joins a kernel's image with the images that export what it imports into one module (requirements L7, Y1 to Y3). Searches the
// images of all registered modules, beginning with the one that the symbol names, then those of libraries; the first match is used. A symbol that no
// image has may be a function of another compiler's module (foreign/). Functions of images without IR are called across instances. Only what the
// kernel reaches on its kind of device must be found.

import { builtinsOf, forTarget, replaceBuiltins, withCallSites } from "@lanewise/codegen";
import {
  hasBody,
  LinkError,
  linkModules,
  type Module,
  type Part,
  referenceTo,
  referredSymbol,
  resolveReferences,
  symbolOfForeign,
  verify,
  withoutCircles,
} from "@lanewise/ir";
import { answersOf, type DeviceKind } from "../../device/index.js";
import { LanewiseError } from "../../errors/index.js";
import { symbolOf, takenSymbolOf } from "../../references/index.js";
import { type ForeignProviders, withForeign } from "../foreign/index.js";
import { functionIn, imagesCalledBy, replacedBuiltins, replacementIn } from "../functions/index.js";
import {
  allImages,
  foreignExporting,
  imagesExporting,
  type LoadedImage,
  libraryImages,
  mayCall,
  notTrusted,
} from "../index.js";
import { imagePart, isOfRelease } from "../registry/index.js";
import { assertCallable } from "./image-functions.js";
import { type LinkedReferences, linkedReferences, noReferences, referenceMeaning } from "./link-references.js";
import { assertSignatures } from "./signature-differences.js";
import { reportDifferences } from "./symbol-differences.js";

/** A kernel with all its callees. */
export interface LinkedKernel {
  readonly module: Module;
  /** The kernel's index in the module. */
  readonly kernel: number;
  /** The kernel's own image first; modules of other compilers are included. */
  readonly images: readonly LoadedImage[];
  /** The providers of the module's foreign functions. */
  readonly foreign: ForeignProviders;
  /** The image from which a global of the module comes, and its index there. */
  readonly origin: (global: number) => { readonly loaded: LoadedImage; readonly index: number };
  readonly references: LinkedReferences;
  /** The images that were searched before the loaded ones. */
  readonly given: readonly LoadedImage[];
}

/** The image that exports a symbol. */
export type FindImage = (symbol: string) => LoadedImage | undefined;

/** The images `given`, those of a bundle, are searched before the loaded ones. */
export function linkKernel(
  loaded: LoadedImage,
  symbol: string,
  name: string,
  device: DeviceKind,
  given: readonly LoadedImage[] = [],
): LinkedKernel {
  const own = moduleOn(device, loaded);
  const kernel = own.functions.findIndex((fn) => fn.linkage === "kernel" && fn.symbol === symbol);
  if (kernel < 0) {
    throw new LanewiseError("compile_program_error", `Kernel ${name} is in its image's table, but not in its code.`);
  }
  if (own.functions.every(hasBody) && replacedIn(own, kernel, given).length === 0) {
    const origin = (index: number) => ({ loaded, index });
    return { module: own, kernel, images: [loaded], foreign: new Map(), origin, references: noReferences, given };
  }
  const givenWith: FindImage = (wanted) => given.find((image) => exportsSymbol(image, wanted));
  const find: FindImage = (wanted) => givenWith(wanted) ?? imagesExporting(wanted)[0];
  const replaced = new Map<string, LoadedImage>();
  const foreign = new Map<string, LoadedImage>();
  for (const images = [loaded]; ; ) {
    const named = images.map((image) => withSymbols(image, device, given));
    const { module, globals, functions } = link({ images, named, kernel, replaced, find }, name);
    const at = functions.findIndex((part) => part.module === 0 && part.index === kernel);
    const missing = module.functions.find(({ linkage, symbol }) => linkage === "imported" && !foreign.has(symbol));
    const builtin = missing ? undefined : replacedIn(module, at, given).find((wanted) => !replaced.has(wanted));
    if (!missing && builtin === undefined) {
      assertSignatures(images, named, name);
      const originals = functions.map((part) => named[part.module]?.functions[part.index]);
      const dispatches = originals.flatMap((fn, index) => (fn?.linkage === "dispatch" ? [index] : []));
      const whole = withReplacements(withoutCircles(module, dispatches), at, replaced);
      const made = withCallSites(withForeign(whole, foreign, name));
      for (const [index, { compiled, symbol }] of module.functions.entries()) {
        const from = functions[index] && images[functions[index].module];
        if (!compiled || !from) continue;
        foreign.set(symbol, from);
        const found = functionIn(from, symbolOfForeign(symbol));
        for (const called of found ? imagesCalledBy(found) : []) if (!images.includes(called)) images.push(called);
      }
      assertSound(made, name);
      const references = linkedReferences(
        originals.filter((fn) => fn !== undefined),
        find,
      );
      const origin = (global: number) => originOf(images, globals[global]);
      return { module: made, kernel: at, images, foreign, origin, references, given };
    }
    const wanted = missing?.symbol ?? builtin ?? "";
    const provider =
      (builtin === undefined
        ? (find(wanted) ?? foreignExporting(wanted))
        : (givenWith(builtin) ?? replacementIn(builtin, name))) ?? notFound(wanted, name, given);
    if (missing && provider.foreign) {
      const caller = images.find((image, index) => !image.isTrusted && named[index] && mayCall(named[index], missing));
      if (caller)
        throw notTrusted(`${caller.owner} calls ${wanted}, a function of the WebAssembly binary ${provider.owner}`);
    }
    if (provider.image.format === "wasm" && !provider.foreign) assertCallable(provider, wanted, name);
    if (missing && !givenWith(wanted)) reportDifferences(wanted, imagesExporting(wanted));
    if (builtin !== undefined) replaced.set(builtin, provider);
    else if (provider.foreign) foreign.set(wanted, provider);
    else if (images.includes(provider)) throw notInCode(wanted, provider, name);
    if (!images.includes(provider)) images.push(provider);
  }
}

function notInCode(symbol: string, { owner }: LoadedImage, name: string): LanewiseError {
  const what = `${symbol} is among the exported symbols of an image of ${owner}, but not in its code`;
  return new LanewiseError("link_program_error", `Kernel ${name} cannot be linked: ${what}.`);
}

/** The builtins that a kernel uses and an image replaces, by symbol. */
function replacedIn(module: Module, kernel: number, given: readonly LoadedImage[]): readonly string[] {
  const { symbols } = replacedBuiltins();
  if (symbols.size === 0 && given.length === 0) return [];
  return [...builtinsOf(module, kernel)].filter(
    (symbol) => symbols.has(symbol) || given.some((image) => exportsSymbol(image, symbol)),
  );
}

function withReplacements(module: Module, kernel: number, replaced: ReadonlyMap<string, LoadedImage>): Module {
  if (replaced.size === 0) return module;
  const indices = new Map<string, number>();
  for (const [index, { linkage, symbol }] of module.functions.entries()) {
    if (linkage === "exported" && replaced.has(symbol)) indices.set(symbol, index);
  }
  return replaceBuiltins(module, kernel, indices);
}

/** The state of linking. */
interface Linking {
  readonly images: readonly LoadedImage[];
  /** The images' modules, with symbols. */
  readonly named: readonly Module[];
  /** Index in the first module. */
  readonly kernel: number;
  readonly replaced: ReadonlyMap<string, LoadedImage>;
  readonly find: FindImage;
}

function link({ images, named, kernel, replaced, find }: Linking, name: string) {
  const meaning = referenceMeaning(find);
  const modules = named.map((module) => resolveReferences(module, meaning));
  const replacements = [...replaced].map(([symbol, provider]): Part => {
    const module = images.indexOf(provider);
    const index = modules[module]?.functions.findIndex((fn) => fn.linkage === "exported" && fn.symbol === symbol) ?? -1;
    if (index < 0) throw notInCode(symbol, provider, name);
    return { module, index };
  });
  try {
    const entries = [{ module: 0, index: kernel }, ...replacements];
    return linkModules({ name: modules[0]?.name ?? "", modules, entries });
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    throw new LanewiseError("link_program_error", `Kernel ${name} cannot be linked: ${error.message}.`, {
      cause: error,
    });
  }
}

const onDevices = new WeakMap<LoadedImage, Map<DeviceKind, Module>>();

/** The image's module on such devices, without branches for others. */
function moduleOn(device: DeviceKind, loaded: LoadedImage): Module {
  const modules = onDevices.get(loaded) ?? new Map<DeviceKind, Module>();
  onDevices.set(loaded, modules);
  const module = modules.get(device) ?? forTarget(loaded.module(), answersOf(device));
  modules.set(device, module);
  return module;
}

/** The same module, in which functions of other packages have their symbols instead of their import names. */
function withSymbols(loaded: LoadedImage, device: DeviceKind, given: readonly LoadedImage[]): Module {
  const module = moduleOn(device, loaded);
  const functions = module.functions.map((fn) => {
    if (fn.linkage === "imported") return { ...fn, symbol: symbolOf(loaded.owner, fn.symbol, given) };
    if (fn.linkage !== "reference") return fn;
    return { ...fn, symbol: referenceTo(takenSymbolOf(loaded.owner, referredSymbol(fn), given)) };
  });
  const globals = module.globals.map((global) => {
    if (global.storage !== "specialization" || isOfRelease(global.id)) return global;
    // In another image the same name may denote the constant of another version.
    return { ...global, id: `${global.id} ${imagePart("constants").importedConstant(loaded.owner, global.id).id}` };
  });
  return { ...module, functions, globals };
}

function originOf(images: readonly LoadedImage[], part: Part | undefined) {
  const loaded = part && images[part.module];
  if (!loaded)
    throw new LanewiseError("link_program_error", "A linked program asks for a global that it does not have.");
  return { loaded, index: part.index };
}

function exportsSymbol({ image }: LoadedImage, symbol: string): boolean {
  return Object.hasOwn(image.properties["SYCL/exported symbols"] ?? {}, symbol);
}

function notFound(symbol: string, kernel: string, given: readonly LoadedImage[]): never {
  const tried = [...new Set([...given, ...allImages(), ...libraryImages()])].map(({ owner, image, foreign }) => {
    const exported = Object.keys(image.properties["SYCL/exported symbols"] ?? {}).join(", ") || "nothing";
    if (foreign) return `  WebAssembly binary ${owner}, which exports ${exported}`;
    const form = image.format === "ir" ? "" : ` in the format ${image.format}`;
    return `  image of ${owner}${form}, which exports ${exported}`;
  });
  throw new LanewiseError(
    "link_program_error",
    `No device image found for external symbol ${symbol}, which kernel ${kernel} calls. Tried:\n${tried.join("\n")}`,
    {
      help: "Import the module that declares the device function, and build it with the same version of its package; or load its image with deviceDlopen.",
    },
  );
}

/** Verifies the linked module: parts built separately may disagree in signatures, and functions may call each other in a circle. */
function assertSound(module: Module, name: string): void {
  const [violation] = verify(module);
  if (!violation) return;
  const { function: symbol, where, message, isLimit } = violation;
  throw new LanewiseError(
    isLimit ? "image_too_large" : "link_program_error",
    `Kernel ${name}, linked: ${symbol} ${where}: ${message}.`,
  );
}
