// n-body as a Lanewise kernel: a work-item for each body, a uniform loop over all others.

import type { Queue } from "lanewise";
import type { Launch } from "../../harness/kernel.js";
import type { BodiesArrays, BodiesScalars } from "./workload.js";

export function lanewise(q: Queue, arrays: BodiesArrays, { softening, n }: BodiesScalars): Launch {
  const { x, y, z, m, ax, ay, az } = arrays;
  return (options) =>
    q.parallelFor(
      n,
      (i) => {
        const xi = x[i]!;
        const yi = y[i]!;
        const zi = z[i]!;
        let sumX = 0;
        let sumY = 0;
        let sumZ = 0;
        for (let j = 0; j < n; j++) {
          const dx = x[j]! - xi;
          const dy = y[j]! - yi;
          const dz = z[j]! - zi;
          const inverse = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz + softening);
          const weight = inverse * inverse * inverse * m[j]!;
          sumX += dx * weight;
          sumY += dy * weight;
          sumZ += dz * weight;
        }
        ax[i] = sumX;
        ay[i] = sumY;
        az[i] = sumZ;
      },
      options,
    );
}
