// The kernels. Each function here takes arrays and settings and returns a kernel: a function of one work-item's index or
// indices, which says so by its type (Kernel1: of one dimension, Kernel2: of two, …). pipeline.ts launches them, and
// plain.ts calls the very same functions in plain JavaScript loops. Pictures are rows of bytes; colours are red, green,
// blue. `a[i]!` costs nothing in a kernel.

import {
  atomicRef,
  deviceGlobal,
  type FixedArray,
  type f32,
  type i32,
  type Kernel1,
  type Kernel2,
  type Kernel3,
  type u32,
} from "lanewise";
import { clamp } from "./clamp.js";

/** How many pixels have each grey level. It lives on the device: one instance, shared by all kernels. */
export const histogram = deviceGlobal<FixedArray<u32, 256>>();

/** Grey by the weights of ITU-R BT.601, in 8-bit fixed point. */
export function luma(rgb: Uint8Array, grey: Uint8Array): Kernel1 {
  return (i) => {
    grey[i] = (77 * rgb[3 * i]! + 150 * rgb[3 * i + 1]! + 29 * rgb[3 * i + 2]! + 128) >> 8;
  };
}

/** The rows' half of a separable blur. Beyond the border, the outermost pixel repeats. */
export function blurRows(from: Uint8Array, to: Float32Array, weights: Float32Array, radius: i32, width: i32): Kernel2 {
  return (y, x) => {
    let sum = 0;
    for (let k = -radius; k <= radius; k++) {
      sum += weights[k + radius]! * from[y * width + clamp(x + k, 0, width - 1)]!;
    }
    to[y * width + x] = sum;
  };
}

/** The columns' half, rounded to bytes. */
export function blurColumns(
  from: Float32Array,
  to: Uint8Array,
  weights: Float32Array,
  radius: i32,
  height: i32,
  width: i32,
): Kernel2 {
  return (y, x) => {
    let sum = 0;
    for (let k = -radius; k <= radius; k++) {
      sum += weights[k + radius]! * from[clamp(y + k, 0, height - 1) * width + x]!;
    }
    to[y * width + x] = clamp(sum + 0.5, 0, 255);
  };
}

/** The magnitude of the gradient (Sobel's operator); the border, which lacks neighbours, is black. */
export function sobel(from: Uint8Array, to: Uint8Array, height: i32, width: i32): Kernel2 {
  return (y, x) => {
    const i = y * width + x;
    if (y === 0 || x === 0 || y === height - 1 || x === width - 1) {
      to[i] = 0;
      return;
    }
    const up = i - width;
    const down = i + width;
    const right = from[up + 1]! + 2 * from[i + 1]! + from[down + 1]!;
    const left = from[up - 1]! + 2 * from[i - 1]! + from[down - 1]!;
    const below = from[down - 1]! + 2 * from[down]! + from[down + 1]!;
    const above = from[up - 1]! + 2 * from[up]! + from[up + 1]!;
    const dx = right - left;
    const dy = below - above;
    to[i] = Math.min(Math.sqrt(dx * dx + dy * dy) + 0.5, 255);
  };
}

/** Counts the grey levels into the device global. Many work-items meet at one bin, hence the atomic addition. */
export function countLevels(grey: Uint8Array): Kernel1 {
  return (i) => {
    atomicRef(histogram, grey[i]!).fetchAdd(1);
  };
}

/** The same for plain JavaScript, which cannot touch a device global. */
export function countLevelsInto(counts: Uint32Array, grey: Uint8Array): (i: number) => void {
  return (i) => {
    const level = grey[i] ?? 0;
    counts[level] = (counts[level] ?? 0) + 1;
  };
}

/** Replaces each grey level by the table's. */
export function lookUp(from: Uint8Array, table: Uint8Array, to: Uint8Array): Kernel1 {
  return (i) => {
    to[i] = table[from[i]!]!;
  };
}

/** Unsharp mask: adds `amount` times what the blur took away, to each colour alike, so that hues stay. */
export function sharpen(
  rgb: Uint8Array,
  grey: Uint8Array,
  blurred: Uint8Array,
  to: Uint8Array,
  amount: f32,
  width: i32,
): Kernel3 {
  return (y, x, colour) => {
    const pixel = y * width + x;
    const i = 3 * pixel + colour;
    const detail = grey[pixel]! - blurred[pixel]!;
    to[i] = clamp(rgb[i]! + amount * detail + 0.5, 0, 255);
  };
}
