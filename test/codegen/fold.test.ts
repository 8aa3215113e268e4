// What folding makes of an operation: constants, an operand that the other leaves as it is, the chosen side; never less than what may fail.

import { build, type Expr, type ValueScalar } from "@lanewise/ir";
import { expect, test } from "vitest";
import { fold } from "../../codegen/dist/simplify/fold.js";

const { constant, op } = build;
const x = (type: ValueScalar): Expr => build.local(0, type);
const i32 = (value: number): Expr => constant("i32", value);
const u64 = (value: bigint): Expr => constant("u64", value);
const f64 = (value: number): Expr => constant("f64", value);
const bool = (value: boolean): Expr => constant("bool", value);
const a = build.local(1, { kind: "span", element: "i32" });
const element = build.load(build.element(a, x("i32"), 0));
const isFailing = op("gt", element, i32(0));

test.each<readonly [name: string, from: Expr, to: Expr]>([
  ["2 + 3", op("add", i32(2), i32(3)), i32(5)],
  ["operands first", op("mul", op("sub", i32(7), i32(2)), i32(3)), i32(15)],
  ["a sum that wraps around", op("add", i32(2 ** 31 - 1), i32(1)), i32(-(2 ** 31))],
  ["a comparison", op("lt", i32(2), i32(3)), bool(true)],
  ["a square root", op("sqrt", f64(9)), f64(3)],
  ["x + 0", op("add", x("i32"), i32(0)), x("i32")],
  ["0 + x", op("add", i32(0), x("i32")), x("i32")],
  ["0 + x of 64 bits", op("add", u64(0n), x("u64")), x("u64")],
  ["x - 0", op("sub", x("i32"), i32(0)), x("i32")],
  ["x * 1", op("mul", x("i32"), i32(1)), x("i32")],
  ["1 * x", op("mul", i32(1), x("i32")), x("i32")],
  ["true and x", op("and", bool(true), x("bool")), x("bool")],
  ["x and true", op("and", x("bool"), bool(true)), x("bool")],
  ["x and false", op("and", x("bool"), bool(false)), bool(false)],
  ["false or x", op("or", bool(false), x("bool")), x("bool")],
  ["x or true", op("or", x("bool"), bool(true)), bool(true)],
  ["true and what may fail", op("and", bool(true), isFailing), isFailing],
  ["true ? x : 2", op("select", bool(true), x("i32"), i32(2)), x("i32")],
  ["false ? x : 2", op("select", bool(false), x("i32"), i32(2)), i32(2)],
  ["a chosen side that may fail", op("select", bool(true), element, i32(2)), element],
])("%s", (_, from, to) => {
  expect(fold(from)).toEqual(to);
});

test.each<readonly [name: string, expr: Expr]>([
  ["0 - x", op("sub", i32(0), x("i32"))],
  ["x * 0", op("mul", x("i32"), i32(0))],
  ["x + 1", op("add", x("i32"), i32(1))],
  ["x - 1", op("sub", x("i32"), i32(1))],
  ["x / 1", op("div", x("i32"), i32(1))],
  ["x & 0, of words", op("and", x("i32"), i32(0))],
  ["x + 0 of floats, where x may be -0", op("add", x("f64"), f64(0))],
  ["x * 1 of floats, where x may be any NaN", op("mul", x("f64"), f64(1))],
  ["NaN, whose bits may differ", op("div", f64(0), f64(0))],
  ["x xor true", op("xor", x("bool"), bool(true))],
  ["what may fail, and false", op("and", isFailing, bool(false))],
  ["what may fail, or true", op("or", bool(true), isFailing)],
  ["the other side may fail", op("select", bool(true), i32(1), element)],
  ["a variable", x("i32")],
])("%s stays", (_, expr) => {
  expect(fold(expr)).toEqual(expr);
});
