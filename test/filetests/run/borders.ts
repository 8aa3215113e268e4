// Neighbours beyond the borders of rows: clamped to the row, and where its borders meet. In rows of every length around those of gangs.
import type { Kernel2, Queue } from "lanewise";
import { program } from "./harness.js";

const widths = [1, 2, 3, 8, 15, 16, 17, 18, 19, 33, 63, 64, 65, 66, 67, 79, 80, 81, 130] as const;
const height = 3;
const [tens, hundreds] = [10, 100] as const;
const largest = 2 ** 31 - 1;

type KernelOf = (a: Int32Array, b: Int32Array, width: number) => Kernel2;

/** Elements that differ from plain JavaScript's. */
async function differences(q: Queue, kernelOf: KernelOf): Promise<string[]> {
  const different: string[] = [];
  for (const width of widths) {
    const a = q.mallocShared(Int32Array, Array.from({ length: width * height }, (_, i) => i + 1));
    const b = q.mallocShared(Int32Array, width * height);
    const kernel = kernelOf(a, b, width);
    await q.parallelFor([height, width], kernel);
    const found = [...b];
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) kernel(y, x);
    different.push(...found.flatMap((value, i) => (value === b[i] ? [] : [`${width}: ${i}`])));
    q.free(a);
    q.free(b);
  }
  return different;
}

const same = (kernelOf: KernelOf) => program((q) => differences(q, kernelOf), []);

export const clamped = same((a, b, width) => (y, x) => {
  const [left, right] = [Math.max(x - 1, 0), Math.min(x + 1, width - 1)];
  const [far, near] = [x + 3 < width ? x + 3 : width - 1, x < 2 ? 0 : x - 2];
  const row = y * width;
  b[row + x] = a[row + left]! + a[row + right]! * tens + a[row + far]! * hundreds - a[row + near]!;
});
export const around = same((a, b, width) => (y, x) => {
  const row = y * width;
  b[row + x] = a[row + ((x + 1) % width)]! + a[row + ((x + width - 1) % width)]! * tens + a[((y + 1) % height) * width + x]!;
});
export const aroundInLoops = same((a, b, width) => (y, x) => {
  let sum = 0;
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) sum = sum * 3 + a[((y + dy + height) % height) * width + ((x + dx + width) % width)]!;
  }
  b[y * width + x] = sum;
});
/** Of a row of 64, which longer ones go through again and again. */
export const masked = same((a, b, width) => (y, x) => {
  if (a.length < 64) return;
  b[y * width + x] = a[(x + 1) & 63]! + a[(x + 63) & 63]! * tens + a[(x - 1) & 63]! * hundreds;
});
export const ofConstants = same((a, b, width) => (y, x) => {
  if (a.length < 64) return;
  b[y * width + x] = a[(x + 2) % 64]! + a[(x + 62) % 64]! * tens + a[(x + 64) % 64]! * hundreds;
});
/** Remainders of negative numbers are negative. */
export const negative = same((_, b, width) => (y, x) => {
  const at = (x - 2) % width;
  b[y * width + x] = at < 0 ? at : at * tens;
});
/** From the third on, the sum has wrapped around and the remainder is negative. */
export const wrapped = same((a, b, width) => (y, x) => {
  const at = ((x + largest - 1) | 0) % largest;
  b[y * width + x] = a[Math.max(Math.min(at, 2), 0)]! + at;
});
