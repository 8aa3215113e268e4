// The targets' answers to kernels that ask and to `Device.has`.

import type { Aspect, TargetAnswers, TargetName } from "./target-questions.js";

/** Aspects of the targets that run on the processor. */
const ofProcessors: readonly Aspect[] = [
  "cpu",
  "fp16",
  "fp64",
  "atomic64",
  "usmDeviceAllocations",
  "usmHostAllocations",
  "usmSharedAllocations",
  "queueProfiling",
];

/** Aspects that the engine's WebAssembly adds. */
const ofFeatures = {
  scalar: [],
  simd128: ["simd128"],
  "simd128+relaxed": ["simd128", "relaxedSimd"],
} as const satisfies Record<string, readonly Aspect[]>;

type Features = keyof typeof ofFeatures;

const ofTarget = {
  cpu: (features) => [...ofProcessors, ...ofFeatures[features]],
  host: () => [...ofProcessors, "hostDebuggable"],
  gpu: () => ["gpu", "usmDeviceAllocations", "usmSharedAllocations"],
} as const satisfies Record<TargetName, (features: Features) => readonly Aspect[]>;

export function targetAnswers(target: TargetName, features: Features): TargetAnswers {
  return { targetIs: target, hasAspect: new Set(ofTarget[target](features)) };
}
