// The convolution for GPU.js, whose numbers are floats.

import { flatten, type GpuProgram, type GpuThread } from "../../harness/gpu-program.js";
import type { ConvolutionArrays, ConvolutionScalars } from "./workload.js";

function pixel(this: GpuThread, from: readonly Float32Array[], weights: Float32Array): number {
  let sum = 0;
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 5; column++) {
      sum += weights[5 * row + column]! * from[this.thread.y + row]![this.thread.x + column]!;
    }
  }
  return Math.floor(sum / 256);
}

export function gpu({ from, weights }: ConvolutionArrays, { size, width }: ConvolutionScalars): GpuProgram {
  return {
    kernel: pixel,
    constants: {},
    output: [size, size],
    // It wants floats: made once, so that a call copies them only.
    arguments: [{ values: Float32Array.from(from), shape: [width, width] }, Float32Array.from(weights)],
    results: (returned) => [flatten(returned)],
  };
}
