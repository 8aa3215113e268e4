// Generated WebAssembly that is kept from one run of the program to the next.

import type { WasmProgram } from "@lanewise/codegen";
import type { Steps } from "@lanewise/ir";
import { type KeptForm, kept, type Origin } from "./kept.js";

export const programForm: KeptForm<WasmProgram> = {
  encode: ({ bytes, ...data }) => ({ data, bytes }),
  // As it was encoded.
  decode: ({ data, bytes }) => ({ ...(data as Omit<WasmProgram, "bytes">), bytes }),
};

/** What is kept of `origin` and `options`, else what `generate` makes, which is kept then. */
export function keptProgram(
  origin: Origin | undefined,
  options: object,
  generate: () => Steps<WasmProgram>,
): Steps<WasmProgram> {
  return kept(origin, options, 1, programForm, generate);
}
