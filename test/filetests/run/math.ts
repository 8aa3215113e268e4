// Every function and constant of Math but random: f64 results are Math's own, f32 ones are rounded from them, or near.
import { counts, fractions, integers, near, same } from "./harness.js";

export const doubles = same((n) => [Float64Array.from(fractions(n)), new Float64Array(n * 30)], (a, out) => (i) => {
  const x = a[i]!;
  const at = i * 30;
  out[at] = Math.abs(x);
  out[at + 1] = Math.acos(x);
  out[at + 2] = Math.acosh(x);
  out[at + 3] = Math.asin(x);
  out[at + 4] = Math.asinh(x);
  out[at + 5] = Math.atan(x);
  out[at + 6] = Math.atanh(x);
  out[at + 7] = Math.cbrt(x);
  out[at + 8] = Math.ceil(x);
  out[at + 9] = Math.cos(x);
  out[at + 10] = Math.cosh(x);
  out[at + 11] = Math.exp(x);
  out[at + 12] = Math.expm1(x);
  out[at + 13] = Math.floor(x);
  out[at + 14] = Math.fround(x);
  out[at + 15] = Math.log(x);
  out[at + 16] = Math.log10(x);
  out[at + 17] = Math.log1p(x);
  out[at + 18] = Math.log2(x);
  out[at + 19] = Math.round(x);
  out[at + 20] = Math.sign(x);
  out[at + 21] = Math.sin(x);
  out[at + 22] = Math.sinh(x);
  out[at + 23] = Math.sqrt(x);
  out[at + 24] = Math.tan(x);
  out[at + 25] = Math.tanh(x);
  out[at + 26] = Math.trunc(x);
  out[at + 27] = Math.clz32(x | 0);
});
export const pairs = same(
  (n) => [Float64Array.from(fractions(n)), Float64Array.from(fractions(n + 4).slice(4)), new Float64Array(n * 6)],
  (a, b, out) => (i) => {
    out[i * 6] = Math.atan2(a[i]!, b[i]!);
    out[i * 6 + 1] = Math.hypot(a[i]!, b[i]!);
    out[i * 6 + 2] = Math.max(a[i]!, b[i]!);
    out[i * 6 + 3] = Math.min(a[i]!, b[i]!);
    out[i * 6 + 4] = Math.pow(a[i]!, b[i]!);
    out[i * 6 + 5] = Math.imul(a[i]! | 0, b[i]! | 0);
  },
);
export const singles = near(4, (n) => [Float32Array.from(fractions(n)), new Float32Array(n * 24)], (a, out) => (i) => {
  const x = a[i]!;
  const at = i * 24;
  out[at] = Math.abs(x);
  out[at + 1] = Math.acos(x);
  out[at + 2] = Math.acosh(x);
  out[at + 3] = Math.asin(x);
  out[at + 4] = Math.asinh(x);
  out[at + 5] = Math.atan(x);
  out[at + 6] = Math.atanh(x);
  out[at + 7] = Math.cbrt(x);
  out[at + 8] = Math.ceil(x);
  out[at + 9] = Math.cos(x);
  out[at + 10] = Math.cosh(x);
  out[at + 11] = Math.exp(x);
  out[at + 12] = Math.expm1(x);
  out[at + 13] = Math.floor(x);
  out[at + 14] = Math.log(x);
  out[at + 15] = Math.log10(x);
  out[at + 16] = Math.log1p(x);
  out[at + 17] = Math.log2(x);
  out[at + 18] = Math.round(x);
  out[at + 19] = Math.sign(x);
  out[at + 20] = Math.sin(x);
  out[at + 21] = Math.sqrt(x);
  out[at + 22] = Math.tanh(x);
  out[at + 23] = Math.trunc(x);
});
export const singlePairs = near(
  4,
  (n) => [Float32Array.from(fractions(n)), Float32Array.from(fractions(n + 4).slice(4)), new Float32Array(n * 4)],
  (a, b, out) => (i) => {
    out[i * 4] = Math.atan2(a[i]!, b[i]!);
    out[i * 4 + 1] = Math.max(a[i]!, b[i]!);
    out[i * 4 + 2] = Math.min(a[i]!, b[i]!);
    out[i * 4 + 3] = Math.pow(a[i]!, b[i]!);
  },
);
export const ofIntegers = same(
  (n) => [Int32Array.from(integers(n)), Int32Array.from(counts(n)), new Int32Array(n * 6)],
  (a, b, out) => (i) => {
    out[i * 6] = Math.min(a[i]!, b[i]!, 50);
    out[i * 6 + 1] = Math.max(a[i]!, b[i]!, -3);
    out[i * 6 + 2] = Math.abs(a[i]!);
    out[i * 6 + 3] = Math.clz32(a[i]!);
    out[i * 6 + 4] = Math.imul(a[i]!, b[i]! * 65537);
    out[i * 6 + 5] = Math.sign(a[i]!);
  },
);
export const constants = same((n) => [new Float64Array(n * 8)], (out) => (i) => {
  out[i * 8] = Math.PI;
  out[i * 8 + 1] = Math.E;
  out[i * 8 + 2] = Math.LN2;
  out[i * 8 + 3] = Math.LN10;
  out[i * 8 + 4] = Math.LOG2E;
  out[i * 8 + 5] = Math.LOG10E;
  out[i * 8 + 6] = Math.SQRT2;
  out[i * 8 + 7] = Math.SQRT1_2 * i;
});
