// Joins bundles that share kernels: images of the same code, and kernels that were compiled for different values of specialization constants
// (requirement M5).

import { encodeModule, linkModules } from "@lanewise/ir";
import { bundleErrors, LanewiseError } from "../../errors/index.js";
import type { LoadedImage } from "../index.js";
import { type BundleContents, type LinkedBundleKernel, showImage } from "./bundle-contents.js";

/** Returns the kernels by symbol, in the order of the bundles, without duplicates. */
export function joinedKernels(all: readonly BundleContents[]): ReadonlyMap<string, readonly LinkedBundleKernel[]> {
  const joined = new Map<string, LinkedBundleKernel[]>();
  for (const { kernels } of all) {
    for (const [symbol, found] of kernels) {
      const known = joined.get(symbol) ?? [];
      joined.set(symbol, known);
      for (const one of found) if (!known.some((other) => isSame(one, other))) known.push(one);
    }
  }
  return joined;
}

function isSame(one: LinkedBundleKernel, other: LinkedBundleKernel): boolean {
  return showImage(one.loaded, one.constants) === showImage(other.loaded, other.constants);
}

/** Throws `invalid_object` if two images have different kernels under one symbol. */
export function assertSameCode(images: readonly LoadedImage[]): void {
  const known = new Map<string, LoadedImage>();
  for (const loaded of images) {
    for (const { symbol } of loaded.image.symbols) {
      const other = known.get(symbol) ?? loaded;
      known.set(symbol, other);
      if (other === loaded || isSameKernel(other, loaded, symbol)) continue;
      throw new LanewiseError(
        "invalid_object",
        `join: images of ${other.owner} and ${loaded.owner} define different kernels with the symbol ${symbol}; expected images of the same code.`,
        {
          row: bundleErrors.invalid_object,
          help: "Keep bundles of different code apart, and name the one that you mean: `h.useModule(bundle)`.",
        },
      );
    }
  }
}

/** Compares code; if one of them is not IR, only signatures. */
function isSameKernel(one: LoadedImage, other: LoadedImage, symbol: string): boolean {
  const isIr = [one, other].every(({ image }) => image.format === "ir");
  const [first, second] = [one, other].map((loaded) => (isIr ? codeOf(loaded, symbol) : signatureOf(loaded, symbol)));
  return first === second;
}

/** The kernel with its callees, without the rest of the image. */
function codeOf(loaded: LoadedImage, symbol: string): string {
  const module = loaded.module();
  const index = module.functions.findIndex((one) => one.symbol === symbol);
  const alone = linkModules({ name: "", modules: [module], entries: [{ module: 0, index }] });
  return encodeModule(alone.module).join();
}

function signatureOf({ image }: LoadedImage, wanted: string): string {
  const found = image.symbols.find(({ symbol }) => symbol === wanted);
  return JSON.stringify([found?.dimensions, found?.parameters]);
}
