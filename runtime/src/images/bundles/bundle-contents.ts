// The data behind a kernel bundle. Its public object (kernel-bundle.ts) does not show them.

import type { Context } from "../../context/index.js";
import type { Device } from "../../device/index.js";
import type { SpecializationSet } from "../constants/index.js";
import type { FoundKernel, LoadedImage } from "../index.js";
import type { KernelVariant } from "../programs/index.js";
import type { BundleImage } from "./bundle-image.js";

export interface BundleContents {
  readonly context: Context;
  readonly devices: readonly Device[];
  readonly images: readonly LoadedImage[];
  /** Values of specialization constants; only those of input bundles may change. */
  readonly constants: SpecializationSet;
  /** The linked kernels of an executable, by symbol. If several images have one, the first is used unless a selector chooses. */
  readonly kernels: ReadonlyMap<string, readonly LinkedBundleKernel[]>;
}

/** A kernel that needs no further work before it runs. */
export interface LinkedBundleKernel extends FoundKernel {
  /** The variant that it was built for; a launch may ask for another. */
  readonly variant: KernelVariant;
  /** The values that it was compiled for: joined bundles have kernels with different ones. */
  readonly constants: SpecializationSet;
}

const shown = new WeakMap<LoadedImage, Map<string, BundleImage>>();
const behind = new WeakMap<object, LoadedImage>();

/** The images as users see them: for an executable, one for each set of values that an image's kernels were compiled for. */
export function imagesOf({ images, kernels }: BundleContents): readonly BundleImage[] {
  const compiled = [...kernels.values()].flat();
  return images.flatMap((loaded) => {
    const own = compiled.filter((kernel) => kernel.loaded === loaded);
    return own.length === 0 ? [showImage(loaded)] : [...new Set(own.map((one) => showImage(loaded, one.constants)))];
  });
}

/** Returns the same object each time for the same image and values. */
export function showImage(loaded: LoadedImage, constants?: SpecializationSet): BundleImage {
  const values = [...(constants?.bytes ?? [])]
    .map(([id, bytes]) => `${id}=${bytes}`)
    .sort()
    .join();
  const ofImage = shown.get(loaded) ?? new Map<string, BundleImage>();
  shown.set(loaded, ofImage);
  const known = ofImage.get(values);
  if (known) return known;
  const { format, code, symbols } = loaded.image;
  const made = Object.freeze({
    module: loaded.owner,
    format,
    kernels: Object.freeze(symbols.map(({ symbol }) => symbol)),
    size: code.length,
  });
  ofImage.set(values, made);
  behind.set(made, loaded);
  return made;
}

/** The image for which `showImage` made the object. */
export function imageBehind(image: object): LoadedImage | undefined {
  return behind.get(image);
}
