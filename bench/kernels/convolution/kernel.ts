// The convolution as a Lanewise kernel.

import type { Queue } from "lanewise";
import type { Launch } from "../../harness/kernel.js";
import type { ConvolutionArrays, ConvolutionScalars } from "./workload.js";

export function lanewise(q: Queue, arrays: ConvolutionArrays, { size, width }: ConvolutionScalars): Launch {
  const { from, weights, to } = arrays;
  return (options) =>
    q.parallelFor(
      [size, size],
      (y, x) => {
        let sum = 0;
        for (let row = 0; row < 5; row++) {
          for (let column = 0; column < 5; column++) {
            sum += weights[5 * row + column]! * from[(y + row) * width + x + column]!;
          }
        }
        to[y * size + x] = sum >> 8;
      },
      options,
    );
}
