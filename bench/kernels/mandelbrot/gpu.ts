// The Mandelbrot set for GPU.js.

import { flatten, type GpuProgram, type GpuThread } from "../../harness/gpu-program.js";
import type { MandelbrotArrays, MandelbrotScalars } from "./workload.js";

function pixel(this: GpuThread): number {
  const cx = this.constants.left! + this.thread.x * this.constants.dx!;
  const cy = this.constants.top! + this.thread.y * this.constants.dy!;
  let zx = cx;
  let zy = cy;
  let count = 0;
  for (let i = 0; i < this.constants.limit!; i++) {
    const x2 = zx * zx;
    const y2 = zy * zy;
    if (x2 + y2 > 4) break;
    zy = 2 * zx * zy + cy;
    zx = x2 - y2 + cx;
    count++;
  }
  return count;
}

export function gpu(_arrays: MandelbrotArrays, scalars: MandelbrotScalars): GpuProgram {
  const { width, height } = scalars;
  return {
    kernel: pixel,
    constants: scalars,
    output: [width, height],
    arguments: [],
    results: (returned) => [flatten(returned)],
  };
}
