// Every operation on every type, on all pairs of special values, against meanings stated here a second time: integers
// computed without bounds in BigInt and then wrapped, conversions through exact integers, bits through strings.

import { build, type Module, type Op, type OpRow, ops, type ValueScalar, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";
import { executors, runKernel } from "../support/run-kernel.js";

type Value = number | bigint | boolean;
/** Integers of every type are bigints here. */
interface Meaning {
  readonly integer?: (a: bigint, b: bigint, bits: number) => Value;
  readonly float?: (a: number, b: number) => Value;
  readonly bool?: (a: boolean, b: boolean) => boolean;
}

const digits = (a: bigint, bits: number) => BigInt.asUintN(bits, a).toString(2).padStart(bits, "0");
const count = (text: string | undefined) => BigInt(text?.length ?? 0);
const roundHalfEven = (a: number) => {
  const isTie = Math.abs(a % 1) === 0.5;
  return isTie ? 2 * Math.round(a / 2) : a < 0 ? -Math.round(-a) : Math.round(a);
};
const isNegative = (a: number) => a < 0 || Object.is(a, -0);
const compared = (test: (a: number | bigint, b: number | bigint) => boolean): Meaning => ({
  integer: test,
  float: test,
});
const identical: Meaning["bool"] = (a, b) => a === b;

const meanings = {
  add: { integer: (a, b) => a + b, float: (a, b) => a + b },
  sub: { integer: (a, b) => a - b, float: (a, b) => a - b },
  mul: { integer: (a, b) => a * b, float: (a, b) => a * b },
  div: { integer: (a, b) => (b === 0n ? 0n : a / b), float: (a, b) => a / b },
  floordiv: {
    integer: (a, b) => (b === 0n ? 0n : (a - (((a % b) + b) % b)) / b),
  },
  rem: { integer: (a, b) => (b === 0n ? 0n : a % b), float: (a, b) => a % b },
  min: { integer: (a, b) => (a < b ? a : b), float: Math.min },
  max: { integer: (a, b) => (a > b ? a : b), float: Math.max },
  neg: { integer: (a) => -a, float: (a) => -a },
  abs: { integer: (a) => (a < 0n ? -a : a), float: Math.abs },
  sqrt: { float: Math.sqrt },
  floor: { float: Math.floor },
  ceil: { float: Math.ceil },
  trunc: { float: Math.trunc },
  nearest: { float: roundHalfEven },
  copysign: { float: (a, b) => (isNegative(a) === isNegative(b) ? a : -a) },
  and: { integer: (a, b) => a & b, bool: (a, b) => a && b },
  or: { integer: (a, b) => a | b, bool: (a, b) => a || b },
  xor: { integer: (a, b) => a ^ b, bool: (a, b) => a !== b },
  not: { integer: (a) => ~a, bool: (a) => !a },
  shl: { integer: (a, b, bits) => a * 2n ** BigInt.asUintN(bits === 32 ? 5 : 6, b) },
  shr: { integer: (a, b, bits) => a >> BigInt.asUintN(bits === 32 ? 5 : 6, b) },
  rotl: {
    integer: (a, b, bits) => {
      const by = Number(BigInt.asUintN(bits === 32 ? 5 : 6, b));
      const text = digits(a, bits);
      return BigInt(`0b${text.slice(by)}${text.slice(0, by)}`);
    },
  },
  clz: { integer: (a, _, bits) => count(/^0*/.exec(digits(a, bits))?.[0]) },
  ctz: { integer: (a, _, bits) => count(/0*$/.exec(digits(a, bits))?.[0]) },
  popcnt: { integer: (a, _, bits) => count(digits(a, bits).replaceAll("0", "")) },
  eq: { ...compared((a, b) => a === b), bool: identical },
  ne: { ...compared((a, b) => a !== b), bool: (a, b) => a !== b },
  lt: compared((a, b) => a < b),
  le: compared((a, b) => a <= b),
  gt: compared((a, b) => a > b),
  ge: compared((a, b) => a >= b),
} as const satisfies Record<Exclude<Op, "select" | ConversionOp>, Meaning>;

type ConversionOp = "convert" | "wrap" | "saturate" | "index" | "reinterpret";
const conversionOps = [
  "convert",
  "wrap",
  "saturate",
  "index",
  "reinterpret",
] as const satisfies readonly ConversionOp[];

const size = { bool: 1, i32: 32, u32: 32, i64: 64, u64: 64, f32: 32, f64: 64 } as const;
const integers: readonly ValueScalar[] = ["i32", "u32", "i64", "u64"];

const floats = [0, 0.5, 1, 1.5, 2.5, 3, 1e-40, 5e-324, 0.1, 7.9, 255.5, 8388609, 2 ** 31, 2 ** 32 - 1, 2 ** 32 + 5];
const largeFloats = [2 ** 53, 2 ** 63, 2 ** 64, 2 ** 64 + 2 ** 12, 1.5 * 2 ** 66, 2 ** 83 + 2 ** 31, 3e38, 1e300];
const allFloats = [...floats, ...largeFloats, Infinity].flatMap((value) => [value, -value]).concat(NaN);
const near = (value: bigint) => [value - 1n, value, value + 1n];
const allIntegers = [
  0n,
  5n,
  7n,
  33n,
  2n ** 24n,
  2n ** 31n,
  2n ** 32n,
  2n ** 53n,
  2n ** 62n + 2n ** 38n,
  2n ** 63n,
  2n ** 64n,
]
  .flatMap(near)
  .flatMap((value) => [value, -value]);

function wrapTo(type: ValueScalar, value: bigint): bigint {
  return type === "i32" || type === "i64" ? BigInt.asIntN(size[type], value) : BigInt.asUintN(size[type], value);
}

function specialValues(type: ValueScalar): Value[] {
  if (type === "bool") return [true, false];
  if (type === "f32") return [...new Set(allFloats.map(Math.fround))];
  if (type === "f64") return allFloats;
  return [...new Set(allIntegers.filter((value) => wrapTo(type, value) === value))];
}

/** Bytes of values of a type, as a span of it holds them; and back. */
function toBytes(type: ValueScalar, values: readonly Value[]): Uint8Array {
  const width = Math.ceil(size[type] / 8);
  const view = new DataView(new ArrayBuffer(values.length * width));
  values.forEach((value, index) => {
    if (type === "bool") view.setUint8(index, Number(value));
    else if (type === "f32") view.setFloat32(index * 4, Number(value), true);
    else if (type === "f64") view.setFloat64(index * 8, Number(value), true);
    else if (width === 4) view.setInt32(index * 4, Number(BigInt.asIntN(32, BigInt(value))), true);
    else view.setBigInt64(index * 8, BigInt(value), true);
  });
  return new Uint8Array(view.buffer);
}

function fromBytes(type: ValueScalar, bytes: Uint8Array): Value[] {
  const width = Math.ceil(size[type] / 8);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.byteLength / width }, (_, index) => {
    if (type === "bool") return view.getUint8(index) === 1;
    if (type === "f32") return view.getFloat32(index * 4, true);
    if (type === "f64") return view.getFloat64(index * 8, true);
    return wrapTo(type, width === 4 ? BigInt(view.getInt32(index * 4, true)) : view.getBigInt64(index * 8, true));
  });
}

/** Spans go in as bytes, so they come out as bytes. */
const bytesOf = (array: unknown) => (array instanceof Uint8Array ? array : new Uint8Array());

/** out[i] = op(a[i], …) over the rows of `operands`. */
function opModule(op: Op, operands: readonly ValueScalar[], result: ValueScalar): Module {
  const args = operands.map((type, index) => build.load(ownElement(index, type)));
  const out = ownElement(operands.length, result);
  const value = { kind: "op", type: result, op, args } as const;
  const locals = [...operands, result].map(span);
  const store = build.store(out, value, at);
  return kernelModule({ locals, parameters: locals.length, body: [store] });
}

function expectResults(
  op: Op,
  operands: readonly ValueScalar[],
  result: ValueScalar,
  rows: readonly (readonly Value[])[],
  expected: readonly Value[],
): void {
  const module = opModule(op, operands, result);
  expect(verify(module)).toEqual([]);
  const columns = operands.map((type, index) =>
    toBytes(
      type,
      rows.map((row) => row[index] ?? 0),
    ),
  );
  const out = toBytes(
    result,
    expected.map(() => 0),
  );
  for (const [name, executor] of Object.entries(executors)) {
    const { arrays, failure } = runKernel(executor, { module, range: [rows.length], args: [...columns, out] });
    expect(failure).toBeUndefined();
    const found = fromBytes(result, bytesOf(arrays.at(-1)));
    const wrong = found.flatMap((value, index) =>
      Object.is(value, expected[index]) ? [] : [{ operands: rows[index], expected: expected[index], found: value }],
    );
    expect(wrong.slice(0, 5), name).toEqual([]);
  }
}

const pairs = (values: readonly Value[]) => values.flatMap((a) => values.map((b) => [a, b] as const));

function meaningOf(meaning: Meaning, type: ValueScalar, a: Value, b: Value): Value {
  if (type === "bool") return meaning.bool?.(Boolean(a), Boolean(b)) ?? false;
  if (integers.includes(type)) {
    const value = meaning.integer?.(BigInt(a), BigInt(b), size[type]) ?? 0n;
    return typeof value === "bigint" ? wrapTo(type, value) : value;
  }
  const value = meaning.float?.(Number(a), Number(b)) ?? 0;
  return type === "f32" && typeof value === "number" ? Math.fround(value) : value;
}

const cases = Object.entries(meanings).flatMap(([name, meaning]) => {
  // The table is a literal, which has the keys of its type and no others.
  const op = name as keyof typeof meanings;
  return ops[op].operands.map((type) => ({ op, type, meaning }));
});

describe("operations", () => {
  test.each(cases)("$op of $type", ({ op, type, meaning }) => {
    const row: OpRow = ops[op];
    const rows = row.arity === 1 ? specialValues(type).map((a) => [a, a] as const) : pairs(specialValues(type));
    const expected = rows.map(([a, b]) => meaningOf(meaning, type, a, b));
    const operands = Array.from({ length: row.arity }, () => type);
    expectResults(op, operands, row.result === "bool" ? "bool" : type, rows, expected);
  });

  test.each(ops.select.operands)("select of %s", (type) => {
    const rows = pairs(specialValues(type)).flatMap((pair) => [true, false].map((which) => [which, ...pair]));
    const expected = rows.map(([which, a, b]) => (which ? a : b) ?? 0);
    expectResults("select", ["bool", type, type], type, rows, expected);
  });

  test.each(["i32", "u32", "i64", "u64"] as const)("division of %s by constants", (type) => {
    const divisors = [-7, -2, -1, 0, 1, 3, 8, 2 ** 20].filter((value) => value >= 0 || type.startsWith("i"));
    for (const divisor of divisors) {
      for (const op of ["div", "floordiv", "rem"] as const) {
        const value = build.constant(type, size[type] === 64 ? BigInt(divisor) : divisor);
        const body = build.store(ownElement(1, type), build.op(op, build.load(ownElement(0, type)), value), at);
        const module = kernelModule({ locals: [span(type), span(type)], parameters: 2, body: [body] });
        const values = specialValues(type);
        const expected = values.map((a) => meaningOf(meanings[op], type, a, BigInt(divisor)));
        for (const executor of Object.values(executors)) {
          const args = [toBytes(type, values), toBytes(type, values)];
          const { arrays } = runKernel(executor, { module, range: [values.length], args });
          expect(fromBytes(type, bytesOf(arrays[1])), `${op} ${divisor}`).toEqual(expected);
        }
      }
    }
  });
});

/** The float of 32 bits that is nearest to an integer, ties to even, by distance to the neighbours. */
function nearestF32(value: bigint): number {
  const guess = Math.fround(Number(value));
  if (!Number.isFinite(guess)) return guess;
  const bits = new DataView(new ArrayBuffer(4));
  bits.setFloat32(0, guess);
  const neighbours = [-1, 0, 1].flatMap((step) => {
    const neighbour = new DataView(new ArrayBuffer(4));
    neighbour.setInt32(0, bits.getInt32(0) + step);
    const candidate = neighbour.getFloat32(0);
    return Number.isInteger(candidate) ? [{ candidate, isEven: (neighbour.getInt32(0) & 1) === 0 }] : [];
  });
  const distance = (candidate: number) => {
    const difference = BigInt(candidate) - value;
    return difference < 0n ? -difference : difference;
  };
  neighbours.sort((a, b) => {
    const difference = distance(a.candidate) - distance(b.candidate);
    return difference === 0n ? Number(b.isEven) - Number(a.isEven) : Number(difference);
  });
  return neighbours[0]?.candidate ?? guess;
}

const range = {
  i32: [-(2n ** 31n), 2n ** 31n - 1n],
  u32: [0n, 2n ** 32n - 1n],
  i64: [-(2n ** 63n), 2n ** 63n - 1n],
  u64: [0n, 2n ** 64n - 1n],
} as const;

function converted(op: ConversionOp, value: Value, from: ValueScalar, to: ValueScalar): Value {
  if (op === "reinterpret") return fromBytes(to, toBytes(from, [value]))[0] ?? 0;
  if (to === "bool") return Boolean(value);
  if (to === "f64") return Number(value);
  if (to === "f32") return typeof value === "bigint" ? nearestF32(value) : Math.fround(Number(value));
  const isNumber = typeof value !== "number" || Number.isFinite(value);
  const whole = isNumber ? BigInt(typeof value === "number" ? Math.trunc(value) : value) : 0n;
  if (op === "index" && Number.isNaN(value)) return -1n;
  if (op !== "saturate" && op !== "index") return wrapTo(to, whole);
  const [low, high] = range[to === "i32" || to === "u32" || to === "i64" ? to : "u64"];
  if (value === Infinity || whole > high) return high;
  return value === -Infinity || whole < low ? low : whole;
}

const targets: readonly ValueScalar[] = ["i32", "u32", "i64", "u64", "f32", "f64"];
const conversionCases = conversionOps.flatMap((op) =>
  ops[op].operands.flatMap((from) =>
    targets.filter((to) => verify(opModule(op, [from], to)).length === 0).map((to) => ({ op, from, to })),
  ),
);

describe("conversions", () => {
  test("are many", () => {
    expect(conversionCases.length).toBeGreaterThan(80);
  });

  test.each(conversionCases)("$op from $from to $to", ({ op, from, to }) => {
    // The bits of a NaN are the engine's choice.
    const values = specialValues(from).filter((value) => op !== "reinterpret" || !Number.isNaN(value));
    const bits =
      op === "reinterpret" ? values.filter((value) => !Object.is(converted(op, value, from, to), NaN)) : values;
    const expected = bits.map((value) => converted(op, value, from, to));
    expectResults(
      op,
      [from],
      to,
      bits.map((value) => [value]),
      expected,
    );
  });
});
