// RGB to HSV as a Lanewise kernel: a work-item for each pixel, branches on the largest component.

import { f32, type Queue } from "lanewise";
import type { Launch } from "../../harness/kernel.js";
import type { ColoursArrays, ColoursScalars } from "./workload.js";

export function lanewise(q: Queue, { rgb, hsv }: ColoursArrays, { n }: ColoursScalars): Launch {
  return (options) =>
    q.parallelFor(
      n,
      (i) => {
        const r = f32(rgb[3 * i]!);
        const g = f32(rgb[3 * i + 1]!);
        const b = f32(rgb[3 * i + 2]!);
        const most = Math.max(r, g, b);
        const range = most - Math.min(r, g, b);
        let hue: f32 = 0;
        if (range > 0) {
          if (most === r) hue = (g - b) / range;
          else if (most === g) hue = (b - r) / range + 2;
          else hue = (r - g) / range + 4;
          if (hue < 0) hue += 6;
        }
        hsv[3 * i] = 42.5 * hue + 0.5;
        hsv[3 * i + 1] = most > 0 ? (255 * range) / most + 0.5 : 0;
        hsv[3 * i + 2] = most;
      },
      options,
    );
}
