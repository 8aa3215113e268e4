/// <reference lib="esnext.disposable" preserve="true" />
// The public API of lanewise: what programs and kernels import. All exports are listed here; those that need no code generator in aot-full.ts and
// aot.ts.

import "./compiler.js";
import "./every-device.js";
import "./every-generating-method.js";

export * from "./aot-full.js";
export {
  type BuildOptions,
  build,
  buildAsync,
  compile,
  compileAsync,
  link,
  linkAsync,
} from "./images/bundles/build-bundle.js";
export type { BundleImage } from "./images/bundles/bundle-image.js";
export {
  type BuiltInKernels,
  type BundleSelection,
  createKernelBundle,
  getKernelBundle,
  hasKernelBundle,
  join,
  type NativeOptions,
} from "./images/bundles/get-bundle.js";
export type {
  BundleState,
  ExecutableBundle,
  InputBundle,
  Kernel,
  KernelBundle,
  ObjectBundle,
} from "./images/bundles/kernel-bundle.js";
export type { ImageSelector, KernelArgs } from "./images/bundles/kernel-choice.js";
export { getNative, makeKernelBundle, type NativeBundle } from "./images/bundles/native.js";
export type { NativeInstance, NativeKernel, NativeMemory, NativeModule } from "./images/bundles/native-types.js";
export { type ModuleName, type ThisModule, thisModule } from "./images/bundles/this-module.js";
export { type CodeCache, type CodeTime, codeCache, type KeptProgram } from "./images/code-cache/code-cache.js";
export {
  type DeviceLibrary,
  type DeviceLibraryOptions,
  deviceDlopen,
  type LibraryAddress,
  type LibraryBytes,
} from "./images/libraries/device-library.js";
