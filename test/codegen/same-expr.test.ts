// Which expressions are the same (codegen/src/analysis/same-expr.ts): stores and loads of one place, and the two sides of a minimum, are found by it.

import { build, type Expr, type Op, type ScalarType } from "@lanewise/ir";
import { expect, test } from "vitest";
import { isSameExpr } from "../../codegen/dist/analysis/same-expr.js";

const { constant, element, load, local, op, query } = build;
const a = local(0, { kind: "span", element: "i32" });
const b = local(1, { kind: "span", element: "i32" });
const x = local(2, "i32");
const y = local(3, "i32");
const id = (dimension: 0 | 1 | 2) => query("globalId", dimension);
const to = (name: Op, type: ScalarType, value: Expr) => ({ kind: "op", type, op: name, args: [value] }) as Expr; // of value types

test.each<readonly [name: string, one: Expr, other: Expr, isSame: boolean]>([
  ["one local", x, local(2, "i32"), true],
  ["two locals", x, y, false],
  ["constants of one value", constant("i32", 1), constant("i32", 1), true],
  ["constants of two values", constant("i32", 1), constant("i32", 2), false],
  ["the two zeros", constant("f64", 0), constant("f64", -0), false],
  ["constants of two types", constant("i32", 1), constant("u32", 1), false],
  ["a constant and a local", constant("i32", 1), x, false],
  ["one operation", op("add", x, y), op("add", x, y), true],
  ["two operations", op("add", x, y), op("sub", x, y), false],
  ["operands that change places", op("sub", x, y), op("sub", y, x), false],
  ["conversions to two types", to("convert", "f32", x), to("convert", "f64", x), false],
  ["conversions to one type", to("convert", "f32", x), to("convert", "f32", x), true],
  ["one query", id(1), id(1), true],
  ["two dimensions of a query", id(0), id(1), false],
  ["two queries of a dimension", id(0), query("globalSize", 0), false],
  ["one element, by two checks", load(element(a, x, 0)), load(element(a, x, 1)), true],
  ["elements of two arrays", load(element(a, x, 0)), load(element(b, x, 0)), false],
  ["elements at two indices", load(element(a, x, 0)), load(element(a, y, 0)), false],
  ["a place and what is there", element(a, x, 0), load(element(a, x, 0)), false],
])("%s", (_, one, other, isSame) => {
  expect([isSameExpr(one, other), isSameExpr(other, one)]).toEqual([isSame, isSame]);
});
