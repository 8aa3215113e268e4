// The engine's objects behind a kernel bundle, as types. Programs whose libraries do not declare WebAssembly have `object` in their place.

type Declared<Name extends string> = typeof globalThis extends {
  WebAssembly: { readonly [N in Name]: { prototype: infer T } };
}
  ? T
  : object;

/** WebAssembly.Module. */
export type NativeModule = Declared<"Module">;
/** WebAssembly.Instance. */
export type NativeInstance = Declared<"Instance">;
/** WebAssembly.Memory. */
export type NativeMemory = Declared<"Memory">;

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
