// The naive matrix product for GPU.js.

import { flatten, type GpuProgram, type GpuThread } from "../../harness/gpu-program.js";
import type { NaiveArrays, NaiveScalars } from "./workload.js";

function element(this: GpuThread, a: readonly Float32Array[], b: readonly Float32Array[]): number {
  let sum = 0;
  for (let k = 0; k < this.constants.n!; k++) sum += a[this.thread.y]![k]! * b[k]![this.thread.x]!;
  return sum;
}

export function gpu({ a, b }: NaiveArrays, { n }: NaiveScalars): GpuProgram {
  return {
    kernel: element,
    constants: { n },
    output: [n, n],
    arguments: [
      { values: a, shape: [n, n] },
      { values: b, shape: [n, n] },
    ],
    results: (returned) => [flatten(returned)],
  };
}
