// How often each byte occurs. Counts go on from run to run.

import { fillBytes } from "../../harness/random.js";
import type { ArraysOf, ScalarsOf } from "../../harness/workload.js";

export function workload(n: number) {
  return {
    arrays: { data: fillBytes(new Uint8Array(n)), counts: new Uint32Array(256) },
    scalars: { n },
    outputs: ["counts"],
  };
}

export type HistogramArrays = ArraysOf<typeof workload>;
export type HistogramScalars = ScalarsOf<typeof workload>;
