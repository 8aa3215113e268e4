// What each operation means, by table: operands and result as the text form writes them, run by the interpreter. Every
// operation has a row for every type that it takes. Other targets are compared with the interpreter, so this is the anchor.

import {
  createInterpreter,
  type Expr,
  type Op,
  type OpRow,
  ops,
  parseModule,
  type ScalarType,
  scalars,
  type ValueScalar,
  verify,
} from "@lanewise/ir";
import { describe, expect, test } from "vitest";

/** Runs one expression and gives its value, by way of memory. */
function evaluate(expression: string, type: ScalarType): number | bigint | boolean {
  const module = parseModule(
    `module "m" file "f" global $0.out "out": ${type} device none @1:1
     fn #0.k kernel "k" () @1:1 { local %0.x: ${scalars[type].register} set %0.x = ${expression} store $0.out = %0.x @1:1 }`,
  );
  expect(verify(module)).toEqual([]);
  const memory = new ArrayBuffer(256);
  createInterpreter(module, 0, { memory: () => memory, globals: () => 128 }).run(0, 64, 0, 1);
  return read(new DataView(memory), type);
}

function read(view: DataView, type: ScalarType): number | bigint | boolean {
  const at = 128;
  const readers: Record<ScalarType, () => number | bigint | boolean> = {
    bool: () => view.getUint8(at) === 1,
    i8: () => view.getInt8(at),
    u8: () => view.getUint8(at),
    i16: () => view.getInt16(at, true),
    u16: () => view.getUint16(at, true),
    i32: () => view.getInt32(at, true),
    u32: () => view.getUint32(at, true),
    i64: () => view.getBigInt64(at, true),
    u64: () => view.getBigUint64(at, true),
    f16: () => view.getUint16(at, true),
    f32: () => view.getFloat32(at, true),
    f64: () => view.getFloat64(at, true),
  };
  return readers[type]();
}

type Row = readonly [op: Op, type: ValueScalar, args: string, result: number | bigint | boolean];
const [min32, max32, min64, max64] = [-(2 ** 31), 2 ** 31 - 1, -(2n ** 63n), 2n ** 63n - 1n];
const maxU64 = 2n ** 64n - 1n;

const rows: readonly Row[] = [
  ["add", "i32", "2147483647, 1", min32],
  ["add", "u32", "4294967295, 2", 1],
  ["add", "i64", `${max64}n, 1n`, min64],
  ["add", "u64", `${maxU64}n, 2n`, 1n],
  ["add", "f32", "16777216, 1", 16777216],
  ["add", "f64", "0.1, 0.2", 0.1 + 0.2],
  ["sub", "i32", "-2147483648, 1", max32],
  ["sub", "u32", "0, 1", 2 ** 32 - 1],
  ["sub", "i64", `${min64}n, 1n`, max64],
  ["sub", "u64", "0n, 1n", maxU64],
  ["sub", "f32", "0, 0", 0],
  ["sub", "f64", "-0, 0", -0],
  ["mul", "i32", "2147483647, 2147483647", 1],
  ["mul", "u32", "4294967295, 4294967295", 1],
  ["mul", "i64", `${min64}n, -1n`, min64],
  ["mul", "u64", `${maxU64}n, ${maxU64}n`, 1n],
  ["mul", "f32", "16777216, 3e38", Infinity],
  ["mul", "f64", "-1, 0", -0],
  ["div", "i32", "-7, 2", -3],
  ["div", "i32", "5, 0", 0],
  ["div", "i32", "-2147483648, -1", min32],
  ["div", "u32", "4294967295, 2", max32],
  ["div", "u32", "1, 0", 0],
  ["div", "i64", "-7n, 2n", -3n],
  ["div", "i64", `${min64}n, -1n`, min64],
  ["div", "i64", "5n, 0n", 0n],
  ["div", "u64", `${maxU64}n, 2n`, max64],
  ["div", "u64", "1n, 0n", 0n],
  ["div", "f32", "1, 3", Math.fround(1 / 3)],
  ["div", "f64", "1, -0", -Infinity],
  ["floordiv", "i32", "-7, 2", -4],
  ["floordiv", "i32", "7, -2", -4],
  ["floordiv", "i32", "-7, -2", 3],
  ["floordiv", "i32", "7, 0", 0],
  ["floordiv", "i32", "-2147483648, -1", min32],
  ["floordiv", "u32", "4294967295, 2", max32],
  ["floordiv", "i64", "-7n, 2n", -4n],
  ["floordiv", "i64", "-8n, 2n", -4n],
  ["floordiv", "i64", `${min64}n, -1n`, min64],
  ["floordiv", "i64", "7n, 0n", 0n],
  ["floordiv", "u64", `${maxU64}n, 2n`, max64],
  ["rem", "i32", "-7, 2", -1],
  ["rem", "i32", "7, 0", 0],
  ["rem", "i32", "-2147483648, -1", 0],
  ["rem", "u32", "4294967295, 10", 5],
  ["rem", "i64", "-7n, 2n", -1n],
  ["rem", "i64", "7n, 0n", 0n],
  ["rem", "u64", `${maxU64}n, 10n`, 5n],
  ["rem", "f32", "-5.5, 2", -1.5],
  ["rem", "f64", "-4, 2", -0],
  ["rem", "f64", "1, 0", NaN],
  ["min", "i32", "-1, 1", -1],
  ["min", "u32", "4294967295, 1", 1],
  ["min", "i64", "-1n, 1n", -1n],
  ["min", "u64", `${maxU64}n, 1n`, 1n],
  ["min", "f32", "0, -0", -0],
  ["min", "f64", "NaN, 1", NaN],
  ["max", "i32", "-1, 1", 1],
  ["max", "u32", "4294967295, 1", 2 ** 32 - 1],
  ["max", "i64", "-1n, 1n", 1n],
  ["max", "u64", `${maxU64}n, 1n`, maxU64],
  ["max", "f32", "-0, 0", 0],
  ["max", "f64", "1, NaN", NaN],
  ["neg", "i32", "-2147483648", min32],
  ["neg", "i32", "0", 0],
  ["neg", "u32", "1", 2 ** 32 - 1],
  ["neg", "i64", `${min64}n`, min64],
  ["neg", "u64", "1n", maxU64],
  ["neg", "f32", "0", -0],
  ["neg", "f64", "-Infinity", Infinity],
  ["abs", "i32", "-2147483648", min32],
  ["abs", "u32", "4294967295", 2 ** 32 - 1],
  ["abs", "i64", `${min64}n`, min64],
  ["abs", "i64", "-5n", 5n],
  ["abs", "u64", `${maxU64}n`, maxU64],
  ["abs", "f32", "-0", 0],
  ["abs", "f64", "-1.5", 1.5],
  ["sqrt", "f32", "2", Math.fround(Math.SQRT2)],
  ["sqrt", "f64", "-1", NaN],
  ["floor", "f32", "-0.5", -1],
  ["floor", "f64", "-0", -0],
  ["ceil", "f32", "-0.5", -0],
  ["ceil", "f64", "1.25", 2],
  ["trunc", "f32", "-1.5", -1],
  ["trunc", "f64", "-0.9", -0],
  ["nearest", "f32", "2.5", 2],
  ["nearest", "f64", "3.5", 4],
  ["nearest", "f64", "-0.5", -0],
  ["nearest", "f64", "-1.5", -2],
  ["nearest", "f64", "4503599627370497", 4503599627370497],
  ["nearest", "f64", "-Infinity", -Infinity],
  ["copysign", "f32", "3, -0", -3],
  ["copysign", "f64", "-3, 1", 3],
  ["and", "i32", "-1, 240", 240],
  ["and", "u32", "4294967295, 4026531840", 4026531840],
  ["and", "i64", "-1n, 240n", 240n],
  ["and", "u64", `${maxU64}n, 240n`, 240n],
  ["and", "bool", "true, false", false],
  ["or", "i32", "-16, 15", -1],
  ["or", "u32", "4026531840, 1", 4026531841],
  ["or", "i64", "-16n, 15n", -1n],
  ["or", "u64", "16n, 1n", 17n],
  ["or", "bool", "true, false", true],
  ["xor", "i32", "-1, 1", -2],
  ["xor", "u32", "4294967295, 1", 4294967294],
  ["xor", "i64", "-1n, 1n", -2n],
  ["xor", "u64", `${maxU64}n, 1n`, maxU64 - 1n],
  ["xor", "bool", "true, true", false],
  ["not", "i32", "0", -1],
  ["not", "u32", "0", 2 ** 32 - 1],
  ["not", "i64", "0n", -1n],
  ["not", "u64", "0n", maxU64],
  ["not", "bool", "true", false],
  ["shl", "i32", "1, 31", min32],
  ["shl", "i32", "1, 33", 2],
  ["shl", "u32", "1, 31", 2 ** 31],
  ["shl", "i64", "1n, 63n", min64],
  ["shl", "i64", "1n, 65n", 2n],
  ["shl", "i64", "1n, -1n", min64],
  ["shl", "u64", "1n, 63n", 2n ** 63n],
  ["shr", "i32", "-8, 1", -4],
  ["shr", "i32", "-8, 33", -4],
  ["shr", "u32", "4294967288, 1", 2147483644],
  ["shr", "i64", "-8n, 1n", -4n],
  ["shr", "u64", `${maxU64}n, 63n`, 1n],
  ["rotl", "i32", "-2147483648, 1", 1],
  ["rotl", "i32", "5, 32", 5],
  ["rotl", "u32", "2147483649, 1", 3],
  ["rotl", "i64", `${min64}n, 1n`, 1n],
  ["rotl", "i64", "5n, 64n", 5n],
  ["rotl", "u64", `${2n ** 63n + 1n}n, 1n`, 3n],
  ["clz", "i32", "0", 32],
  ["clz", "u32", "4294967295", 0],
  ["clz", "i64", "1n", 63n],
  ["clz", "u64", "0n", 64n],
  ["ctz", "i32", "0", 32],
  ["ctz", "u32", "2147483648", 31],
  ["ctz", "i64", "0n", 64n],
  ["ctz", "u64", `${2n ** 40n}n`, 40n],
  ["popcnt", "i32", "-1", 32],
  ["popcnt", "u32", "5", 2],
  ["popcnt", "i64", "-1n", 64n],
  ["popcnt", "u64", "5n", 2n],
];

const written = (type: ValueScalar, args: string): string =>
  args
    .split(", ")
    .map((arg) => (type === "bool" ? arg : `${type}(${constantOf(type, arg)})`))
    .join(", ");
/** An f32 constant has to be written with the digits of its rounded value. */
const constantOf = (type: ValueScalar, text: string): string =>
  type === "f32" && !Object.is(Number(text), -0) ? String(Math.fround(Number(text))) : text;

test.each(rows)("%s on %s: %s", (op, type, args, result) => {
  expect(evaluate(`${op}(${written(type, args)})`, type)).toBe(result);
});

test.each([
  ["eq", [false, true, false]],
  ["ne", [true, false, true]],
  ["lt", [true, false, false]],
  ["le", [true, true, false]],
  ["gt", [false, false, true]],
  ["ge", [false, true, true]],
] as const)("%s on numbers", (op, results) => {
  for (const type of ["i32", "u32", "i64", "u64", "f32", "f64"] as const) {
    const suffix = type.endsWith("64") && type !== "f64" ? "n" : "";
    const pairs = [
      [1, 2],
      [2, 2],
      [3, 2],
    ];
    pairs.forEach(([a, b], index) => {
      expect(evaluate(`${op}(${type}(${a}${suffix}), ${type}(${b}${suffix}))`, "bool")).toBe(results[index]);
    });
  }
  expect(evaluate(`${op}(f64(NaN), f64(NaN))`, "bool")).toBe(op === "ne");
  expect(evaluate(`${op}(f32(-0), f32(0))`, "bool")).toBe(results[1]);
  expect(evaluate(`${op}(u32(4294967295), u32(1))`, "bool")).toBe(results[2]);
  expect(evaluate(`${op}(u64(${maxU64}n), u64(1n))`, "bool")).toBe(results[2]);
});

test.each([
  ["eq(true, false)", "bool", false],
  ["ne(true, false)", "bool", true],
  ["select(true, i32(1), i32(2))", "i32", 1],
  ["select(false, i64(1n), i64(2n))", "i64", 2n],
  ["select(false, f32(1), f32(-0))", "f32", -0],
  ["select(true, false, true)", "bool", false],
  ["convert<i32>(true)", "i32", 1],
  ["convert<u64>(true)", "u64", 1n],
  ["convert<f32>(true)", "f32", 1],
  ["convert<i64>(i32(-5))", "i64", -5n],
  ["convert<u64>(u32(4294967295))", "u64", 4294967295n],
  ["convert<f32>(i32(16777217))", "f32", 16777216],
  ["convert<f32>(f64(0.1))", "f32", Math.fround(0.1)],
  ["convert<f64>(u32(4294967295))", "f64", 4294967295],
  ["convert<f64>(i64(9007199254740993n))", "f64", 9007199254740992],
  // Rounding to f64 first would give 2^60, a tie that then goes to even.
  ["convert<f32>(i64(1152921573326323713n))", "f32", 2 ** 60 + 2 ** 37],
  ["convert<f32>(i64(-1152921573326323713n))", "f32", -(2 ** 60 + 2 ** 37)],
  ["convert<f32>(u64(18446744073709551615n))", "f32", 2 ** 64],
  ["wrap<i32>(f64(4294967297.9))", "i32", 1],
  ["wrap<i32>(f64(-1.5))", "i32", -1],
  ["wrap<i32>(f32(NaN))", "i32", 0],
  ["wrap<u32>(f64(-1))", "u32", 4294967295],
  ["wrap<u32>(f32(-Infinity))", "u32", 0],
  ["wrap<i32>(i64(4294967297n))", "i32", 1],
  ["wrap<u32>(i32(-1))", "u32", 4294967295],
  ["wrap<i32>(u32(4294967295))", "i32", -1],
  ["wrap<i64>(f64(1e300))", "i64", 0n],
  ["wrap<i64>(f64(-1e19))", "i64", BigInt.asIntN(64, -(10n ** 19n))],
  ["wrap<i64>(i32(-1))", "i64", -1n],
  ["wrap<u64>(i32(-1))", "u64", maxU64],
  ["wrap<u64>(f64(NaN))", "u64", 0n],
  ["saturate<i32>(f64(3e9))", "i32", max32],
  ["saturate<i32>(f32(-Infinity))", "i32", min32],
  ["saturate<i32>(f64(NaN))", "i32", 0],
  ["saturate<i32>(f64(-1.9))", "i32", -1],
  ["saturate<i32>(u32(4294967295))", "i32", max32],
  ["saturate<i32>(i64(-9223372036854775808n))", "i32", min32],
  ["saturate<u32>(i32(-1))", "u32", 0],
  ["saturate<u32>(f64(-0.5))", "u32", 0],
  ["saturate<u32>(f64(1e10))", "u32", 4294967295],
  ["saturate<i64>(f64(-1.9))", "i64", -1n],
  ["saturate<i64>(f64(1e19))", "i64", max64],
  ["saturate<i64>(f64(-Infinity))", "i64", min64],
  ["saturate<i64>(u64(18446744073709551615n))", "i64", max64],
  ["saturate<u64>(i64(-1n))", "u64", 0n],
  ["saturate<u64>(f64(NaN))", "u64", 0n],
  ["saturate<u64>(f64(12345678901.5))", "u64", 12345678901n],
  ["saturate<u64>(f64(1e20))", "u64", maxU64],
  ["reinterpret<i32>(f32(1))", "i32", 0x3f80_0000],
  ["reinterpret<u32>(f32(-0))", "u32", 2 ** 31],
  ["reinterpret<u32>(i32(-1))", "u32", 4294967295],
  ["reinterpret<i32>(u32(4294967295))", "i32", -1],
  ["reinterpret<f32>(i32(1065353216))", "f32", 1],
  ["reinterpret<f32>(u32(2147483648))", "f32", -0],
  ["reinterpret<i64>(f64(1))", "i64", 0x3ff0_0000_0000_0000n],
  ["reinterpret<u64>(f64(-0))", "u64", 2n ** 63n],
  ["reinterpret<u64>(i64(-1n))", "u64", maxU64],
  ["reinterpret<f64>(i64(4607182418800017408n))", "f64", 1],
  ["reinterpret<f64>(u64(9223372036854775808n))", "f64", -0],
  ["math.sin(f32(1))", "f32", Math.fround(Math.sin(1))],
  ["math.pow(f64(2), f64(0.5))", "f64", 2 ** 0.5],
  ["math.round(f64(-0.5))", "f64", -0],
  ["math.hypot(f32(3), f32(4))", "f32", 5],
  ["math.sign(f64(-0))", "f64", -0],
] as const)("%s", (expression, type, result) => {
  expect(evaluate(expression, type)).toBe(result);
});

test("every operation is tested on every type that it takes", () => {
  const tested = new Set(rows.map(([op, type]) => `${op} ${type}`));
  const elsewhere: readonly string[] = ["eq", "ne", "lt", "le", "gt", "ge", "select"];
  const missing = Object.entries<OpRow>(ops).flatMap(([op, row]) =>
    row.result === "stated" || elsewhere.includes(op)
      ? []
      : row.operands.map((type) => `${op} ${type}`).filter((pair) => !tested.has(pair)),
  );
  expect(missing).toEqual([]);
});

describe("stores narrow and loads widen", () => {
  test.each([
    ["i8", "i32(200)", -56],
    ["u8", "i32(-1)", 255],
    ["i16", "i32(40000)", -25536],
    ["u16", "i32(-1)", 65535],
    ["bool", "true", true],
    ["f16", "f32(1)", 0x3c00],
    ["f16", "f32(-0)", 0x8000],
    ["f16", "f32(65504)", 0x7bff],
    ["f16", "f32(65519)", 0x7bff],
    ["f16", "f32(65520)", 0x7c00],
    ["f16", "f32(NaN)", 0x7e00],
    // 2049 lies between 2048 and 2050, 2051 between 2050 and 2052: ties to even.
    ["f16", "f32(2049)", 0x6800],
    ["f16", "f32(2051)", 0x6802],
    // The smallest subnormal, half of it (a tie), the largest, and one that rounds up to a normal.
    ["f16", "f32(5.960464477539063e-8)", 1],
    ["f16", "f32(2.9802322387695312e-8)", 0],
    ["f16", "f32(0.00006097555160522461)", 0x3ff],
    ["f16", "f32(0.00006102025508880615)", 0x400],
  ] as const)("%s of %s", (type, value, stored) => {
    expect(evaluate(value, type)).toBe(stored);
  });

  test.each<[ScalarType, number, Expr["type"], number | boolean]>([
    ["i8", 0xff, "i32", -1],
    ["u8", 0xff, "i32", 255],
    ["i16", 0xffff, "i32", -1],
    ["u16", 0xffff, "i32", 65535],
    ["f16", 0x3c01, "f32", 1 + 2 ** -10],
    ["f16", 0x0001, "f32", 2 ** -24],
    ["f16", 0xfc00, "f32", -Infinity],
  ])("load of %s 0x%x", (type, bits, register, value) => {
    const module = parseModule(
      `module "m" file "f" global $0.in "in": ${type} device none @1:1 global $1.out "out": ${String(register)} device none @1:1
       fn #0.k kernel "k" () @1:1 { store $1.out = load($0.in) @1:1 }`,
    );
    const memory = new ArrayBuffer(256);
    const view = new DataView(memory);
    view.setUint16(192, bits, true);
    createInterpreter(module, 0, { memory: () => memory, globals: (index) => (index === 0 ? 192 : 128) }).run(
      0,
      64,
      0,
      1,
    );
    expect(register === "f32" ? view.getFloat32(128, true) : view.getInt32(128, true)).toBe(value);
  });
});

test.each([
  ["add", "i32", "i32(5)", 12],
  ["sub", "u32", "u32(8)", 4294967295],
  ["and", "i32", "i32(5)", 5],
  ["or", "i32", "i32(8)", 15],
  ["xor", "i64", "i64(1n)", 6n],
  ["min", "f32", "f32(-0.5)", -0.5],
  ["max", "u64", `u64(${maxU64}n)`, maxU64],
  ["exchange", "f64", "f64(2.5)", 2.5],
  ["store", "i32", "i32(9)", 9],
  ["compareExchange", "i32", "i32(9) expected i32(7)", 9],
  ["compareExchange", "i32", "i32(9) expected i32(8)", 7],
] as const)("atomic %s on %s with %s", (op, type, operands, after) => {
  const seven = type.endsWith("64") && type !== "f64" ? "7n" : "7";
  const result = op === "store" ? "" : "-> %0";
  const module = parseModule(
    `module "m" file "f" global $0.cell "cell": ${type} device none @1:1 global $1.before "before": ${type} device none @1:1
     fn #0.k kernel "k" () @1:1 { local %0: ${type} set %0 = ${type}(${seven}) store $0 = %0 @1:1
       atomic ${op} $0 value ${operands} ${result} relaxed device @1:1 store $1 = %0 @1:1 }`,
  );
  expect(verify(module)).toEqual([]);
  for (const memory of [new ArrayBuffer(256), new SharedArrayBuffer(256)]) {
    const globals = (index: number) => (index === 0 ? 128 : 192);
    createInterpreter(module, 0, { memory: () => memory, globals }).run(0, 64, 0, 1);
    const view = new DataView(memory);
    expect(read(view, type)).toBe(after);
    expect(read(new DataView(memory, 64), type)).toBe(typeof after === "bigint" ? 7n : 7);
  }
});
