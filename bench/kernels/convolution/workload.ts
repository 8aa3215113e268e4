// A 5 x 5 convolution of a grey picture, in 8-bit fixed point: binomial weights, whose sum is 256. The input has a border of two
// pixels, so that no index has to be clamped.

import { fillBytes } from "../../harness/random.js";
import type { ArraysOf, ScalarsOf } from "../../harness/workload.js";

const binomial = [1, 4, 6, 4, 1];

export function workload(size: number) {
  const width = size + 4;
  return {
    arrays: {
      from: fillBytes(new Uint8Array(width * width)),
      weights: Int32Array.from(binomial.flatMap((row) => binomial.map((column) => row * column))),
      to: new Uint8Array(size * size),
    },
    scalars: { size, width },
    outputs: ["to"],
  };
}

export type ConvolutionArrays = ArraysOf<typeof workload>;
export type ConvolutionScalars = ScalarsOf<typeof workload>;
