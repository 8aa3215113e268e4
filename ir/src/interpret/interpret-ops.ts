// The meaning of every operation on JavaScript values, by type: numbers for i32, u32, f32 and f64, bigints for i64 and u64. This is the reference:
// the `meaning` strings of module/ops.ts as code. Each result is again a value of its type. f32 computes in f64 and rounds once, which is exact for + - * /
// sqrt (f64 has more than twice f32's digits).

import { leadingZeros, onesIn, rotatedLeft, rotatedLeft64, trailingZeros } from "../math/index.js";
import { type Op, ops, type ValueScalar } from "../module/index.js";

export type Value = number | bigint | boolean;

/** By operand type; for operations with a stated result, by result type and then operand type. */
type Semantics = (...operands: never[]) => Value;
type Row = { readonly [T in ValueScalar]?: Semantics };
type Unary<T> = (a: T) => T;
type Binary<T> = (a: T, b: T) => T;
type Test<T> = (a: T, b: T) => boolean;

const i64 = (a: bigint): bigint => BigInt.asIntN(64, a);
const u64 = (a: bigint): bigint => BigInt.asUintN(64, a);

const unary32 = (f: Unary<number>) => ({ i32: (a: number) => f(a) | 0, u32: (a: number) => f(a) >>> 0 });
const unary64 = (f: Unary<bigint>) => ({ i64: (a: bigint) => i64(f(a)), u64: (a: bigint) => u64(f(a)) });
const unaryFloat = (f: Unary<number>) => ({ f32: (a: number) => Math.fround(f(a)), f64: f });
const binary32 = (f: Binary<number>) => ({
  i32: (a: number, b: number) => f(a, b) | 0,
  u32: (a: number, b: number) => f(a, b) >>> 0,
});
const binary64 = (f: Binary<bigint>) => ({
  i64: (a: bigint, b: bigint) => i64(f(a, b)),
  u64: (a: bigint, b: bigint) => u64(f(a, b)),
});
const binaryFloat = (f: Binary<number>) => ({ f32: (a: number, b: number) => Math.fround(f(a, b)), f64: f });
const anyType = <F>(f: F) => ({ i32: f, u32: f, i64: f, u64: f, f32: f, f64: f, bool: f });
const tests = (number: Test<number>, bigint: Test<bigint>) => ({
  i32: number,
  u32: number,
  f32: number,
  f64: number,
  i64: bigint,
  u64: bigint,
});

/** The floor of a quotient of bigints, whose `/` truncates. */
function floorDivide(a: bigint, b: bigint): bigint {
  if (b === 0n) return 0n;
  const isRoundedUp = a % b !== 0n && a < 0n !== b < 0n;
  return isRoundedUp ? a / b - 1n : a / b;
}

function nearest(a: number): number {
  if (!(Math.abs(a) < 2 ** 52)) return a;
  // Adding 2^52 leaves no fraction bits: the addition itself rounds, ties to even.
  const rounded = Math.abs(a) + 2 ** 52 - 2 ** 52;
  return copySign(rounded, a);
}

function copySign(a: number, b: number): number {
  const isNegative = b < 0 || Object.is(b, -0);
  return isNegative ? -Math.abs(a) : Math.abs(a);
}

/** Rounds a 64-bit bigint to f32 once: through f64 with a sticky last bit, so that it cannot round a tie. */
function roundToF32(a: bigint): number {
  const magnitude = a < 0n ? -a : a;
  if (magnitude <= 2n ** 53n) return Math.fround(Number(a));
  const rest = magnitude & 0x7ffn;
  const sticky = rest === 0n ? magnitude : (magnitude - rest) | 0x800n;
  return Math.fround(Number(a < 0n ? -sticky : sticky));
}

type Conversions = { readonly [To in ValueScalar]?: Row };

const same = <T>(a: T): T => a;
const toBigInt = (a: number): bigint => (Number.isFinite(a) ? BigInt(Math.trunc(a)) : 0n);
const fromNumbers = <R>(f: (a: number) => R) => ({ i32: f, u32: f, f32: f, f64: f });
const fromBigInts = <R>(f: (a: bigint) => R) => ({ i64: f, u64: f });

const convert: Conversions = {
  i32: { bool: Number },
  u32: { bool: Number },
  i64: { bool: BigInt, i32: BigInt, u32: BigInt },
  u64: { bool: BigInt, u32: BigInt },
  f32: { bool: Number, ...fromNumbers(Math.fround), ...fromBigInts(roundToF32) },
  f64: { bool: Number, ...fromNumbers(same), ...fromBigInts(Number) },
};

const wrap: Conversions = {
  i32: { ...fromNumbers((a) => a | 0), ...fromBigInts((a) => Number(BigInt.asIntN(32, a))) },
  u32: { ...fromNumbers((a) => a >>> 0), ...fromBigInts((a) => Number(BigInt.asUintN(32, a))) },
  i64: { ...fromNumbers((a) => i64(toBigInt(a))), ...fromBigInts(i64) },
  u64: { ...fromNumbers((a) => u64(toBigInt(a))), ...fromBigInts(u64) },
};

function clamp<T extends number | bigint>(a: T, low: T, high: T): T {
  if (a < low) return low;
  return a > high ? high : a;
}
const clampTo = (low: bigint, high: bigint) => ({
  ...fromNumbers((a) => {
    if (Number.isFinite(a)) return clamp(BigInt(Math.trunc(a)), low, high);
    if (Number.isNaN(a)) return 0n;
    return a > 0 ? high : low;
  }),
  ...fromBigInts((a) => clamp(a, low, high)),
});
const clampTo32 = (low: number, high: number) => ({
  // `|| 0` takes NaN and -0 to 0.
  ...fromNumbers((a) => clamp(Math.trunc(a), low, high) || 0),
  ...fromBigInts((a) => Number(clamp(a, BigInt(low), BigInt(high)))),
});
const saturate: Conversions = {
  i32: clampTo32(-(2 ** 31), 2 ** 31 - 1),
  u32: clampTo32(0, 2 ** 32 - 1),
  i64: clampTo(-(2n ** 63n), 2n ** 63n - 1n),
  u64: clampTo(0n, 2n ** 64n - 1n),
};

const index: Conversions = {
  i32: fromNumbers((a) => (Number.isNaN(a) ? -1 : clamp(Math.trunc(a), -(2 ** 31), 2 ** 31 - 1) + 0)),
};

const scratch = new DataView(new ArrayBuffer(8));
// JavaScript cannot tell NaNs apart, so every NaN gets the canonical bits.
const bits32 = (a: number): number => {
  scratch.setFloat32(0, a);
  return Number.isNaN(a) ? 0x7fc0_0000 : scratch.getInt32(0);
};
const bits64 = (a: number): bigint => {
  scratch.setFloat64(0, a);
  return Number.isNaN(a) ? 0x7ff8_0000_0000_0000n : scratch.getBigInt64(0);
};
const float32 = (a: number): number => {
  scratch.setInt32(0, a);
  return scratch.getFloat32(0);
};
const float64 = (a: bigint): number => {
  scratch.setBigInt64(0, i64(a));
  return scratch.getFloat64(0);
};
const reinterpret: Conversions = {
  i32: { i32: same, u32: (a: number) => a | 0, f32: bits32 },
  u32: { i32: (a: number) => a >>> 0, u32: same, f32: (a: number) => bits32(a) >>> 0 },
  f32: { i32: float32, u32: float32, f32: same },
  i64: { i64: same, u64: i64, f64: bits64 },
  u64: { i64: u64, u64: same, f64: (a: number) => u64(bits64(a)) },
  f64: { i64: float64, u64: float64, f64: same },
};

/** A number of bits, from 0 to 64. */
const countOf = (count: (a: number | bigint) => number) => ({ ...unary32(count), ...unary64((a) => BigInt(count(a))) });

const semantics = {
  add: { ...binary32((a, b) => a + b), ...binary64((a, b) => a + b), ...binaryFloat((a, b) => a + b) },
  sub: { ...binary32((a, b) => a - b), ...binary64((a, b) => a - b), ...binaryFloat((a, b) => a - b) },
  mul: { ...binary32(Math.imul), ...binary64((a, b) => a * b), ...binaryFloat((a, b) => a * b) },
  div: {
    ...binary32((a, b) => (b === 0 ? 0 : a / b)),
    ...binary64((a, b) => (b === 0n ? 0n : a / b)),
    ...binaryFloat((a, b) => a / b),
  },
  floordiv: { ...binary32((a, b) => (b === 0 ? 0 : Math.floor(a / b))), ...binary64(floorDivide) },
  rem: {
    ...binary32((a, b) => (b === 0 ? 0 : a % b)),
    ...binary64((a, b) => (b === 0n ? 0n : a % b)),
    ...binaryFloat((a, b) => a % b),
  },
  min: {
    ...binary32((a, b) => Math.min(a, b)),
    ...binary64((a, b) => (a < b ? a : b)),
    ...binaryFloat((a, b) => Math.min(a, b)),
  },
  max: {
    ...binary32((a, b) => Math.max(a, b)),
    ...binary64((a, b) => (a > b ? a : b)),
    ...binaryFloat((a, b) => Math.max(a, b)),
  },
  neg: { ...unary32((a) => -a), ...unary64((a) => -a), ...unaryFloat((a) => -a) },
  abs: { ...unary32(Math.abs), ...unary64((a) => (a < 0n ? -a : a)), ...unaryFloat(Math.abs) },
  sqrt: unaryFloat(Math.sqrt),
  floor: unaryFloat(Math.floor),
  ceil: unaryFloat(Math.ceil),
  trunc: unaryFloat(Math.trunc),
  nearest: unaryFloat(nearest),
  copysign: binaryFloat(copySign),
  and: {
    ...binary32((a, b) => a & b),
    ...binary64((a, b) => a & b),
    bool: (a: boolean, b: boolean) => a && b,
  },
  or: {
    ...binary32((a, b) => a | b),
    ...binary64((a, b) => a | b),
    bool: (a: boolean, b: boolean) => a || b,
  },
  xor: {
    ...binary32((a, b) => a ^ b),
    ...binary64((a, b) => a ^ b),
    bool: (a: boolean, b: boolean) => a !== b,
  },
  not: { ...unary32((a) => ~a), ...unary64((a) => ~a), bool: (a: boolean) => !a },
  // JavaScript's 32-bit shifts take the count modulo 32 themselves.
  shl: { ...binary32((a, b) => a << b), ...binary64((a, b) => a << (b & 63n)) },
  shr: {
    i32: (a: number, b: number) => a >> b,
    u32: (a: number, b: number) => a >>> b,
    ...binary64((a, b) => a >> (b & 63n)),
  },
  rotl: { ...binary32(rotatedLeft), ...binary64(rotatedLeft64) },
  clz: countOf(leadingZeros),
  ctz: countOf(trailingZeros),
  popcnt: countOf(onesIn),
  eq: anyType((a: Value, b: Value) => a === b),
  ne: anyType((a: Value, b: Value) => a !== b),
  lt: tests(
    (a, b) => a < b,
    (a, b) => a < b,
  ),
  le: tests(
    (a, b) => a <= b,
    (a, b) => a <= b,
  ),
  gt: tests(
    (a, b) => a > b,
    (a, b) => a > b,
  ),
  ge: tests(
    (a, b) => a >= b,
    (a, b) => a >= b,
  ),
  select: anyType((condition: boolean, a: Value, b: Value) => (condition ? a : b)),
  convert,
  wrap,
  saturate,
  index,
  reinterpret,
} satisfies Record<Op, Row | Conversions>;

/** The function of an operation on its operands; undefined where the verifier would object. */
export function semanticsOf(op: Op, operand: ValueScalar, result: ValueScalar): Apply | undefined {
  const rows: Record<Op, Row | Conversions> = semantics;
  const row = rows[op];
  const found = ops[op].result === "stated" ? row[result] : row[operand];
  const apply = typeof found === "object" ? found[operand] : found;
  // The verifier has checked that the operands have this entry's types.
  return apply as Apply | undefined;
}
export type Apply = (a: Value, b: Value, c: Value) => Value;
