// JPEG's way with a photograph's luma: the cosine transform of blocks of 8 x 8, quantisation, and back. One block a work-item,
// in private arrays; against the transform's definition in plain JavaScript.

import { type FixedArray, type f32, fixedArray, type i32, type Queue } from "lanewise";
import { type Answers, near, type Photo, same } from "./program.js";

/** A block, row by row. */
type Block = FixedArray<FixedArray<f32, 8>, 8>;

/** The luma table of the standard's annex K: quality 50. */
const quanta = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
] as const;

const cosine = (u: i32, x: i32): number => Math.cos(((2 * x + 1) * u * Math.PI) / 16);
const scale = (u: i32): number => (u === 0 ? Math.SQRT1_2 : 1) / 2;

/** A basis function u at the places x: scaled cosines, the rows of an orthogonal matrix. */
function basis(): Block {
  const rows: Block = [zeros(), zeros(), zeros(), zeros(), zeros(), zeros(), zeros(), zeros()];
  for (let u = 0; u < 8; u++) for (let x = 0; x < 8; x++) rows[u]![x] = scale(u) * cosine(u, x);
  return rows;
}

function zeros(): FixedArray<f32, 8> {
  return [0, 0, 0, 0, 0, 0, 0, 0];
}

/** `to` = `a` `b`, with `a` or `b` transposed where it is said so. */
function multiply(a: Block, b: Block, to: Block, transposeA: boolean, transposeB: boolean): void {
  for (let i = 0; i < 8; i++) {
    for (let j = 0; j < 8; j++) {
      let sum: f32 = 0;
      for (let k = 0; k < 8; k++) {
        sum += (transposeA ? a[k]![i]! : a[i]![k]!) * (transposeB ? b[j]![k]! : b[k]![j]!);
      }
      to[i]![j] = sum;
    }
  }
}

const clamp = (x: number, high: number): number => Math.min(Math.max(x, 0), high);

interface Coded {
  /** For each block in turn 64 numbers. */
  readonly frequencies: Float32Array;
  readonly quantised: Int16Array;
  readonly restored: Uint8Array;
}

async function code(q: Queue, luma: Uint8Array, width: number, height: number): Promise<Coded> {
  const [rows, columns] = [Math.ceil(height / 8), Math.ceil(width / 8)];
  const given = q.mallocShared(Uint8Array, luma);
  const frequencies = q.mallocShared(Float32Array, 64 * rows * columns);
  const quantised = q.mallocShared(Int16Array, 64 * rows * columns);
  const restored = q.mallocShared(Uint8Array, luma.length);
  await q.parallelFor([rows, columns], (row, column) => {
    const cosines = basis();
    const block: Block = [zeros(), zeros(), zeros(), zeros(), zeros(), zeros(), zeros(), zeros()];
    const between: Block = [zeros(), zeros(), zeros(), zeros(), zeros(), zeros(), zeros(), zeros()];
    for (let y = 0; y < 8; y++) {
      for (let x = 0; x < 8; x++) {
        const at = clamp(8 * row + y, height - 1) * width + clamp(8 * column + x, width - 1);
        block[y]![x] = given[at]! - 128;
      }
    }
    multiply(cosines, block, between, false, false);
    multiply(between, cosines, block, false, true);

    const levels: FixedArray<i32, 64> = fixedArray(64, 0);
    const from = 64 * (row * columns + column);
    for (let k = 0; k < 64; k++) {
      const frequency = block[k >> 3]![k & 7]!;
      levels[k] = Math.round(frequency / quanta[k]!);
      frequencies[from + k] = frequency;
      quantised[from + k] = levels[k]!;
    }

    for (let k = 0; k < 64; k++) block[k >> 3]![k & 7] = levels[k]! * quanta[k]!;
    multiply(cosines, block, between, true, false);
    multiply(between, cosines, block, false, false);
    for (let y = 0; y < Math.min(8, height - 8 * row); y++) {
      for (let x = 0; x < Math.min(8, width - 8 * column); x++) {
        restored[(8 * row + y) * width + 8 * column + x] = clamp(Math.round(block[y]![x]! + 128), 255);
      }
    }
  });
  return { frequencies, quantised, restored };
}

/** The definition: for each block F(u, v), four sums deep. */
function plainFrequencies(luma: Uint8Array, width: number, height: number): Float64Array {
  const [rows, columns] = [Math.ceil(height / 8), Math.ceil(width / 8)];
  const out = new Float64Array(64 * rows * columns);
  const table = Array.from({ length: 64 }, (_, k) => scale(k >> 3) * cosine(k >> 3, k & 7));
  const pixel = (y: number, x: number) => luma[Math.min(y, height - 1) * width + Math.min(x, width - 1)] ?? 0;
  for (let block = 0; block < rows * columns; block++) {
    const [top, left] = [8 * Math.floor(block / columns), 8 * (block % columns)];
    const values = Array.from({ length: 64 }, (_, k) => pixel(top + (k >> 3), left + (k & 7)) - 128);
    for (let uv = 0; uv < 64; uv++) {
      let sum = 0;
      for (let yx = 0; yx < 64; yx++) {
        const weight = (table[(uv & ~7) + (yx >> 3)] ?? 0) * (table[8 * (uv & 7) + (yx & 7)] ?? 0);
        sum += weight * (values[yx] ?? 0);
      }
      out[64 * block + uv] = sum;
    }
  }
  return out;
}

/** Pixels that levels stand for, by the definition of the inverse. */
function plainRestored(levels: Int16Array, width: number, height: number): Float64Array {
  const columns = Math.ceil(width / 8);
  const table = Array.from({ length: 64 }, (_, k) => scale(k >> 3) * cosine(k >> 3, k & 7));
  return Float64Array.from({ length: width * height }, (_, at) => {
    const [y, x] = [Math.floor(at / width), at % width];
    const from = 64 * (Math.floor(y / 8) * columns + Math.floor(x / 8));
    let sum = 128;
    for (let uv = 0; uv < 64; uv++) {
      const weight = (table[(uv & ~7) + (y & 7)] ?? 0) * (table[8 * (uv & 7) + (x & 7)] ?? 0);
      sum += weight * (levels[from + uv] ?? 0) * (quanta[uv] ?? 0);
    }
    return Math.min(Math.max(sum, 0), 255);
  });
}

function decibels(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let squares = 0;
  for (let i = 0; i < a.length; i++) squares += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2;
  return 10 * Math.log10((255 * 255 * a.length) / squares);
}

function lumaOf({ width, height, rgb }: Photo): Uint8Array {
  const weighted = (i: number) => 77 * (rgb[i] ?? 0) + 150 * (rgb[i + 1] ?? 0) + 29 * (rgb[i + 2] ?? 0);
  return Uint8Array.from({ length: width * height }, (_, i) => (weighted(3 * i) + 128) >> 8);
}

let shownRight: { readonly luma: Uint8Array; readonly frequencies: Float64Array } | undefined;

export async function photograph(q: Queue, photo: Photo): Promise<Answers> {
  const { width, height } = photo;
  shownRight ??= { luma: lumaOf(photo), frequencies: plainFrequencies(lumaOf(photo), width, height) };
  const { luma, frequencies: right } = shownRight;
  const { frequencies, quantised, restored } = await code(q, luma, width, height);
  // A level is right unless its frequency is so close to the middle between two that f32 cannot tell.
  const exact = right.map((frequency, i) => frequency / (quanta[i % 64] ?? 1));
  const isOpen = exact.map((level) => (Math.abs(Math.abs(level - Math.floor(level)) - 0.5) < 1e-4 ? 1 : 0));
  const levels = exact.map((level, i) => (isOpen[i] === 1 ? (quantised[i] ?? 0) : Math.round(level)));
  const wanted = plainRestored(quantised, width, height);
  return {
    frequencies: near(frequencies, right, 1e-3),
    levels: same(quantised, levels),
    "levels are hardly ever open": near([isOpen.reduce((sum, one) => sum + one, 0) / isOpen.length], [0], 0.005),
    restored: near(restored, wanted, 0.5 + 1e-3),
    "signal to noise": near([decibels(luma, restored)], [decibels(luma, wanted)], 0.1),
  };
}
