// The Mandelbrot set as a Lanewise kernel.

import { f32, type Queue } from "lanewise";
import type { Launch } from "../../harness/kernel.js";
import type { MandelbrotArrays, MandelbrotScalars } from "./workload.js";

export function lanewise(q: Queue, { out }: MandelbrotArrays, scalars: MandelbrotScalars): Launch {
  const { width, height, limit } = scalars;
  const left: f32 = scalars.left;
  const top: f32 = scalars.top;
  const dx: f32 = scalars.dx;
  const dy: f32 = scalars.dy;
  return (options) =>
    q.parallelFor(
      [height, width],
      (y, x) => {
        const cx = left + f32(x) * dx;
        const cy = top + f32(y) * dy;
        let zx = cx;
        let zy = cy;
        let count = 0;
        while (count < limit) {
          const x2 = zx * zx;
          const y2 = zy * zy;
          if (x2 + y2 > 4) break;
          zy = 2 * zx * zy + cy;
          zx = x2 - y2 + cx;
          count++;
        }
        out[y * width + x] = count;
      },
      options,
    );
}
