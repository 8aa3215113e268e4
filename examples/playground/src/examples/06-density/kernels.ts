// A map of how dense points are: each adds one to its pixel's count. Many meet at one pixel, hence the atomic addition.

import { atomicRef, type f32, type i32, type Kernel1 } from "lanewise";
import { hash2 } from "lanewise/random";

/** Spirals of points, which are where their numbers say. */
export function scatter(galaxies: i32, xs: Float32Array, ys: Float32Array): Kernel1 {
  const random = (stream: i32, k: i32): f32 => (hash2(stream >>> 0, k >>> 0) >>> 8) * 2 ** -24;
  return (i) => {
    // The first ones have most of the points.
    const galaxy = Math.floor(galaxies * random(i, 0) ** 2.2);
    const size = 0.012 + 0.16 * random(galaxy, 11) ** 3;
    const tilt = 0.25 + 0.75 * random(galaxy, 12);
    const turn = 2 * Math.PI * random(galaxy, 13);
    const winding = 3 + 3 * random(galaxy, 14);
    // How far out, then which arm, and how far beside it.
    const radius = -0.3 * Math.log(1 - 0.999 * random(i, 1));
    const arm = Math.floor(2 * random(i, 2)) * Math.PI;
    const beside = (random(i, 3) + random(i, 4) + random(i, 5) - 1.5) * (0.9 - 0.35 * Math.min(radius, 2));
    const angle = arm + beside + winding * Math.sqrt(radius);
    const across = size * radius * Math.cos(angle);
    const along = size * radius * tilt * Math.sin(angle);
    xs[i] = 0.08 + 1.44 * random(galaxy, 15) + across * Math.cos(turn) - along * Math.sin(turn);
    ys[i] = 0.08 + 0.84 * random(galaxy, 16) + across * Math.sin(turn) + along * Math.cos(turn);
  };
}

export function clear(counts: Uint32Array): Kernel1 {
  return (i) => {
    counts[i] = 0;
  };
}

export function count(
  xs: Float32Array,
  ys: Float32Array,
  left: f32,
  top: f32,
  scale: f32,
  height: i32,
  width: i32,
  counts: Uint32Array,
): Kernel1 {
  return (i) => {
    const x = Math.floor((xs[i]! - left) * scale);
    const y = Math.floor((ys[i]! - top) * scale);
    if (x >= 0 && x < width && y >= 0 && y < height) atomicRef(counts, y * width + x).fetchAdd(1);
  };
}

/** The same for plain JavaScript, where nobody else counts at the same time. */
export function countAlone(
  xs: Float32Array,
  ys: Float32Array,
  left: number,
  top: number,
  scale: number,
  height: number,
  width: number,
  counts: Uint32Array,
): (i: number) => void {
  return (i) => {
    const x = Math.floor((xs[i]! - left) * scale);
    const y = Math.floor((ys[i]! - top) * scale);
    if (x >= 0 && x < width && y >= 0 && y < height) counts[y * width + x]!++;
  };
}

/** Brightness by the count's logarithm, from blue over rose to white. */
export function shine(counts: Uint32Array, exposure: f32, rgba: Uint8ClampedArray): Kernel1 {
  return (i) => {
    const t = Math.min(exposure * Math.log(1 + counts[i]!), 1);
    rgba[4 * i] = 6 + 249 * t ** 1.3;
    rgba[4 * i + 1] = 8 + 247 * t ** 2.2;
    rgba[4 * i + 2] = 20 + 235 * Math.min(1.5 * t, 1) * (1 - 0.35 * t * (1 - t) * 4 * t);
    rgba[4 * i + 3] = 255;
  };
}
