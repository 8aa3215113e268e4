// Gravity: the acceleration of each of n bodies by all of them. Softened, so that a body and itself are no special case.

import { fillUniform } from "../../harness/random.js";
import type { ArraysOf, ScalarsOf } from "../../harness/workload.js";

export function workload(n: number) {
  return {
    arrays: {
      x: fillUniform(new Float32Array(n), -1, 1, 1),
      y: fillUniform(new Float32Array(n), -1, 1, 2),
      z: fillUniform(new Float32Array(n), -1, 1, 3),
      m: fillUniform(new Float32Array(n), 0.5, 1.5, 4),
      ax: new Float32Array(n),
      ay: new Float32Array(n),
      az: new Float32Array(n),
    },
    scalars: { softening: 0.01, n },
    outputs: ["ax", "ay", "az"],
  };
}

export type BodiesArrays = ArraysOf<typeof workload>;
export type BodiesScalars = ScalarsOf<typeof workload>;
