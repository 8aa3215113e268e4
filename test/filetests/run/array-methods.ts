// Methods of arrays that kernels have: they call a function for each element, or set all.
import { fractions, integers, same } from "./harness.js";

const arrays = (n: number) => [Float64Array.from(fractions(n + 3)), new Float64Array(n)] as const;

export const ofArrays = same(arrays, (a, out) => (i) => {
  const window = [a[i]!, a[i + 1]!, 3];
  let sum = 0;
  window.forEach((x, k) => { sum += x * k; });
  const doubled = window.map((x) => x * 2 + i);
  const kinds = window.map((x) => x > 1);
  out[i] = sum + doubled.reduce((total, x) => total + x, 0) + (kinds[0] ? 100 : 200);
});
export const questions = same(arrays, (a, out) => (i) => {
  const window = [a[i]!, a[i + 1]!, 3];
  const [some, every] = [window.some((x) => x < 0), window.every((x) => x > -2)];
  out[i] = (some ? 1 : 0) + (every ? 10 : 0) + window.findIndex((x) => x === 3) * 100;
});
export const questionsEndEarly = same((n) => [new Float64Array(n), new Float64Array(n)], (log, out) => (i) => {
  const digits = [1, 2, 3, 4];
  const found = digits.findIndex((x) => {
    log[i] = log[i]! * 10 + x;
    return x > i;
  });
  out[i] = found + (digits.every((x) => x < i) ? 10 : 20);
});
export const ofTypedArrays = same((n) => [Int32Array.from(integers(n + 2)), new Float64Array(n)], (a, out) => (i) => {
  const bytes = new Uint8ClampedArray(4);
  bytes.fill(a[i]!);
  const halved = new Int16Array([a[i]!, a[i + 1]!]).map((x) => x / 2);
  out[i] = a.reduce((most, x) => Math.max(most, x), i) + bytes[3]! + halved[0]! + halved[1]!;
});
export const indicesAndMore = same(arrays, (a, out) => (i) => {
  const scale = (x: number): number => x * a[i]!;
  const weights = [1, 2, 3].map(scale);
  out[i] = weights.reduce((sum, x, k) => sum + x * a[i + k]!, i);
});
export const filledAgain = same(arrays, (a, out) => (i) => {
  const row = [1, 2, 3, 4];
  row.fill(a[i]!);
  row[1] = i;
  out[i] = row[0]! - row[1]! + row[3]!;
});
export const filledWhereMade = same(arrays, (a, out) => (i) => {
  const row = new Float64Array(3).fill(a[i]!);
  const other = [1, 2].fill(i);
  row[1] = 7;
  out[i] = row.reduce((sum, x) => sum * 2 + x, 0) + other[0]! * 100 + row.fill(2)[0]! + row[1]!;
});
export const searched = same(arrays, (a, out) => (i) => {
  const window = [a[i]!, a[i + 1]!, 3, a[i + 1]!, NaN, -0];
  const flags = [i % 3 === 0, i % 5 === 0];
  const found = [window.indexOf(3), window.indexOf(a[i + 1]!), window.lastIndexOf(a[i + 1]!), window.indexOf(NaN), window.lastIndexOf(0)];
  out[i] = found.reduce((sum, x) => sum * 8 + x, 0)
    + (window.includes(NaN) ? 0.5 : 0) + (window.includes(i) ? 0.25 : 0) + (flags.includes(true) ? 0.125 : 0)
    + flags.lastIndexOf(false) / 64;
});
export const searchedOfTheHost = same(
  (n) => [Float32Array.from(fractions(n + 3)), Uint32Array.from(integers(n)), new Float64Array(n)] as const,
  (a, b, out) => (i) => {
    const part = a.subarray(i, i + 3);
    const words = new Uint32Array([1, 2, 4294967295]);
    // No f32 is 0.1, and no u32 is negative or a fraction.
    out[i] = a.indexOf(a[i]!) + part.lastIndexOf(a[i + 2]!) * 1000 + a.indexOf(0.1) * 1e4 + b.indexOf(i / 2) * 1e5
      + (b.includes(i) ? 0.5 : 0) + words.indexOf(i - 1) * 1e8 + (words.includes(i * 2147483647.5) ? 0.25 : 0);
  },
);
