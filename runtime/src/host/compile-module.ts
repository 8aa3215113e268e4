// From bytes to a WebAssembly module: in the engine's own time where that can be waited for, at once where it cannot.

import type { Steps } from "@lanewise/ir";

/** Throws WebAssembly's errors. */
export function* compileModule(bytes: BufferSource): Steps<WebAssembly.Module> {
  let compiled: WebAssembly.Module | undefined;
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
