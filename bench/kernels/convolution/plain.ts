// The convolution in plain JavaScript.

import type { ConvolutionArrays, ConvolutionScalars } from "./workload.js";

export function plain({ from, weights, to }: ConvolutionArrays, { size, width }: ConvolutionScalars): void {
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      let sum = 0;
      for (let row = 0; row < 5; row++) {
        const start = (y + row) * width + x;
        for (let column = 0; column < 5; column++) sum += weights[5 * row + column]! * from[start + column]!;
      }
      to[y * size + x] = sum >> 8;
    }
  }
}
