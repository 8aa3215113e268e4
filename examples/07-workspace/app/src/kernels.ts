// The landscape: its heights, and how the sun falls on it. Noise and colours are functions of other packages, which are found when
// a kernel is first launched.

import { paint } from "@terrain/colour";
import { sunlight } from "@terrain/light";
import { fractal, ridges } from "@terrain/noise";
import type { f32, Kernel2, u32 } from "lanewise";

/** Hills, with mountains where they are high; bent a little, so that valleys wind. */
export function raise(heights: Float32Array, width: number, scale: f32, seed: u32): Kernel2 {
  return (y, x) => {
    const [u, v]: [f32, f32] = [x * scale, y * scale];
    const bend: f32 = 0.4 * fractal(u + 7.3, v + 2.8, seed);
    const hills = fractal(u + bend, v - bend, (seed + 100) >>> 0);
    const mountains = ridges(u - bend, v + bend, (seed + 200) >>> 0) - 0.45;
    const share: f32 = Math.min(Math.max(0.5 + 2 * hills, 0), 1);
    heights[y * width + x] = 0.7 * hills + 0.9 * share * mountains;
  };
}

/** Where other land stands before the sun. In a kernel of its own: what calls C is done one pixel after the other. */
export function castShadows(heights: Float32Array, sunlit: Float32Array, width: number, scale: f32): Kernel2 {
  return (y, x) => {
    sunlit[y * width + x] = sunlight(heights, width, x, y, scale);
  };
}

/** Each pixel's colour by its height, and by how far its slope is turned to the sun in the north-west. */
export function shade(
  heights: Float32Array,
  sunlit: Float32Array,
  rgb: Uint8ClampedArray,
  width: number,
  height: number,
  scale: f32,
): Kernel2 {
  return (y, x) => {
    const at = y * width + x;
    const here = heights[at]!;
    const [left, up] = [heights[y * width + Math.max(x - 1, 0)]!, heights[Math.max(y - 1, 0) * width + x]!];
    const [right, down] = [
      heights[y * width + Math.min(x + 1, width - 1)]!,
      heights[Math.min(y + 1, height - 1) * width + x]!,
    ];
    const [dx, dy]: [f32, f32] = [(right - left) / (4 * scale), (down - up) / (4 * scale)];
    const sun = (sunlit[at]! * (1 + dx + dy)) / (1.5 * Math.sqrt(1 + dx * dx + dy * dy));
    paint(rgb, 3 * at, here, here < 0 ? 1 : Math.min(Math.max(sun, 0.15), 1.6));
  };
}
