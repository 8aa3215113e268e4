// Parts of the check of numbers (ir/src/overflow/): what JavaScript computes for operations, expressions as the source has them, and the memory of
// numbers that are not JavaScript's. Whole kernels are in test/runtime/overflow.test.ts.

import { build, type Expr, type Op, type ScalarType, semanticsOf } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { restated } from "../../ir/src/module/restated.js";
import { textsIn } from "../../ir/src/overflow/expression-text.js";
import { meaningOf } from "../../ir/src/overflow/javascript.js";
import { Parted } from "../../ir/src/overflow/parted.js";
import type { Entry } from "../../ir/src/overflow/parted-memory.js";
import { PartedMemory } from "../../ir/src/overflow/parted-memory.js";
import { at, kernelModule, span } from "../support/kernel-module.js";

const { constant, element, load, local, op, query, set } = build;

describe("what JavaScript computes", () => {
  type Type = "i32" | "u32" | "f64" | "f32" | "i64" | "u64" | "bool";
  const of = (name: Op, type: Type, operands: readonly (number | bigint | boolean)[], result: Type = type) => {
    const args = operands.map((_, index) => local(index, type));
    const expr = { kind: "op", type: result, op: name, args } as Extract<Expr, { kind: "op" }>; // of value types
    const apply = semanticsOf(name, type, result) ?? (() => 0);
    const [a = 0, b = 0, c = 0] = operands;
    return meaningOf(expr, apply).javascript(a, b, c);
  };
  test.each<[Op, Type, (number | bigint)[], number | bigint | undefined]>([
    ["add", "i32", [2 ** 31 - 1, 1], 2 ** 31],
    ["sub", "u32", [3, 5], -2],
    ["mul", "i32", [2 ** 20, 2 ** 20], 2 ** 40],
    ["div", "i32", [-7, 2], -3],
    ["div", "u32", [7, 2], 3],
    ["floordiv", "i32", [-7, 2], -4],
    ["rem", "i32", [-7, 2], -1],
    ["neg", "u32", [5], -5],
    ["abs", "i32", [-(2 ** 31)], 2 ** 31],
    ["min", "i32", [3, -4], -4],
    ["max", "u32", [3, 4], 4],
    ["and", "u32", [2 ** 32 - 1, 2 ** 31], -(2 ** 31)],
    ["or", "i32", [5, 8], 13],
    ["xor", "i32", [5, 1], 4],
    ["not", "u32", [0], -1],
    ["shl", "i32", [1, 31], -(2 ** 31)],
    ["shr", "i32", [-8, 1], -4],
    ["shr", "u32", [-8, 1], 2 ** 31 - 4],
    ["clz", "i32", [1], 31],
    ["add", "i64", [2n ** 63n - 1n, 1n], 2n ** 63n],
    ["sub", "u64", [1n, 2n], -1n],
    ["mul", "i64", [2n ** 40n, 2n ** 40n], 2n ** 80n],
    ["div", "i64", [-7n, 2n], -3n],
    ["div", "i64", [1n, 0n], undefined],
    ["floordiv", "i64", [-7n, 2n], -4n],
    ["floordiv", "i64", [-8n, 2n], -4n],
    ["floordiv", "i64", [7n, 2n], 3n],
    ["floordiv", "i64", [1n, 0n], undefined],
    ["rem", "u64", [7n, 4n], 3n],
    ["rem", "u64", [7n, 0n], undefined],
    ["neg", "i64", [5n], -5n],
    ["abs", "i64", [-(2n ** 63n)], 2n ** 63n],
    ["abs", "i64", [3n], 3n],
    ["min", "i64", [3n, -4n], -4n],
    ["max", "i64", [3n, -4n], 3n],
    ["and", "u64", [12n, 10n], 8n],
    ["or", "u64", [12n, 10n], 14n],
    ["xor", "u64", [12n, 10n], 6n],
    ["not", "u64", [0n], -1n],
    ["shl", "i64", [1n, 65n], 2n],
    ["shr", "i64", [-8n, 1n], -4n],
    ["mul", "i64", [2n ** 200n, 2n ** 100n], 2n ** 255n],
    ["mul", "i64", [-(2n ** 200n), 2n ** 100n], -(2n ** 255n)],
  ])("%s of %s: %o", (name, type, operands, expected) => {
    expect(of(name, type, operands)).toBe(expected);
  });
  test.each<[Op, Type, number | bigint, Type, number | bigint]>([
    ["convert", "i32", 7, "f64", 7],
    ["convert", "i32", 7, "i64", 7n],
    ["convert", "i64", 2n ** 60n, "f64", 2 ** 60],
    ["wrap", "f64", 2 ** 32 + 5, "i32", 5],
    ["wrap", "f64", -1, "u32", 2 ** 32 - 1],
    ["wrap", "i64", 2n ** 40n + 3n, "i32", 3],
    ["saturate", "f64", 3e10, "i32", 3e10],
    ["saturate", "f64", -2.5, "i32", -2],
    ["saturate", "f64", -0.5, "i32", 0],
    ["saturate", "f64", 2.5, "i64", 2n],
    ["reinterpret", "i32", -1, "u32", 2 ** 32 - 1],
    ["reinterpret", "f32", 1, "i32", 0x3f800000],
  ])("%s of %s %o to %s", (name, from, operand, to, expected) => {
    expect(of(name, from, [operand], to)).toBe(expected);
  });
  test("of a product that is kept as 32 bits by `| 0`, and by Math.imul", () => {
    const product = op("mul", local(0, "i32"), local(1, "i32"));
    const meaning = (how: "wrap" | "reinterpret") => meaningOf(restated(how, product) as never, () => 0); // an operation
    expect(meaning("wrap").args).toEqual([product]);
    expect(meaning("wrap").javascript(2 ** 33 + 5, 0, 0)).toBe(5);
    expect(meaning("reinterpret").args).toEqual([local(0, "i32"), local(1, "i32")]);
    expect(meaning("reinterpret").javascript(2 ** 16, 2 ** 16 + 1, 0)).toBe(2 ** 16);
  });
  test("what is to blame where results part", () => {
    const blamed = (name: Op, type: Type, result: Type = type) => {
      const expr = { kind: "op", type: result, op: name, args: [local(0, type), local(1, type)] } as never; // of value types
      return meaningOf(expr, () => 0).parting;
    };
    expect(blamed("add", "i32")).toBe("arithmetic");
    expect(blamed("rem", "i64")).toBe("division");
    expect(blamed("shr", "u32")).toBe("bits");
    expect(blamed("mul", "f32")).toBe("rounding");
    expect(blamed("mul", "f64")).toBe(undefined);
    expect(blamed("lt", "i32", "bool")).toBe(undefined);
  });
});

describe("expressions as the source has them", () => {
  const names = ["out", "a", "b", "x", "flag", "word", ""];
  const types = [span("i32"), "i32", "i32", "f64", "bool", "u32", "i32"] as const;
  const [a, b, x, flag, word, temporary] = types
    .slice(1)
    .map((type, index) => local(index + 1, type)) as never as Expr[];
  const module = kernelModule({
    locals: types,
    parameters: 6,
    body: [set(6, op("add", a as Expr, constant("i32", 1)))],
  });
  const [kernel] = module.functions;
  if (!kernel || !a || !b || !x || !flag || !word || !temporary) throw new Error("there are a kernel and its locals");
  const fn = { ...kernel, locals: kernel.locals.map((one, index) => ({ ...one, name: names[index] ?? "" })) };
  const textOf = textsIn(fn, module);
  const to = (name: "convert" | "wrap" | "saturate" | "reinterpret" | "index", type: ScalarType, value: Expr) =>
    ({ kind: "op", type, op: name, args: [value] }) as Expr; // of value types
  test.each<[string, Expr]>([
    ["a * (b + 1)", op("mul", a, op("add", b, constant("i32", 1)))],
    ["a * b + 1", op("add", op("mul", a, b), constant("i32", 1))],
    ["a - (b - 1)", op("sub", a, op("sub", b, constant("i32", 1)))],
    ["a - b - 1", op("sub", op("sub", a, b), constant("i32", 1))],
    ["a >> b", op("shr", a, b)],
    ["word >>> 3", op("shr", word, constant("u32", 3))],
    ["a & b", op("and", a, b)],
    ["flag && a < b", op("and", flag, op("lt", a, b))],
    ["flag || !flag", op("or", flag, op("not", flag))],
    ["flag !== flag", op("xor", flag, flag)],
    ["-a", op("neg", a)],
    ["-(-a)", op("neg", op("neg", a))],
    ["-(a + b)", op("neg", op("add", a, b))],
    ["~a", op("not", a)],
    ["~-a", op("not", op("neg", a))],
    ["Math.floor(a / -b)", op("floordiv", a, op("neg", b))],
    ["flag ? a : b", op("select", flag, a, b)],
    ["flag ? x | 0 : b", op("select", flag, to("wrap", "i32", x), b)],
    ["f32(flag ? x : x)", to("convert", "f32", op("select", flag, x, x))],
    ["a + (flag ? a : b)", op("add", a, op("select", flag, a, b))],
    ["Math.floor(a / b)", op("floordiv", a, b)],
    ["Math.floor((a + b) / (a * b))", op("floordiv", op("add", a, b), op("mul", a, b))],
    ["Math.max(a, b)", op("max", a, b)],
    ["Math.clz32(a)", op("clz", a)],
    ["Math.round(x)", op("nearest", x)],
    ["x | 0", to("wrap", "i32", x)],
    ["x >>> 0", to("wrap", "u32", x)],
    ["(x | 0) * a", op("mul", to("wrap", "i32", x), a)],
    ["a", to("convert", "f64", a)],
    ["f32(x)", to("convert", "f32", x)],
    ["i32(x)", to("saturate", "i32", x)],
    ["Math.imul(a, b)", restated("reinterpret", op("mul", a, b))],
    ["a + 1", temporary],
    ["(a + 1) * b", op("mul", temporary, b)],
    ["globalId", query("globalId", 0)],
    ["site 2[a + b]", load(element(local(0, span("i32")), op("add", a, b), 2))],
  ])("%s", (text, expr) => {
    expect(textOf(expr)).toBe(text);
  });
  test("what has no name is looked into again and again", () => {
    for (let time = 0; time < 20; time++) expect(textOf(temporary)).toBe("a + 1");
  });
  test("with values in the place of operands, and cut where they are long", () => {
    expect(textOf(op("add", a, b), ["1", "2"])).toBe("1 + 2");
    expect(textOf(op("max", a, b), ["1", "2"])).toBe("Math.max(1, 2)");
    const long = Array.from({ length: 40 }, () => a).reduce((sum, one) => op("add", sum, one));
    expect(textOf(long)).toBe(`${"a + ".repeat(20)} …`);
  });
});

describe("the memory of numbers", () => {
  const entry = (value: number): Entry => ({
    parted: new Parted(value, value + 1, {} as never), // causes are not asked for here
    scalar: "i32",
    place: { at, isNear: false },
  });
  test("finds what was stored, until the bytes are others", () => {
    const memory = new PartedMemory({ bytes: 1000 });
    const one = entry(7);
    memory.set(4096, one);
    expect(memory.find(4096, "i32", 7)).toBe(one);
    expect(memory.find(4100, "i32", 7)).toBe(undefined);
    expect(memory.find(4096, "u32", 7)).toBe(undefined);
    expect(memory.find(4096, "i32", 7)).toBe(undefined);
    memory.set(4096, one);
    expect(memory.find(4096, "i32", 8)).toBe(undefined);
  });
  test("a range has what begins in it, over pages", () => {
    const memory = new PartedMemory({ bytes: 10_000 });
    const addresses = [4088, 4092, 4096, 12_288];
    for (const address of addresses) memory.set(address, entry(address));
    const within = (begin: number, end: number) => memory.within(begin, end).map(([address]) => address);
    expect(within(4088, 12_289)).toEqual(addresses);
    expect(within(4089, 4096)).toEqual([4092]);
    expect(within(4088, 4092)).toEqual([4088]);
    expect(within(4096, 12_288)).toEqual([4096]);
    expect(within(4096, 4096)).toEqual([]);
    expect(memory.take(4092, 4097).map(([address]) => address)).toEqual([4092, 4096]);
    expect(within(0, 20_000)).toEqual([4088, 12_288]);
  });
  test("gives the budget back, and says when there is none", () => {
    const budget = { bytes: 400 };
    const memory = new PartedMemory(budget);
    memory.set(0, entry(1));
    memory.set(0, entry(2));
    expect(budget.bytes).toBe(240);
    memory.set(4, entry(3));
    expect(() => memory.set(8, entry(4))).toThrow("too many numbers");
    memory.delete(4);
    memory.delete(4);
    memory.delete(100);
    expect(budget.bytes).toBe(80);
  });
});
