// k-means' assignment as a Lanewise kernel: a work-item for each point, a uniform loop over the centroids.

import type { f32, Queue } from "lanewise";
import type { Launch } from "../../harness/kernel.js";
import type { PointsArrays, PointsScalars } from "./workload.js";

export function lanewise(q: Queue, { points, centroids, labels }: PointsArrays, { count, n }: PointsScalars): Launch {
  return (options) =>
    q.parallelFor(
      n,
      (i) => {
        const p0 = points[4 * i]!;
        const p1 = points[4 * i + 1]!;
        const p2 = points[4 * i + 2]!;
        const p3 = points[4 * i + 3]!;
        let least: f32 = 1e30;
        let label = 0;
        for (let c = 0; c < count; c++) {
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
        labels[i] = label;
      },
      options,
    );
}
