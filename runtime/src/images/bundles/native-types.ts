// The engine's objects behind a kernel bundle, as types. Programs whose libraries do not declare WebAssembly have `object` in their place.

import type { WasmInstance, WasmMemory, WasmModule } from "../../values/index.js";

/** WebAssembly.Module. */
export type NativeModule = WasmModule;
/** WebAssembly.Instance. */
export type NativeInstance = WasmInstance;
/** WebAssembly.Memory. */
export type NativeMemory = WasmMemory;

/** A program of a kernel, as the engine has it. A kernel may have several: for ranges of other forms. */
export interface NativeKernel {
  /** The kernel's symbol, as `bundle.kernelNames` lists it. */
  readonly symbol: string;
  readonly module: NativeModule;
  /** Of the module, over the memory, made for whoever asks. It exports `run`; docs/kernel-bundles.md says what that takes. */
  readonly instance: NativeInstance;
  /** Of the context: what its arrays are views of. */
  readonly memory: NativeMemory;
}
