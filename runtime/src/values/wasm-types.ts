// The engine's WebAssembly objects as types for declarations, looked up in the global scope. A program whose `lib` has no dom does not have the
// namespace WebAssembly, so naming it in our declarations would be an error there; its types are `object` instead.

type Declared<Name extends string> = typeof globalThis extends {
  WebAssembly: { readonly [N in Name]: { prototype: infer T } };
}
  ? T
  : object;

export type WasmModule = Declared<"Module">;
export type WasmInstance = Declared<"Instance">;
export type WasmMemory = Declared<"Memory">;
export type WasmGlobal = Declared<"Global">;
