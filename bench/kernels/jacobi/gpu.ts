// Jacobi's method for GPU.js, over the whole array: it cannot write a part of it.

import { flatten, type GpuProgram, type GpuThread } from "../../harness/gpu-program.js";
import type { JacobiArrays, JacobiScalars } from "./workload.js";

function mean(this: GpuThread, from: readonly Float32Array[]): number {
  const x = this.thread.x;
  const y = this.thread.y;
  if (x === 0 || y === 0 || x > this.constants.size! || y > this.constants.size!) return 0;
  return 0.2 * (from[y]![x]! + from[y]![x - 1]! + from[y]![x + 1]! + from[y - 1]![x]! + from[y + 1]![x]!);
}

export function gpu({ from }: JacobiArrays, { size, width }: JacobiScalars): GpuProgram {
  return {
    kernel: mean,
    constants: { size },
    output: [width, width],
    arguments: [{ values: from, shape: [width, width] }],
    results: (returned) => [flatten(returned)],
  };
}
