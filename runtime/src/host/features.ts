// Detects the features of this engine's WebAssembly, once, by validating two hand-made modules.

import type { WasmFeatures } from "@lanewise/codegen";
import { limitFeatures } from "./limited-features.js";

const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
/** A type section with () -> v128, and a function section with one function of it. */
const FUNCTION = [0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b, 0x03, 0x02, 0x01, 0x00];
/** i32.const 0, i8x16.splat */
const ZERO = [0x41, 0x00, 0xfd, 0x0f];

// (module (func (result v128) (i8x16.splat (i32.const 0))))
const simdModule = Uint8Array.of(...HEADER, ...FUNCTION, 0x0a, 0x08, 0x01, 0x06, 0x00, ...ZERO, 0x0b);
// (module (func (result v128) (f32x4.relaxed_madd (i8x16.splat …) (i8x16.splat …) (i8x16.splat …))))
const relaxedModule = Uint8Array.of(
  ...[...HEADER, ...FUNCTION, 0x0a, 0x13, 0x01, 0x11, 0x00, ...ZERO, ...ZERO, ...ZERO],
  ...[0xfd, 0x85, 0x02, 0x0b],
);

let found: WasmFeatures | undefined;

/** The features that programs are compiled for. */
export function wasmFeatures(): WasmFeatures {
  found ??= limitFeatures(detect());
  return found;
}

function detect(): WasmFeatures {
  if (!WebAssembly.validate(simdModule)) return "scalar";
  return WebAssembly.validate(relaxedModule) ? "simd128+relaxed" : "simd128";
}
