// How a command group says which kernel it runs, and with what.

import type { BundleImage } from "./bundle-image.js";

/** Picks the image that a kernel is taken from, of those of a bundle that have it. */
export type ImageSelector = (images: readonly BundleImage[]) => BundleImage;

/** Captures by name, or in the order of the kernel's parameters. */
export type KernelArgs = Readonly<Record<string, unknown>> | readonly unknown[];
