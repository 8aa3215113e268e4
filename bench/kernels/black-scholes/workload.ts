// Prices of European options by Black and Scholes: exp, log, sqrt and a polynomial for the normal distribution (Abramowitz and
// Stegun 26.2.17).

import { fillUniform } from "../../harness/random.js";
import type { ArraysOf, ScalarsOf } from "../../harness/workload.js";

export function workload(n: number) {
  return {
    arrays: {
      price: fillUniform(new Float32Array(n), 5, 30, 1),
      strike: fillUniform(new Float32Array(n), 1, 100, 2),
      years: fillUniform(new Float32Array(n), 0.25, 10, 3),
      call: new Float32Array(n),
      put: new Float32Array(n),
    },
    scalars: { rate: 0.02, volatility: 0.3, n },
    outputs: ["call", "put"],
  };
}

export type OptionsArrays = ArraysOf<typeof workload>;
export type OptionsScalars = ScalarsOf<typeof workload>;
