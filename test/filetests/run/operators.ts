// Every operator on every kind of number, where the results are plain JavaScript's.
import { type f32, type i32, u32 } from "lanewise";
import { counts, fractions, integers, same } from "./harness.js";

const small = (n: number): number[] => integers(n).map((x) => x % 1000);

export const signedArithmetic = same(
  (n) => [Int32Array.from(small(n)), Int32Array.from(counts(n)), new Int32Array(n * 8)],
  (a, b, out) => (i) => {
    const x = a[i]!;
    const y = b[i]!;
    const at = i * 8;
    out[at] = x + y;
    out[at + 1] = x - y;
    out[at + 2] = x * y;
    out[at + 3] = x % y;
    out[at + 4] = (x / y) | 0;
    out[at + 5] = -x;
    out[at + 6] = +x;
    out[at + 7] = x ** 2;
  },
);
export const signedBits = same(
  (n) => [Int32Array.from(integers(n)), Int32Array.from(counts(n)), new Int32Array(n * 7), new Uint32Array(n)],
  (a, b, out, unsigned) => (i) => {
    const x = a[i]!;
    const y = b[i]!;
    out[i * 7] = x & y;
    out[i * 7 + 1] = x | y;
    out[i * 7 + 2] = x ^ y;
    out[i * 7 + 3] = ~x;
    out[i * 7 + 4] = x << y;
    out[i * 7 + 5] = x >> y;
    out[i * 7 + 6] = x << 35;
    unsigned[i] = x >>> y;
  },
);
export const unsignedArithmetic = same(
  (n) => [Uint32Array.from(counts(n)), Uint32Array.from(counts(n + 3).slice(3)), new Uint32Array(n * 9)],
  (a, b, out) => (i) => {
    const x = a[i]!;
    const y = b[i]!;
    out[i * 9] = x + y;
    out[i * 9 + 1] = x * y;
    out[i * 9 + 2] = x % y;
    out[i * 9 + 3] = Math.floor(x / y);
    out[i * 9 + 4] = x & y;
    out[i * 9 + 5] = x | y;
    out[i * 9 + 6] = x ^ y;
    out[i * 9 + 7] = x << y;
    out[i * 9 + 8] = x >>> y;
  },
);
export const unsignedShifts = same(
  (n) => [Uint32Array.from(counts(n)), new Uint32Array(n * 4)],
  (w, out) => (i) => {
    const x = w[i]!;
    const v: u32 = (x >>> 10) << 4;
    out[i * 4] = v;
    out[i * 4 + 1] = ~(x >>> 10);
    out[i * 4 + 2] = (x >>> 10) + (x >>> 3);
    out[i * 4 + 3] = Math.max(x >>> 10, x >>> 3);
  },
);
export const singleArithmetic = same(
  (n) => [Float32Array.from(fractions(n)), Float32Array.from(fractions(n + 5).slice(5)), new Float32Array(n * 6)],
  (a, b, out) => (i) => {
    const x = a[i]!;
    const y = b[i]!;
    out[i * 6] = x + y;
    out[i * 6 + 1] = x - y;
    out[i * 6 + 2] = x * y;
    out[i * 6 + 3] = x / y;
    out[i * 6 + 4] = x % y;
    out[i * 6 + 5] = -x;
  },
);
export const doubleArithmetic = same(
  (n) => [Float64Array.from(fractions(n)), Float64Array.from(fractions(n + 5).slice(5)), new Float64Array(n * 7)],
  (a, b, out) => (i) => {
    const x = a[i]!;
    const y = b[i]!;
    out[i * 7] = x + y;
    out[i * 7 + 1] = x - y;
    out[i * 7 + 2] = x * y;
    out[i * 7 + 3] = x / y;
    out[i * 7 + 4] = x % y;
    out[i * 7 + 5] = x ** y;
    out[i * 7 + 6] = -x;
  },
);
export const signedComparisons = same(
  (n) => [Int32Array.from(integers(n)), Int32Array.from(counts(n)), new Int32Array(n * 8)],
  (a, b, out) => (i) => {
    const x = a[i]!;
    const y = b[i]!;
    out[i * 8] = x < y ? 1 : 0;
    out[i * 8 + 1] = x <= y ? 1 : 0;
    out[i * 8 + 2] = x > y ? 1 : 0;
    out[i * 8 + 3] = x >= y ? 1 : 0;
    out[i * 8 + 4] = x === y ? 1 : 0;
    out[i * 8 + 5] = x !== y ? 1 : 0;
    out[i * 8 + 6] = x == y ? 1 : 0;
    out[i * 8 + 7] = x != y ? 1 : 0;
  },
);
export const unsignedComparisons = same(
  (n) => [Uint32Array.from(integers(n)), Uint32Array.from(counts(n)), new Int32Array(n * 5)],
  (a, b, out) => (i) => {
    out[i * 5] = a[i]! < b[i]! ? 1 : 0;
    out[i * 5 + 1] = a[i]! <= b[i]! ? 1 : 0;
    out[i * 5 + 2] = a[i]! > b[i]! ? 1 : 0;
    out[i * 5 + 3] = a[i]! >= b[i]! ? 1 : 0;
    out[i * 5 + 4] = a[i]! === b[i]! ? 1 : 0;
  },
);
export const floatComparisons = same(
  (n) => [Float64Array.from(fractions(n)), Float32Array.from(fractions(n + 2).slice(2)), new Int32Array(n * 6)],
  (a, b, out) => (i) => {
    out[i * 6] = a[i]! < b[i]! ? 1 : 0;
    out[i * 6 + 1] = a[i]! <= b[i]! ? 1 : 0;
    out[i * 6 + 2] = a[i]! > b[i]! ? 1 : 0;
    out[i * 6 + 3] = a[i]! >= a[i]! ? 1 : 0;
    out[i * 6 + 4] = a[i]! === b[i]! ? 1 : 0;
    out[i * 6 + 5] = b[i]! !== b[i]! ? 1 : 0;
  },
);
export const logic = same(
  (n) => [Int32Array.from(integers(n)), Int32Array.from(counts(n)), new Int32Array(n * 6)],
  (a, b, out) => (i) => {
    const isBig = a[i]! > 10;
    const isOdd = (b[i]! & 1) === 1;
    out[i * 6] = isBig && isOdd ? 1 : 0;
    out[i * 6 + 1] = isBig || isOdd ? 1 : 0;
    out[i * 6 + 2] = !isBig ? 1 : 0;
    out[i * 6 + 3] = isBig === isOdd ? 1 : 0;
    out[i * 6 + 4] = a[i] ?? 7;
    out[i * 6 + 5] = i > 0 && a[i - 1]! > 0 ? a[i - 1]! : -1; // the right side only where the left one holds
  },
);
export const assignments = same(
  (n) => [Int32Array.from(small(n)), Int32Array.from(counts(n)), new Int32Array(n * 14)],
  (a, b, out) => (i) => {
    const at = i * 14;
    let x: i32 = a[i]!;
    const y = b[i]!;
    out[at] = x += y;
    out[at + 1] = x -= 3;
    out[at + 2] = x *= 2;
    out[at + 3] = x %= 1001;
    out[at + 4] = x &= 0xfff;
    out[at + 5] = x |= y;
    out[at + 6] = x ^= 0x55;
    out[at + 7] = x <<= 2;
    out[at + 8] = x >>= 1;
    out[at + 9] = x++;
    out[at + 10] = ++x;
    out[at + 11] = x--;
    out[at + 12] = --x;
    out[at + 13] = (x++, x * 2);
  },
);
export const floatAssignments = same(
  (n) => [Float64Array.from(fractions(n)), new Float64Array(n * 7)],
  (a, out) => (i) => {
    let x = a[i]!;
    out[i * 7] = x += 0.5;
    out[i * 7 + 1] = x -= 0.25;
    out[i * 7 + 2] = x *= 3;
    out[i * 7 + 3] = x /= 7;
    out[i * 7 + 4] = x %= 5;
    out[i * 7 + 5] = x **= 2;
    out[i * 7 + 6] = x++ + ++x;
  },
);
export const elementAssignments = same(
  (n) => [Int32Array.from(small(n)), Float32Array.from(fractions(n)), Uint32Array.from(counts(n)), Uint8ClampedArray.from(integers(n))],
  (ints, singles, unsigned, clamped) => (i) => {
    ints[i]! += 5;
    ints[i]! <<= 1;
    ints[i]! %= 100;
    singles[i]! *= 2;
    singles[i]! -= 1;
    unsigned[i]! >>>= 1;
    unsigned[i]! ^= 3;
    clamped[i]! += 100;
    clamped[i]! -= 20;
  },
);
export const orderOfEvaluation = same(
  (n) => [Int32Array.from(small(n)), new Int32Array(n * 3)],
  (a, out) => (i) => {
    let k = 0;
    out[i * 3 + k++] = a[i]! + k++ * 10 + (k += 5);
    out[i * 3 + 1] = (k += 1) - (k += 2) * (k -= 4);
    out[i * 3 + 2] = k;
  },
);
export const flavoured = same(
  (n) => [Int32Array.from(small(n)), new Float32Array(n), new Uint32Array(n)],
  (a, out, bits) => (i) => {
    const x: f32 = a[i]!;
    const y: u32 = u32(i);
    out[i] = x + y;
    bits[i] = (y << 3) | (y & 1);
  },
);
