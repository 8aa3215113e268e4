// The Mandelbrot set, 2 : 1, up to 256 iterations a pixel: neighbours leave the loop at different times.

import type { ArraysOf, ScalarsOf } from "../../harness/workload.js";

export function workload(width: number) {
  const height = width / 2;
  return {
    arrays: { out: new Int32Array(width * height) },
    scalars: { width, height, limit: 256, left: -2, top: -1, dx: 3 / width, dy: 2 / height },
    outputs: ["out"] as const,
  };
}

export type MandelbrotArrays = ArraysOf<typeof workload>;
export type MandelbrotScalars = ScalarsOf<typeof workload>;
