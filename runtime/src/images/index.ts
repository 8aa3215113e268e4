// Device images that modules have registered, decoded and found by name: the exports for other rooms.

export { ByImages } from "./by-images.js";
export { idOfFunction } from "./function-ids.js";
export { contentsOf } from "./image-contents.js";
export {
  allImages,
  exportsOf,
  type FoundKernel,
  findKernel,
  foreignExporting,
  foundKernels,
  holdImages,
  type ImageLookups,
  imageLookups,
  imagesExporting,
  isHeld,
  isLoaded,
  type LoadedImage,
  libraryImages,
  symbolInLibraries,
  symbolsNamed,
} from "./image-library.js";
export { codeGenerator, type KernelSource, type LaunchForm, type ProgramPlace, type Refusal } from "./kernel-source.js";
export { imageOfBytes, reading, unreadable } from "./load-image.js";
export { mayCall, notTrusted } from "./outside-images.js";
export type { PrebuiltCode } from "./prebuilt-code.js";
export { addKeeper, type Keeper, removeKeeper } from "./unloading.js";
