// n-body for GPU.js: a vector for each body.

import { component, type GpuProgram, type GpuThread } from "../../harness/gpu-program.js";
import type { BodiesArrays, BodiesScalars } from "./workload.js";

function accelerate(this: GpuThread, x: Float32Array, y: Float32Array, z: Float32Array, m: Float32Array) {
  const xi = x[this.thread.x]!;
  const yi = y[this.thread.x]!;
  const zi = z[this.thread.x]!;
  let sumX = 0;
  let sumY = 0;
  let sumZ = 0;
  for (let j = 0; j < this.constants.n!; j++) {
    const dx = x[j]! - xi;
    const dy = y[j]! - yi;
    const dz = z[j]! - zi;
    const inverse = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz + this.constants.softening!);
    const weight = inverse * inverse * inverse * m[j]!;
    sumX += dx * weight;
    sumY += dy * weight;
    sumZ += dz * weight;
  }
  return [sumX, sumY, sumZ];
}

export function gpu({ x, y, z, m }: BodiesArrays, { softening, n }: BodiesScalars): GpuProgram {
  return {
    kernel: accelerate,
    constants: { softening, n },
    output: [n],
    arguments: [x, y, z, m],
    results: (returned) => [component(returned, 0), component(returned, 1), component(returned, 2)],
  };
}
