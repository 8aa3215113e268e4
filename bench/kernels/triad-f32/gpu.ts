// STREAM triad for GPU.js.

import { flatten, type GpuProgram, type GpuThread } from "../../harness/gpu-program.js";
import type { TriadArrays, TriadScalars } from "./workload.js";

function element(this: GpuThread, b: Float32Array, c: Float32Array, s: number): number {
  return b[this.thread.x]! + s * c[this.thread.x]!;
}

export function gpu({ b, c }: TriadArrays, { s, n }: TriadScalars): GpuProgram {
  return {
    kernel: element,
    constants: {},
    output: [n],
    arguments: [b, c, s],
    results: (returned) => [flatten(returned)],
  };
}
