// Lists the symbols of functions to which kernels or the host have taken references (ir/src/link/function-references.ts). The properties of images name
// those of kernels, before the images are linked.

import { LanewiseError } from "../errors/index.js";
import {
  allImages,
  exportsOf,
  idOfFunction,
  imagesExporting,
  type LoadedImage,
  libraryImages,
  symbolInLibraries,
  symbolsNamed,
} from "../images/index.js";
import { globalIdOf, importedObject, isOfRelease, registry, releasesOf } from "../images/registry/index.js";

const taken = new Set<string>();
const known = { version: "", symbols: [] as readonly string[] };

/** The null reference, also in programs that are not compiled. */
export function nullFunction(): never {
  throw new LanewiseError("invalid_function_ref", "A null function reference was called: it refers to no function.");
}

/** Records the references that the host passes, before it is known which program the launch needs. */
export function takeReferences(captures: readonly unknown[]): void {
  for (const value of captures) if (typeof value === "function") takeReference(value);
}

function takeReference(fn: object): string | undefined {
  const symbol = globalIdOf(fn);
  if (symbol !== undefined) taken.add(symbol);
  return symbol;
}

/** Returns the value in device memory for a reference of the host. */
export function referenceBits(fn: object): bigint {
  if (fn === nullFunction) return 0n;
  const symbol = takeReference(fn);
  if (symbol === undefined || !isThere(symbol)) {
    const name = Reflect.get(fn, "name");
    throw new LanewiseError(
      "function_not_found",
      `The function ${typeof name === "string" && name ? name : "(without a name)"} was passed as a function reference, but it is not a device function of a loaded module.`,
    );
  }
  return BigInt(idOfFunction(symbol));
}

/** Whether kernels can call it: its IR can be linked, or code that was generated ahead of time contains it. */
function isThere(symbol: string): boolean {
  const isReady = () =>
    allImages().some(({ prebuilt }) => prebuilt.some(({ header }) => header.references.includes(symbol)));
  return imagesExporting(symbol).length > 0 || isReady();
}

/** Changes when `referencedSymbols` may. */
export function referencesVersion(): string {
  return `${registry().generation} ${taken.size}`;
}

/** Returns the symbols of all functions that a reference may lead to, in the order of their ids. */
export function referencedSymbols(): readonly string[] {
  const version = referencesVersion();
  if (known.version === version) return known.symbols;
  const symbols = new Set(taken);
  for (const { owner, image } of [...allImages(), ...libraryImages()]) {
    for (const name of Object.keys(image.properties["lanewise/function references"] ?? {})) {
      symbols.add(symbolOf(owner, name));
    }
  }
  known.symbols = [...symbols].sort((a, b) => idOfFunction(a) - idOfFunction(b));
  known.version = version;
  return known.symbols;
}

/**
 * Returns the symbol of a function to which a kernel of the module takes a reference. The image's properties may have named it by an import that
 * was not loaded then.
 */
export function takenSymbolOf(owner: string, name: string, given: readonly LoadedImage[]): string {
  const symbol = symbolOf(owner, name, given);
  taken.add(symbol);
  return symbol;
}

/**
 * Returns the symbol of a function by the name that a module has for it: its symbol, the name by which the module imports it, or that of an
 * external function. `given` are the images of a bundle, which are searched before libraries.
 */
export function symbolOf(owner: string, name: string, given: readonly LoadedImage[] = []): string {
  if (imagesExporting(name).length > 0) return name;
  const object = importedObject(owner, name);
  const wanted = (object && globalIdOf(object)) ?? name;
  if (isOfRelease(wanted)) return releasedSymbol(wanted, owner, given);
  const [symbol, ...others] = symbolsNamed(given, wanted);
  if (others.length === 0) return symbol ?? symbolInLibraries(wanted) ?? wanted;
  throw new LanewiseError(
    "link_program_error",
    `The device function ${wanted}, which ${owner} calls, is defined by several images of the bundle: ${[symbol, ...others].join(", ")}.`,
    { help: "Give the functions different names, or link only one of the bundles that define it." },
  );
}

/**
 * Returns the loaded release's symbol of a function that a module knows by the symbol of the release that it was compiled with. A function that the
 * module does not import itself has no object.
 */
function releasedSymbol(symbol: string, owner: string, given: readonly LoadedImage[]): string {
  const exported = [...given, ...allImages()].flatMap(({ image }) => Object.keys(exportsOf(image)));
  if (exported.includes(symbol)) return symbol;
  const [released, ...others] = releasesOf(symbol, new Set(exported));
  if (others.length === 0) return released ?? symbol;
  throw new LanewiseError(
    "link_program_error",
    `Device function ${symbol}, which ${owner} calls, is loaded more than once: ${[released, ...others].join(", ")}.`,
    {
      help: "Install one version of the package (`npm ls` shows them), or import the device function in the kernel's module.",
    },
  );
}
