// Conversions that mean the same in plain JavaScript: by idiom, by conversion function within range, by storing.
import { f32, f64, i32, u32 } from "lanewise";
import { fractions, integers, same } from "./harness.js";

export const idioms = same(
  (n) => [Float64Array.from(fractions(n)), new Int32Array(n), new Int32Array(n), new Uint32Array(n)],
  (a, or, tilde, shift) => (i) => {
    or[i] = a[i]! | 0;
    tilde[i] = ~~a[i]!;
    shift[i] = a[i]! >>> 0;
  },
);
export const idiomsOfSingles = same(
  (n) => [Float32Array.from(fractions(n)), new Int32Array(n), new Uint32Array(n)],
  (a, or, shift) => (i) => {
    or[i] = a[i]! | 0;
    shift[i] = a[i]! >>> 0;
  },
);
export const reinterpreted = same(
  (n) => [Int32Array.from(integers(n)), new Uint32Array(n), new Int32Array(n)],
  (a, unsigned, back) => (i) => {
    unsigned[i] = a[i]! >>> 0;
    back[i] = unsigned[i]! | 0;
  },
);
export const functions = same(
  (n) => [Float64Array.from(fractions(n)), new Int32Array(n), new Uint32Array(n), new Float32Array(n), new Float64Array(n)],
  (a, int, unsigned, single, double) => (i) => {
    int[i] = i32(a[i]!);
    unsigned[i] = u32(a[i]!);
    single[i] = f32(a[i]!);
    double[i] = f64(f32(a[i]!));
  },
);
export const roundings = same(
  (n) => [Float64Array.from(fractions(n)), new Float64Array(n * 5), new Int32Array(n)],
  (a, out, ints) => (i) => {
    out[i * 5] = Math.floor(a[i]!);
    out[i * 5 + 1] = Math.ceil(a[i]!);
    out[i * 5 + 2] = Math.round(a[i]!);
    out[i * 5 + 3] = Math.trunc(a[i]!);
    out[i * 5 + 4] = Math.fround(a[i]!);
    ints[i] = Math.floor(a[i]!);
  },
);
export const roundedIndex = same(
  (n) => [Int32Array.from(integers(n)), new Int32Array(n)],
  (a, out) => (i) => {
    out[i] = a[Math.floor(i * 0.5)]! + a[Math.round(i / 2.5)]!;
  },
);
/** A number made of a bigint is an integer, and so is -0. */
export const bigIndex = same((n) => [Float64Array.from(fractions(n)), new Float64Array(n * 4 + 8)], (a, out) => (i) => {
  const big = BigInt(i) * 5n;
  out[i * 4 + Number(big & 3n)] = a[i]!;
  out[i * 4 + (Number(big % 4n) + 1) % 4]! += 0.5;
  for (let k = 0; k < Number(big & 1n); k++) out[n4(i)]! += 2;
  if (i === 0) out[Math.trunc(-0.5)] = 7;
});
const n4 = (i: number) => i * 4 + 3;
const biggest = 18446744073709551615n;
export const wideLiterals = same((n) => [Int32Array.from(integers(n)), new BigUint64Array(n * 4), new BigInt64Array(n * 4)], (a, unsigned, signed) => (i) => {
  unsigned[i * 4] = BigInt.asUintN(64, 18446744073709551615n);
  unsigned[i * 4 + 1] = BigInt.asUintN(64, -1n);
  unsigned[i * 4 + 2] = BigInt.asUintN(64, biggest) >> BigInt(i & 7);
  unsigned[i * 4 + 3] = BigInt.asUintN(64, BigInt(a[i]!)) & BigInt.asUintN(64, 18446744073709551600n);
  signed[i * 4] = BigInt.asIntN(64, 18446744073709551615n);
  signed[i * 4 + 1] = BigInt.asIntN(64, -1n) + BigInt(a[i]!);
  signed[i * 4 + 2] = BigInt.asIntN(8, 255n);
  signed[i * 4 + 3] = BigInt.asIntN(64, 0x1ffffffffffffffffn);
});
