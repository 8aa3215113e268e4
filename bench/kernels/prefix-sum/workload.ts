// Running sums of n integers: the sum of each block, a scan of those, then each block from where it starts.

import { mixed } from "../../harness/random.js";
import type { ArraysOf, ScalarsOf } from "../../harness/workload.js";

const block = 1024;

export function workload(n: number) {
  return {
    arrays: {
      x: new Uint32Array(n).map((_, i) => mixed(i) >>> 24),
      blockSums: new Uint32Array(n / block),
      sums: new Uint32Array(n),
    },
    scalars: { n, block, blocks: n / block },
    outputs: ["sums"],
  };
}

export type PrefixArrays = ArraysOf<typeof workload>;
export type PrefixScalars = ScalarsOf<typeof workload>;
