// saxpy, y = y + s * x, on arrays that stay in a cache.

import { fillUniform } from "../../harness/random.js";
import type { ArraysOf, ScalarsOf } from "../../harness/workload.js";

export function workload(n: number) {
  return {
    arrays: { y: fillUniform(new Float32Array(n), 0.5, 1.5, 1), x: fillUniform(new Float32Array(n), 0.5, 1.5, 2) },
    scalars: { s: 0.00048828125, n },
    outputs: ["y"] as const,
  };
}

export type SaxpyArrays = ArraysOf<typeof workload>;
export type SaxpyScalars = ScalarsOf<typeof workload>;
