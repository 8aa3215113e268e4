// k-means' assignment for GPU.js.

import { flatten, type GpuProgram, type GpuThread } from "../../harness/gpu-program.js";
import type { PointsArrays, PointsScalars } from "./workload.js";

function nearest(this: GpuThread, points: Float32Array, centroids: Float32Array): number {
  const p0 = points[4 * this.thread.x]!;
  const p1 = points[4 * this.thread.x + 1]!;
  const p2 = points[4 * this.thread.x + 2]!;
  const p3 = points[4 * this.thread.x + 3]!;
  let least = 1e30;
  let label = 0;
  for (let c = 0; c < this.constants.count!; c++) {
    const d0 = p0 - centroids[4 * c]!;
    const d1 = p1 - centroids[4 * c + 1]!;
    const d2 = p2 - centroids[4 * c + 2]!;
    const d3 = p3 - centroids[4 * c + 3]!;
    const square = d0 * d0 + d1 * d1 + d2 * d2 + d3 * d3;
    if (square < least) {
      least = square;
      label = c;
    }
  }
  return label;
}

export function gpu({ points, centroids }: PointsArrays, { count, n }: PointsScalars): GpuProgram {
  return {
    kernel: nearest,
    constants: { count },
    output: [n],
    arguments: [points, centroids],
    results: (returned) => [flatten(returned)],
  };
}
