// saxpy for GPU.js: to a new array, as it cannot write its arguments.

import { flatten, type GpuProgram, type GpuThread } from "../../harness/gpu-program.js";
import type { SaxpyArrays, SaxpyScalars } from "./workload.js";

function element(this: GpuThread, y: Float32Array, x: Float32Array, s: number): number {
  return y[this.thread.x]! + s * x[this.thread.x]!;
}

export function gpu({ y, x }: SaxpyArrays, { s, n }: SaxpyScalars): GpuProgram {
  return {
    kernel: element,
    constants: {},
    output: [n],
    arguments: [y, x, s],
    results: (returned) => [flatten(returned)],
  };
}
