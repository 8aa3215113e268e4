// STREAM triad in f64, a = b + s * c, on arrays that no cache holds: the memory's speed.

import { fillUniform } from "../../harness/random.js";
import type { ArraysOf, ScalarsOf } from "../../harness/workload.js";

export function workload(n: number) {
  return {
    arrays: {
      a: new Float64Array(n),
      b: fillUniform(new Float64Array(n), 0.5, 1.5, 1),
      c: fillUniform(new Float64Array(n), 0.5, 1.5, 2),
    },
    scalars: { s: 0.75, n },
    outputs: ["a"] as const,
  };
}

export type TriadF64Arrays = ArraysOf<typeof workload>;
export type TriadF64Scalars = ScalarsOf<typeof workload>;
