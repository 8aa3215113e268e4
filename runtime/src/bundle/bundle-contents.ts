// What is behind a kernel bundle: data, which its public object leads to (kernel-bundle.ts) without showing it.

import type { Context } from "../context.js";
import type { Device } from "../device.js";
import type { FoundKernel, LoadedImage } from "../image-library.js";
import type { KernelVariant } from "../kernel-options.js";
import type { SpecializationSet } from "../specialization-set.js";
import type { BundleImage } from "./bundle-image.js";

export interface BundleContents {
  readonly context: Context;
  readonly devices: readonly Device[];
  readonly images: readonly LoadedImage[];
  /** Values of specialization constants; only those of input bundles may change. */
  readonly constants: SpecializationSet;
  /** Of an executable: its kernels, linked, by symbol; of several images, the first is taken where nobody selects. */
  readonly kernels: ReadonlyMap<string, readonly LinkedBundleKernel[]>;
}

/** A kernel that needs no further work before it runs. */
export interface LinkedBundleKernel extends FoundKernel {
  /** What it was built for, where a launch does not ask for something else. */
  readonly variant: KernelVariant;
}

const shown = new WeakMap<LoadedImage, BundleImage>();
const behind = new WeakMap<object, LoadedImage>();

/** The same object for the same image, always. */
export function showImage(loaded: LoadedImage): BundleImage {
  const known = shown.get(loaded);
  if (known) return known;
  const { format, code, symbols } = loaded.image;
  const made = Object.freeze({
    module: loaded.owner,
    format,
    kernels: Object.freeze(symbols.map(({ symbol }) => symbol)),
    size: code.length,
  });
  shown.set(loaded, made);
  behind.set(made, loaded);
  return made;
}

/** What an object that `showImage` made stands for. */
export function imageBehind(image: object): LoadedImage | undefined {
  return behind.get(image);
}
