// RGB to HSV in plain JavaScript.

import type { ColoursArrays, ColoursScalars } from "./workload.js";

export function plain({ rgb, hsv }: ColoursArrays, { n }: ColoursScalars): void {
  for (let i = 0; i < n; i++) {
    const r = rgb[3 * i]!;
    const g = rgb[3 * i + 1]!;
    const b = rgb[3 * i + 2]!;
    const most = Math.max(r, g, b);
    const range = most - Math.min(r, g, b);
    let hue = 0;
    if (range > 0) {
      if (most === r) hue = (g - b) / range;
      else if (most === g) hue = (b - r) / range + 2;
      else hue = (r - g) / range + 4;
      if (hue < 0) hue += 6;
    }
    hsv[3 * i] = 42.5 * hue + 0.5;
    hsv[3 * i + 1] = most > 0 ? (255 * range) / most + 0.5 : 0;
    hsv[3 * i + 2] = most;
  }
}
