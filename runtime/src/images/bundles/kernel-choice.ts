// How a command group chooses its kernel's image and arguments.

import type { BundleImage } from "./bundle-image.js";

/** Picks the image of a kernel, from those images of a bundle that have it. */
export type ImageSelector = (images: readonly BundleImage[]) => BundleImage;

/** Captures by name, or in the order of the kernel's parameters. */
export type KernelArgs = Readonly<Record<string, unknown>> | readonly unknown[];
