// Lowers the features that programs are compiled for to those that LANEWISE_FEATURES names, for tests and comparisons.

import type { WasmFeatures } from "@lanewise/codegen";
import { LanewiseError } from "../errors/index.js";
import { host } from "./host.js";

/** In ascending order: each includes those before it. */
const known = ["scalar", "simd128", "simd128+relaxed"] as const satisfies readonly WasmFeatures[];

export function limitFeatures(engine: WasmFeatures): WasmFeatures {
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
