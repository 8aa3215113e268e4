// k-means' assignment: for each of n points of four coordinates, the nearest of 16 centroids.

import { fillUniform } from "../../harness/random.js";
import type { ArraysOf, ScalarsOf } from "../../harness/workload.js";

const count = 16;

export function workload(n: number) {
  return {
    arrays: {
      points: fillUniform(new Float32Array(4 * n), -1, 1, 1),
      centroids: fillUniform(new Float32Array(4 * count), -1, 1, 2),
      labels: new Int32Array(n),
    },
    scalars: { count, n },
    outputs: ["labels"],
  };
}

export type PointsArrays = ArraysOf<typeof workload>;
export type PointsScalars = ScalarsOf<typeof workload>;
