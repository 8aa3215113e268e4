// Detects the features of this engine's WebAssembly, once, by validating two hand-made modules. LANEWISE_FEATURES lowers the result, for tests and
// comparisons.

import type { WasmFeatures } from "@lanewise/codegen";
import { LanewiseError } from "../errors/index.js";
import { host } from "./host.js";

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

/** In ascending order: each includes those before it. */
const known = ["scalar", "simd128", "simd128+relaxed"] as const satisfies readonly WasmFeatures[];

let found: WasmFeatures | undefined;

/** The features that programs are compiled for. */
export function wasmFeatures(): WasmFeatures {
  found ??= limit(detect());
  return found;
}

function detect(): WasmFeatures {
  if (!WebAssembly.validate(simdModule)) return "scalar";
  return WebAssembly.validate(relaxedModule) ? "simd128+relaxed" : "simd128";
}

function limit(engine: WasmFeatures): WasmFeatures {
  const wanted = host.variable("LANEWISE_FEATURES");
  if (wanted === undefined || wanted === "") return engine;
  const asked = known.find((name) => name === wanted);
  if (asked !== undefined && known.indexOf(asked) <= known.indexOf(engine)) return asked;
  const possible = known.slice(0, known.indexOf(engine) + 1);
  throw new LanewiseError(
    "invalid",
    `LANEWISE_FEATURES is ${JSON.stringify(wanted)}; this engine has "${possible.join('", "')}".`,
  );
}
