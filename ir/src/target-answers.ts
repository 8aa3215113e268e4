// What the targets say of themselves, to kernels that ask and to `Device.has`.

import type { Aspect, TargetAnswers, TargetName } from "./target-questions.js";

/** Of the targets that are the processor. */
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

/** What the engine's WebAssembly adds. */
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
