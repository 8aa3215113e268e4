// From bytes to a WebAssembly module: in the engine's own time where that can be waited for, at once where it cannot.

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
