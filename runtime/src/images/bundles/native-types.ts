// The types of the engine's objects behind a kernel bundle. They are `object` in programs whose libraries do not declare WebAssembly.

import type { WasmInstance, WasmMemory, WasmModule } from "../../values/index.js";

/** WebAssembly.Module. */
export type NativeModule = WasmModule;
/** WebAssembly.Instance. */
export type NativeInstance = WasmInstance;
/** WebAssembly.Memory. */
export type NativeMemory = WasmMemory;

/** One compiled program of a kernel. A kernel may have several, for ranges of other forms. */
export interface NativeKernel {
  /** The kernel's symbol, as `bundle.kernelNames` lists it. */
  readonly symbol: string;
  readonly module: NativeModule;
  /** A new instance of the module over the memory. It exports `run`; docs/kernel-bundles.md describes its parameters. */
  readonly instance: NativeInstance;
  /** The memory of the context, of which its arrays are views. */
  readonly memory: NativeMemory;
}
