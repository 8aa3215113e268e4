// Constants known when a kernel is compiled: tables in constant memory, objects, functions of constants, bigints.
import type { f32, u32 } from "lanewise";
import { counts, same } from "./harness.js";

const data = (n: number) => [Int32Array.from(counts(n)), new Float64Array(n)] as const;

const taps = [0.25, 0.5, 0.25] as const;
const primes = [2, 3, 5, 7, 11, 13, 17, 19] as const;
const keys: readonly u32[] = [0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5];
const large = [0xffffffff, 1, 2] as const;
const weights: readonly f32[] = [0.1, 0.2];
const matrix = [
  [1, 2, 3],
  [4, 5, 6],
] as const;
const points = [
  { x: 1, y: 2.5 },
  { x: 3, y: 4 },
] as const;
const settings = { gain: 3, on: true, weights: [1, 2, 4] } as const;
const mask = 0xffn;
const squares: readonly number[] = makeSquares(8);

function makeSquares(n: number): number[] {
  const list: number[] = [];
  for (let k = 0; k < n; k++) list.push(k * k);
  return list;
}

export const tables = same(data, (a, out) => (i) => {
  let sum = 0;
  for (let k = 0; k < taps.length; k++) sum += taps[k]! * a[(i + k) % a.length]!;
  out[i] = sum + primes[a[i]! & 7]! + squares[a[i]! % 8]!;
});
export const unsigned = same(data, (a, out) => (i) => {
  out[i] = (((keys[a[i]! & 3]! + large[0]) >>> 0) ^ large[a[i]! % 3]!) >>> 0;
});
export const single = same(data, (a, out) => (i) => {
  out[i] = Math.fround(weights[a[i]! & 1]!);
});
export const nested = same(data, (a, out) => (i) => {
  let sum = 0;
  for (const row of matrix) for (const x of row) sum = sum * 2 + x;
  out[i] = sum + matrix[a[i]! & 1]![a[i]! % 3]! + points[a[i]! & 1]!.y * points[1].x;
});
export const objects = same(data, (a, out) => (i) => {
  out[i] = settings.on ? settings.gain * a[i]! + settings.weights[a[i]! % 3]! : 0;
});
export const bigints = same(
  (n) => [BigInt64Array.from(counts(n), BigInt), new BigInt64Array(n)],
  (a, out) => (i) => {
    out[i] = (a[i]! * 1000n) & mask;
  },
);

// Small tables of integers are looked up in a register.
const cases: readonly number[] = [0, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 255];
const steps: readonly number[] = [-1, 0, 1, -128, 127, 100, -100];
const high: readonly number[] = [40_000, 40_100, 40_255];
const far: readonly number[] = [0, 1000, -1000, 1e9];
const longer: readonly number[] = Array.from({ length: 17 }, (_, k) => k * k);
const cells = (n: number) => [Int32Array.from(counts(n), (k) => (k * 7) % 16), new Int32Array(2 * n)] as const;

export const ofCases = same(cells, (a, out) => (i) => {
  const next = a[(i + 1) % a.length]!;
  const k = (a[i]! > 3 ? 1 : 0) | (next > 5 ? 2 : 0) | (a[i]! > 9 ? 4 : 0) | (next > 11 ? 8 : 0);
  out[2 * i] = cases[k]!;
  if (a[i]! > 7) out[2 * i + 1] = cases[15 - k]! * 3 - cases[k ^ 15]!;
});
export const ofSteps = same(cells, (a, out) => (i) => {
  out[2 * i] = steps[a[i]! % 7 < 0 ? 0 : a[i]! % 7]!;
  out[2 * i + 1] = steps[(a[i]! & 1) + (a[i]! & 4)]! + high[a[i]! & 1]! + far[a[i]! & 3]! + longer[a[i]! & 15]!;
});
/** What is behind the condition is computed for all work-items of a gang. */
export const ofSome = same(cells, (a, out) => (i) => {
  let sum = 0;
  for (let k = 0; k < a[i]!; k++) {
    if (((a[i]! >> 1) & 3) === (k & 3)) sum += cases[(a[i]! + k) & 15]!;
  }
  out[2 * i] = sum;
  out[2 * i + 1] = a[i]! < 3 ? high[a[i]!]! : 0;
});
