// The sum of n floats: into strided partial sums, then those, in three steps.

import { fillUniform } from "../../harness/random.js";
import type { ArraysOf, ScalarsOf } from "../../harness/workload.js";

/** How many partial sums there are after each step. */
const wide = 16_384;
const narrow = 128;

export function workload(n: number) {
  return {
    arrays: {
      x: fillUniform(new Float32Array(n), 0.5, 1.5),
      wideSums: new Float32Array(wide),
      narrowSums: new Float32Array(narrow),
      total: new Float32Array(1),
    },
    scalars: { n, wide, narrow },
    outputs: ["total"],
  };
}

export type SumArrays = ArraysOf<typeof workload>;
export type SumScalars = ScalarsOf<typeof workload>;
