/// <reference lib="esnext.disposable" preserve="true" />
// The public surface of lanewise: what programs and kernels import. Everything that is exported is listed here, and in aot-full.ts and aot.ts
// what needs no code generator.

import "./compiler.js";

export * from "./aot-full.js";
export {
  type BuildOptions,
  build,
  buildAsync,
  compile,
  compileAsync,
  link,
  linkAsync,
} from "./bundle/build-bundle.js";
export type { BundleImage } from "./bundle/bundle-image.js";
export {
  type BuiltInKernels,
  type BundleSelection,
  createKernelBundle,
  getKernelBundle,
  hasKernelBundle,
  join,
  type NativeOptions,
} from "./bundle/get-bundle.js";
export type {
  BundleState,
  ExecutableBundle,
  InputBundle,
  Kernel,
  KernelBundle,
  ObjectBundle,
} from "./bundle/kernel-bundle.js";
export type { ImageSelector, KernelArgs } from "./bundle/kernel-choice.js";
export { getNative, makeKernelBundle, type NativeBundle } from "./bundle/native.js";
export type { NativeInstance, NativeKernel, NativeMemory, NativeModule } from "./bundle/native-types.js";
export { type ModuleName, type ThisModule, thisModule } from "./bundle/this-module.js";
export { type CodeCache, type CodeTime, codeCache, type KeptProgram } from "./code-cache/code-cache.js";
export {
  type DeviceLibrary,
  type DeviceLibraryOptions,
  deviceDlopen,
  type LibraryAddress,
  type LibraryBytes,
} from "./device-library.js";
