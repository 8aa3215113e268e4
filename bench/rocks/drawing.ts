// A picture that filters have something to do with: waves, discs and a little noise, as bytes.

import { unit } from "../untuned/define.js";

export function drawing(width: number, height: number, seed: number, shift = 0): Uint8Array {
  const discs = Array.from({ length: 12 }, (_, k) => ({
    x: unit(4 * k, seed) * width,
    y: unit(4 * k + 1, seed) * height,
    radius: (0.03 + 0.1 * unit(4 * k + 2, seed)) * width,
    level: 20 + 210 * unit(4 * k + 3, seed),
  }));
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [(i % width) - shift, Math.floor(i / width) - shift / 2];
    const disc = discs.find((one) => (one.x - x) ** 2 + (one.y - y) ** 2 < one.radius ** 2);
    const level = disc ? disc.level : 120 + 50 * Math.sin(0.05 * x) * Math.cos(0.035 * y);
    return Math.min(Math.max(level + 8 * (unit(i, seed + 1) - 0.5), 0), 255);
  });
}
