// A product of two n x n matrices in f32, each element by itself: a sum over a row and a column. Rows are contiguous.

import { fillUniform } from "../../harness/random.js";
import type { ArraysOf, ScalarsOf } from "../../harness/workload.js";

export function workload(n: number) {
  return {
    arrays: {
      a: fillUniform(new Float32Array(n * n), 0.5, 1.5, 1),
      b: fillUniform(new Float32Array(n * n), 0.5, 1.5, 2),
      c: new Float32Array(n * n),
    },
    scalars: { n },
    outputs: ["c"],
  };
}

export type NaiveArrays = ArraysOf<typeof workload>;
export type NaiveScalars = ScalarsOf<typeof workload>;
