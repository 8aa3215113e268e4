// The device globals that hold the statistics, and the kernels that meet in them. Sums are of integers, exact in any order, and
// Math is that of f64, so that every device finds the same.

import {
  atomicRef,
  deviceGlobal,
  type FixedArray,
  f64,
  type i32,
  type Kernel0,
  type Kernel1,
  type Kernel2,
  type u8,
  u32,
} from "lanewise";

/** How often each luminance occurs. */
export const histogram = deviceGlobal<FixedArray<u32, 256>>();

/** The sums of the luminances, of their squares and of their cubes. */
export const powers = deviceGlobal<FixedArray<f64, 3>>();

/** The least and the greatest luminance. */
export const darkest = deviceGlobal<i32>(255);
export const brightest = deviceGlobal<i32>(0);

/** How many pixels have been counted. */
export const counted = deviceGlobal<u32>();

export interface Summary {
  minimum: i32;
  maximum: i32;
  /** Half of the pixels are at most that bright. */
  median: i32;
  mean: f64;
  variance: f64;
  skewness: f64;
  /** What the tone curve makes black and white. */
  black: i32;
  white: i32;
}
export const summary = deviceGlobal<Summary>();

/** The brightness that each luminance gets. The kernels that make and use it are in one image, so it can be the image's own. */
export const toneCurve = deviceGlobal<FixedArray<u8, 256>, { deviceImageScope: true; hostAccess: "read" }>();

/** By Rec. 709, in 1/256. */
function luminance(red: i32, green: i32, blue: i32): i32 {
  return (54 * red + 183 * green + 19 * blue + 128) >> 8;
}

/** Of a tile of three bytes a pixel. */
export function luminances(rgb: Uint8Array, grey: Uint8Array): Kernel1 {
  return (i) => {
    grey[i] = luminance(rgb[3 * i]!, rgb[3 * i + 1]!, rgb[3 * i + 2]!);
  };
}

/** Many pixels meet in a bin: hence the atomic additions. */
export function count(grey: Uint8Array): Kernel1 {
  return (i) => {
    atomicRef(histogram, grey[i]!).fetchAdd(1);
  };
}

/** Each work-item goes through a row of the tile, and then meets the others. */
export function addRows(grey: Uint8Array, width: i32): Kernel1 {
  return (row) => {
    let [sum, squares, cubes]: [f64, f64, f64] = [0, 0, 0];
    let [least, most] = [255, 0];
    for (let x = 0; x < width; x++) {
      const level = grey[row * width + x]!;
      least = Math.min(least, level);
      most = Math.max(most, level);
      sum += level;
      squares += level * level;
      cubes += level * level * level;
    }
    atomicRef(darkest).fetchMin(least);
    atomicRef(brightest).fetchMax(most);
    atomicRef(powers, 0).fetchAdd(sum);
    atomicRef(powers, 1).fetchAdd(squares);
    atomicRef(powers, 2).fetchAdd(cubes);
    atomicRef(counted).fetchAdd(u32(width));
  };
}

/** The darkest level that is at least as bright as `part` of the pixels. */
function percentile(part: f64): i32 {
  let below = 0;
  for (let level = 0; level < 256; level++) {
    below += histogram[level]!;
    if (below >= part * counted.value) return level;
  }
  return 255;
}

/** `black` and `white` are parts of the pixels. */
export function summarise(black: f64, white: f64): Kernel0 {
  return () => {
    const n = f64(counted.value);
    const all = summary.get();
    all.minimum = darkest.value;
    all.maximum = brightest.value;
    all.median = percentile(0.5);
    all.black = percentile(black);
    all.white = Math.max(percentile(white), all.black + 1);
    const mean = powers[0]! / n;
    const square = powers[1]! / n;
    const variance = square - mean * mean;
    all.mean = mean;
    all.variance = variance;
    const third = powers[2]! / n - 3 * mean * square + 2 * mean * mean * mean;
    all.skewness = variance > 0 ? third / (variance * Math.sqrt(variance)) : 0;
  };
}

/** The inverse hyperbolic sine lifts what is faint and keeps what is bright apart. */
export function makeToneCurve(strength: f64): Kernel1 {
  return (level) => {
    const { black, white } = summary.get();
    const part = Math.min(1, Math.max(0, (level - black) / (white - black)));
    toneCurve[level] = Math.round((255 * Math.asinh(strength * part)) / Math.asinh(strength));
  };
}

/** Gives each pixel the brightness of the curve, and leaves its hue. */
export function stretch(rgb: Uint8Array, to: Uint8Array, width: i32): Kernel2 {
  return (y, x) => {
    const at = 3 * (y * width + x);
    const level = luminance(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!);
    const brightness = toneCurve[level]!;
    for (let k = at; k < at + 3; k++) {
      to[k] = level === 0 ? brightness : Math.min(255, Math.floor((rgb[k]! * brightness) / level));
    }
  };
}
