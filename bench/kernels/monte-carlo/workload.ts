// Monte Carlo: how many of random points of a square lie in a quarter circle. Each of n streams has a generator of its own: xorshift32,
// whose shifts by constants vectorise everywhere.

import type { ArraysOf, ScalarsOf } from "../../harness/workload.js";

export function workload(n: number) {
  return { arrays: { hits: new Int32Array(n) }, scalars: { n, samples: 256 }, outputs: ["hits"] };
}

export type MonteCarloArrays = ArraysOf<typeof workload>;
export type MonteCarloScalars = ScalarsOf<typeof workload>;
