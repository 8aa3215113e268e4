// n-body in plain JavaScript.

import type { BodiesArrays, BodiesScalars } from "./workload.js";

export function plain({ x, y, z, m, ax, ay, az }: BodiesArrays, { softening, n }: BodiesScalars): void {
  for (let i = 0; i < n; i++) {
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
  }
}
