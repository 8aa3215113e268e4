// The Mandelbrot set in plain JavaScript.

import type { MandelbrotArrays, MandelbrotScalars } from "./workload.js";

export function plain({ out }: MandelbrotArrays, scalars: MandelbrotScalars): void {
  const { width, height, limit, left, top, dx, dy } = scalars;
  for (let y = 0; y < height; y++) {
    const cy = top + y * dy;
    for (let x = 0; x < width; x++) {
      const cx = left + x * dx;
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
    }
  }
}
