// Powers with small constant exponents: special values are JavaScript's, results those of products, quotients and roots, which may
// differ from the host's own power in the last digits (docs/math.md).
import { Queue } from "lanewise";
import { fractions, integers, type KernelCase, near, program, same } from "./harness.js";

const extremes = [0, -0, NaN, Infinity, -Infinity, 1, -1, 2, -4, 5e-324, -5e-324, 2 ** -1022, 1e200, -1e200, 1e308, -1e-200];
const limits = (n: number): number[] => Array.from({ length: n }, (_, i) => extremes[i % extremes.length] ?? 0);

/** Those that are exact, or rounded once, on the host as well. */
export const exact = same((n) => [Float64Array.from(limits(n)), new Float64Array(n * 8)], (a, out) => (i) => {
  const x = a[i]!;
  out[i * 8] = x ** 0;
  out[i * 8 + 1] = x ** 1;
  out[i * 8 + 2] = x ** 2;
  out[i * 8 + 3] = x ** 0.5;
  out[i * 8 + 4] = x ** -1;
  out[i * 8 + 5] = Math.pow(x, 2);
  out[i * 8 + 6] = Math.pow(x, -0);
  out[i * 8 + 7] = Math.sqrt(x) ** 2;
});
export const ofFractions = same((n) => [Float64Array.from(fractions(n)), new Float64Array(n * 4)], (a, out) => (i) => {
  const x = a[i]!;
  out[i * 4] = x ** 2;
  out[i * 4 + 1] = x ** 0.5;
  out[i * 4 + 2] = x ** -1;
  out[i * 4 + 3] = x ** 0;
});
/** Powers of two are exact; all others of these are zero, infinite or no number. */
const special = [0, -0, NaN, Infinity, -Infinity, 1, -1, 4, 0.25, 2 ** 512, -(2 ** 512), 2 ** -512, 2 ** 300, 2 ** -300, 2 ** 400, -(2 ** 350)];
export const specialValues = same(
  (n) => [Float64Array.from(special.concat(special, special).slice(0, n)), new Float64Array(n * 9)],
  (a, out) => (i) => {
    const x = a[i]!;
    out[i * 9] = x ** 3;
    out[i * 9 + 1] = x ** 4;
    out[i * 9 + 2] = x ** -2;
    out[i * 9 + 3] = x ** -3;
    out[i * 9 + 4] = x ** -4;
    out[i * 9 + 5] = x ** 1.5;
    out[i * 9 + 6] = x ** -1.5;
    out[i * 9 + 7] = x ** -0.5;
    out[i * 9 + 8] = x ** 2.5;
  },
);
const products = (x: number) => [x * x * x, x * x * (x * x), 1 / (x * x), 1 / (x * x * x), x * Math.sqrt(x), 1 / Math.sqrt(x)];
const plain = Array.from({ length: 33 }, (_, i) => 0.37 + i * 1.71);
export const rounded: KernelCase = {
  ...same((n) => [Float64Array.from(plain.slice(0, n)), new Float64Array(n * 6)], (a, out) => (i) => {
    const x = a[i]!;
    out[i * 6] = x ** 3;
    out[i * 6 + 1] = x ** 4;
    out[i * 6 + 2] = x ** -2;
    out[i * 6 + 3] = x ** -3;
    out[i * 6 + 4] = x ** 1.5;
    out[i * 6 + 5] = x ** -0.5;
  }),
  expected: ([n]) => [plain.slice(0, n), plain.slice(0, n).flatMap(products)],
};
/** What f32 has, beyond the range of its products as well. */
const singles = [0, -0, 1, -1, 3, -2.5, 0.1, 7, 1e19, -1e19, 3e19, 1e-19, 1e-10, 1e10, NaN, Infinity, -Infinity, 1e-30, 123.456];
export const inSingles = near(
  3,
  (n) => [Float32Array.from(singles.concat(singles).slice(0, n)), new Float32Array(n * 12)],
  (a, out) => (i) => {
    const x = a[i]!;
    out[i * 12] = x ** 2;
    out[i * 12 + 1] = x ** 3;
    out[i * 12 + 2] = x ** 4;
    out[i * 12 + 3] = x ** 0.5;
    out[i * 12 + 4] = x ** 1.5;
    out[i * 12 + 5] = x ** 2.5;
    out[i * 12 + 6] = x ** -0.5;
    out[i * 12 + 7] = x ** -1;
    out[i * 12 + 8] = x ** -1.5;
    out[i * 12 + 9] = x ** -2;
    out[i * 12 + 10] = x ** -3;
    out[i * 12 + 11] = x ** 0;
  },
);
export const assigned = same((n) => [Float64Array.from(integers(n)), new Float64Array(n * 3)], (a, out) => (i) => {
  let x = a[i]!;
  x **= 2;
  out[i * 3] = x;
  a[i]! **= -1;
  out[i * 3 + 1] = a[i]!;
  out[i * 3 + 2] = (out[i * 3]! **= 2) + 1;
});
const raise = (x: number, k: number) => x ** k;
export const inHelpers = same((n) => [Float64Array.from(integers(n)), new Float64Array(n * 3)], (a, out) => (i) => {
  out[i * 3] = raise(a[i]!, 2);
  out[i * 3 + 1] = raise(Math.abs(a[i]!), 0.5);
  let k = 2;
  const before = a[i]! ** k;
  k = -1;
  out[i * 3 + 2] = before + a[i]! ** k;
});
export const evaluatedOnce = program(async (q: Queue) => {
  const out = q.mallocShared(Float64Array, 4);
  const count = q.mallocShared(Int32Array, 1);
  const next = () => {
    count[0]! += 1;
    return count[0]!;
  };
  await q.singleTask(() => {
    out[0] = (next() * 1.5) ** 2;
    out[1] = (next() * 1.5) ** 0;
    out[2] = next() ** -2;
    out[3] = count[0]!;
  });
  return [...out];
}, [2.25, 1, 1 / 9, 3]);
/** Squares of integers do not wrap, and are indices. */
export const ofIntegers = same(
  (n) => [Int32Array.from(integers(n)), new Float64Array(n), new Int32Array(n), new Uint8Array(n * n + 1)],
  (a, out, ints, squares) => (i) => {
    out[i] = a[i]! ** 2;
    ints[i] = (a[i]! ** 2) | 0;
    squares[i ** 2] = i;
    for (let k = 0; k < (i % 3) ** 2; k++) out[i]! += 0.5;
  },
);
