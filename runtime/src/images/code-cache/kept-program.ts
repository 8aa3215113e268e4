// Caches generated WebAssembly between runs of the program.

import type { WasmProgram } from "@lanewise/codegen";
import type { Steps } from "@lanewise/ir";
import { type KeptForm, kept, type Origin } from "./kept.js";

export const programForm: KeptForm<WasmProgram> = {
  encode: ({ bytes, ...data }) => ({ data, bytes }),
  // As it was encoded.
  decode: ({ data, bytes }) => ({ ...(data as Omit<WasmProgram, "bytes">), bytes }),
};

/** Returns the cached program for `origin` and `options`, or else generates and caches it. */
export function keptProgram(
  origin: Origin | undefined,
  options: object,
  generate: () => Steps<WasmProgram>,
): Steps<WasmProgram> {
  return kept(origin, options, 1, programForm, generate);
}
