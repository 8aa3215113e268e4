// A mistake on purpose. Beyond the picture's last row there is none: plain JavaScript reads undefined there and goes on with it; a kernel stops, and says where.

import type { f32, i32, Kernel1, Kernel2 } from "lanewise";

const distance = (x: f32, y: f32): f32 => Math.sqrt(x * x + y * y);

/** Ripples on water. */
export function ripples(width: i32, height: i32, to: Float32Array): Kernel2 {
  return (y, x) => {
    const left = distance(x - 0.3 * width, y - 0.4 * height);
    const right = distance(x - 0.72 * width, y - 0.62 * height);
    to[y * width + x] =
      Math.sin(left * 0.19) * Math.exp(-left * 0.006) + Math.sin(right * 0.23) * Math.exp(-right * 0.006);
  };
}

/** Light from above: how much lower the row `reach` rows below is. */
export function relief(heights: Float32Array, width: i32, reach: i32, to: Float32Array): Kernel2 {
  return (y, x) => {
    const here = heights[y * width + x]!;
    const below = heights[(y + reach) * width + x]!;
    to[y * width + x] = 0.5 + 0.9 * (here - below);
  };
}

const toByte = (value: f32): f32 => Math.min(Math.max(value, 0), 1) * 255;

export function show(light: Float32Array, rgba: Uint8ClampedArray): Kernel1 {
  return (i) => {
    rgba[4 * i] = toByte(0.9 * light[i]! - 0.05);
    rgba[4 * i + 1] = toByte(light[i]! * 0.95 + 0.03);
    rgba[4 * i + 2] = toByte(light[i]! * 0.8 + 0.2);
    rgba[4 * i + 3] = 255;
  };
}
