// The engine's objects of WebAssembly, as types for declarations: asked of the global scope. A program whose `lib` has no dom does not know the
// namespace WebAssembly, whose name in our declarations would be an error there; it has `object` instead.

type Declared<Name extends string> = typeof globalThis extends {
  WebAssembly: { readonly [N in Name]: { prototype: infer T } };
}
  ? T
  : object;

export type WasmModule = Declared<"Module">;
export type WasmInstance = Declared<"Instance">;
export type WasmMemory = Declared<"Memory">;
export type WasmGlobal = Declared<"Global">;
