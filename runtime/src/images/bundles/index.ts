// Kernel bundles: the exports for other rooms.

export { haveAllParts } from "./all-parts.js";
export { buildReceived } from "./build-received.js";
export { showImage } from "./bundle-contents.js";
export type { BundleImage } from "./bundle-image.js";
export type { getModules } from "./get-bundle.js";
export type { GroupKernels } from "./group-kernels.js";
export type { BundleState, ExecutableBundle, Kernel, KernelBundle } from "./kernel-bundle.js";
export type { ImageSelector, KernelArgs } from "./kernel-choice.js";
export type { objectNamed } from "./named-objects.js";
