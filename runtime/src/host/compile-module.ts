// Compiles bytes to a WebAssembly module: asynchronously if the caller can wait, else synchronously.

import type { Steps } from "@lanewise/ir";
import type { WasmModule } from "../values/index.js";

/** Throws WebAssembly's errors. */
export function* compileModule(bytes: Uint8Array<ArrayBuffer>): Steps<WasmModule> {
  let compiled: WasmModule | undefined;
  yield () =>
    WebAssembly.compile(bytes).then(
      (made) => {
        compiled = made;
      },
      // Thrown below.
      () => undefined,
    );
  return compiled ?? new WebAssembly.Module(bytes);
}
