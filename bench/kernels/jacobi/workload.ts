// One sweep of Jacobi's method in two dimensions: the mean of a point and its four neighbours, over the inner size x size points.

import { fillUniform } from "../../harness/random.js";
import type { ArraysOf, ScalarsOf } from "../../harness/workload.js";

export function workload(size: number) {
  const width = size + 2;
  return {
    arrays: {
      from: fillUniform(new Float32Array(width * width), 0.5, 1.5, 1),
      to: new Float32Array(width * width),
    },
    scalars: { size, width },
    outputs: ["to"],
  };
}

export type JacobiArrays = ArraysOf<typeof workload>;
export type JacobiScalars = ScalarsOf<typeof workload>;
