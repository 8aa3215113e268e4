// Arrays without values, and methods that copy and index.
import type { f32, i32 } from "lanewise";
import { fractions, integers, same } from "./harness.js";

const arrays = (n: number) => [Float64Array.from(fractions(n + 9)), new Float64Array(n)] as const;

export const newArrays = same(arrays, (a, out) => (i) => {
  const length = 4;
  const window: number[] = new Array(9);
  const some = new Array<number>(length);
  const untyped = Array(2);
  for (let k = 0; k < 9; k++) window[k] = a[i + k]!;
  for (let k = 0; k < some.length; ++k) {
    some[k] = window[k * 2]! * 3;
    if (k > 2) some[k]! += 1;
  }
  for (let k = 0; k < 2; k++) untyped[k] = i;
  out[i] = window[8]! + some[3]! + untyped[1];
});
const firstAndLast = (list: number[]): number => list.at(0)! * 10 + list.at(-1)!;
export const passedOn = same(arrays, (a, out) => (i) => {
  const two: number[] = new Array(2);
  for (let k = 0; k < two.length; k++) two[k] = a[i + k]!;
  out[i] = firstAndLast(two);
});
export const indicesOfStack = same(arrays, (a, out) => (i) => {
  const stack: number[] = new Array(8).fill(0);
  let top = 0;
  for (let k = 0; k < 5; k++) stack[top++] = (i + k) % 3;
  let sum = 0;
  while (top > 0) sum = sum * 2 + a[stack[--top]!]!;
  out[i] = sum;
});
export const at = same(arrays, (a, out) => (i) => {
  const window = [a[i]!, a[i + 1]!, 3];
  const flags = [true, i > 2];
  const k: i32 = i % 2 === 0 ? -2 : 1;
  out[i] = window.at(-1)! + window.at(i % 3)! * 2 + window.at((i % 3) - 3)! * 3 + window.at(k)! * 5 + (flags.at(-1) ? 100 : 200);
});
export const atOfTypedArrays = same((n) => [Uint8Array.from(integers(n + 2)), new Float64Array(n)], (a, out) => (i) => {
  const own = new Int16Array([i, -i]);
  out[i] = a.at(-1)! + a.at(i)! * 256 + a.at(-1 - i)! * 65536 + own.at(-1)!;
});
export const set = same(arrays, (a, out) => (i) => {
  const bytes = new Uint8ClampedArray(6);
  bytes.set([300, a[i]!, -4]);
  bytes.set([7, i], 4);
  const halves = new Float32Array(8);
  halves.set(bytes, 1);
  const table = new Float64Array(4);
  table.set([0.1, a[i + 1]!]);
  table.set(halves.map((x) => x / 3).fill(0.25).map((x) => x * 1).map((x) => x).reduce((s) => s + 1, 0) > 7 ? [1, 2] : [3, 4], i % 3);
  out[i] = bytes[0]! + bytes[1]! * 2 + bytes[2]! + bytes[5]! * 3 + halves[2]! + halves[6]! + table[0]! + table[1]! + table[3]!;
});
export const setOfWhatIsCaptured = same((n) => [Float64Array.from(fractions(6)), new Float64Array(n)], (a, out) => (i) => {
  const own = new Float64Array(8);
  own.set(a, 1 + (i % 2));
  const some: Float64Array = own;
  out[i] = some[i % 8]! * 2 + own.at(-2)!;
});
export const swaps = same(arrays, (a, out) => (i) => {
  const rows = [[1, 2], [3, a[i]!], [a[i + 1]!, i]];
  [rows[0], rows[2]] = [rows[2]!, rows[0]!];
  let [first, second] = [[1, 2], [a[i]!, 4]];
  [first, second] = [second!, first!];
  out[i] = rows[0]![0]! + rows[0]![1]! * 2 + rows[2]![1]! * 3 + rows[1]![1]! + first[0]! * 5 - second[1]! + Math.max(...rows[0]!);
});
