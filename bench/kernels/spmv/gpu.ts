// The sparse product for GPU.js, whose indices are floats too.

import { flatten, type GpuProgram, type GpuThread } from "../../harness/gpu-program.js";
import type { SparseArrays, SparseScalars } from "./workload.js";

function product(
  this: GpuThread,
  starts: Float32Array,
  columns: Float32Array,
  values: Float32Array,
  x: Float32Array,
): number {
  let sum = 0;
  const start = starts[this.thread.x]!;
  const end = starts[this.thread.x + 1]!;
  for (let entry = start; entry < end; entry++) sum += values[entry]! * x[columns[entry]!]!;
  return sum;
}

export function gpu({ starts, columns, values, x }: SparseArrays, { rows }: SparseScalars): GpuProgram {
  return {
    kernel: product,
    constants: {},
    output: [rows],
    arguments: [Float32Array.from(starts), Float32Array.from(columns), values, x],
    results: (returned) => [flatten(returned)],
  };
}
