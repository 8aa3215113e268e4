// What the targets say of themselves, to kernels that ask and to `Device.has`.

import type { Aspect, TargetAnswers, TargetName } from "@lanewise/ir";
import type { WasmFeatures } from "../program.js";

/** Of every target. */
const common: readonly Aspect[] = [
  "cpu",
  "fp16",
  "fp64",
  "atomic64",
  "usmDeviceAllocations",
  "usmHostAllocations",
  "usmSharedAllocations",
  "queueProfiling",
];

/** What the engine's WebAssembly adds. */
const ofFeatures = {
  scalar: [],
  simd128: ["simd128"],
  "simd128+relaxed": ["simd128", "relaxedSimd"],
} as const satisfies Record<WasmFeatures, readonly Aspect[]>;

export function targetAnswers(target: TargetName, features: WasmFeatures): TargetAnswers {
  const own: readonly Aspect[] = target === "host" ? ["hostDebuggable"] : ofFeatures[features];
  return { targetIs: target, hasAspect: new Set([...common, ...own]) };
}
