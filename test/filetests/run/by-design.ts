// Where kernels differ from plain JavaScript by design: integers with a flavour wrap, and their division by zero gives 0; f32 rounds at each
// operation, conversions saturate, 8- and 16-bit variables wrap.
import { f32, f64, i8, i16, i32, u8, u16, u32 } from "lanewise";
import { gives } from "./harness.js";

const MAX = 2147483647;
const MIN = -2147483648;

export const signedWraps = gives(
  [Int32Array.of(MAX, MIN, 65536, -65537), new Float64Array(4), new Float64Array(4), new Float64Array(4), new Float64Array(4)],
  (a, sum, difference, product, negative) => (i) => {
    const x: i32 = a[i]!;
    sum[i] = x + x + 1;
    difference[i] = x - 2 - MAX;
    product[i] = x * x;
    negative[i] = -x;
  },
  [undefined, [-1, 1, 131073, -131073], [-2, -1, -2147418113, 2147418110], [1, 0, 0, 131073], [-MAX, MIN, -65536, 65537]],
);
export const wrapsBeforeItWidens = gives(
  [Int32Array.of(MAX, 5), new Float64Array(2)],
  (a, out) => (i) => {
    const x: i32 = a[i]!;
    out[i] = x * 2;
  },
  [undefined, [-2, 10]],
);
export const unsignedWraps = gives(
  [Uint32Array.of(0, 4294967295, 65536), new Float64Array(3), new Float64Array(3), new Float64Array(3)],
  (a, less, more, product) => (i) => {
    const x: u32 = a[i]!;
    less[i] = x - 1;
    more[i] = x + 2;
    product[i] = x * x;
  },
  [undefined, [4294967295, 4294967294, 65535], [2, 1, 65538], [0, 1, 0]],
);
export const divisionByZero = gives(
  [Int32Array.of(7, -7, 0, MIN), new Int32Array(4), new Int32Array(4), new Int32Array(4), new Int32Array(4)],
  (a, zero, rest, minusOne, restOfMinusOne) => (i) => {
    const none: i32 = i - i;
    zero[i] = (a[i]! / none) | 0;
    rest[i] = a[i]! % none;
    minusOne[i] = Math.trunc(a[i]! / (none - 1));
    restOfMinusOne[i] = a[i]! % (none - 1);
  },
  [undefined, [0, 0, 0, 0], [0, 0, 0, 0], [-7, 7, 0, MIN], [0, 0, 0, 0]],
);
export const integerDivisions = gives(
  [Int32Array.of(7, -7, 8, -1), new Int32Array(4), new Int32Array(4), new Int32Array(4), new Int32Array(4)],
  (a, floor, trunc, or, tilde) => (i) => {
    floor[i] = Math.floor(a[i]! / 2);
    trunc[i] = Math.trunc(a[i]! / 2);
    or[i] = (a[i]! / 2) | 0;
    tilde[i] = ~~(a[i]! / 2);
  },
  [undefined, [3, -4, 4, -1], [3, -3, 4, 0], [3, -3, 4, 0], [3, -3, 4, 0]],
);
export const singleRounds = gives(
  [Float32Array.of(16777216, 0.1), new Float32Array(2), new Float64Array(2)],
  (a, sum, product) => (i) => {
    sum[i] = a[i]! + 1 - a[i]!;
    const x: f32 = a[i]!;
    product[i] = x * 0.1;
  },
  [
    undefined,
    [0, Math.fround(Math.fround(Math.fround(0.1) + 1) - Math.fround(0.1))],
    [Math.fround(16777216 * Math.fround(0.1)), Math.fround(Math.fround(0.1) * Math.fround(0.1))],
  ],
);
const extremes = [NaN, Infinity, -Infinity, 300.7, -300.7, 1e12, -0.9, 65535.5];
export const saturating = gives(
  [Float64Array.from(extremes), ...Array.from({ length: 6 }, () => new Float64Array(8))] as unknown as readonly [
    Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array],
  (a, i8s, u8s, i16s, u16s, i32s, u32s) => (i) => {
    i8s[i] = i8(a[i]!);
    u8s[i] = u8(a[i]!);
    i16s[i] = i16(a[i]!);
    u16s[i] = u16(a[i]!);
    i32s[i] = i32(a[i]!);
    u32s[i] = u32(a[i]!);
  },
  [
    undefined,
    [0, 127, -128, 127, -128, 127, 0, 127],
    [0, 255, 0, 255, 0, 255, 0, 255],
    [0, 32767, -32768, 300, -300, 32767, 0, 32767],
    [0, 65535, 0, 300, 0, 65535, 0, 65535],
    [0, MAX, MIN, 300, -300, MAX, 0, 65535],
    [0, 4294967295, 0, 300, 0, 4294967295, 0, 65535],
  ],
);
export const integersSaturate = gives(
  [Int32Array.of(-5, 300, 70000, MAX), new Int32Array(4), new Int32Array(4), new Uint32Array(4)],
  (a, bytes, shorts, unsigned) => (i) => {
    bytes[i] = u8(a[i]!);
    shorts[i] = i16(a[i]!);
    unsigned[i] = u32(a[i]!);
  },
  [undefined, [0, 255, 255, 255], [-5, 300, 32767, 32767], [0, 300, 70000, MAX]],
);
export const floatConversions = gives(
  [Int32Array.of(16777217, -3), Uint32Array.of(4294967295, 3), new Float64Array(2), new Float64Array(2), new Float64Array(2)],
  (a, b, single, double, fromUnsigned) => (i) => {
    single[i] = f32(a[i]!);
    double[i] = f64(a[i]!) / 2;
    fromUnsigned[i] = f64(b[i]!);
  },
  [undefined, undefined, [16777216, -3], [8388608.5, -1.5], [4294967295, 3]],
);
export const smallVariablesWrap = gives(
  [new Int32Array(3), new Int32Array(3), new Int32Array(3)],
  (bytes, signed, shorts) => (i) => {
    let byte: u8 = 250;
    byte += i * 5;
    bytes[i] = byte;
    let small: i8 = 126;
    for (let k = 0; k < i; k++) small++;
    signed[i] = small;
    const short: u16 = -1 - i;
    shorts[i] = short;
  },
  [[250, 255, 4], [126, 127, -128], [65535, 65534, 65533]],
);
/** JavaScript's -2147483648 and Infinity are no u32. */
export const constantsAreComputed = gives(
  [Float64Array.of(5), new Float64Array(1), new Float64Array(1)],
  (a, out, none) => (i) => {
    const high: u32 = u32(1) << 31;
    const quotient: u32 = Math.floor(u32(4) / u32(0));
    out[i] = high + a[i]!;
    none[i] = quotient;
  },
  [undefined, [2147483653], [0]],
);
