// A product of two n x n matrices in f32, in tiles that stay in registers. Rows are contiguous.

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

export type TiledArrays = ArraysOf<typeof workload>;
export type TiledScalars = ScalarsOf<typeof workload>;
