// Which array parameters a kernel certainly writes as a whole (ir/src/analysis/coverage.ts).

import { coverageOf, parseModule } from "@lanewise/ir";
import { describe, expect, test } from "vitest";

/** The kernel's sizes for its first parameter, `out`; undefined if that may keep an element. */
function sizesOf(range: number, body: string) {
  const parsed = parseModule(`module "m"
file "m.ts"
site !0.out bounds @1:1
fn #0."k" kernel "m:k#0" range ${range} (%0.out: span<i32>, %1.width: i32, %2.other: span<i32>) @1:1 {
  local %3.i: i32
  local %4.j: i32
  local %5.n: i32
${body}
}
`);
  return coverageOf(parsed, 0)[0]?.sizes;
}
const store = (index: string) => `store %0.out[${index}]!0.out = i32(1) @1:1`;
const ids = "set %3.i = globalId(0)\nset %4.j = globalId(1)\n";
const width = { kind: "parameter", parameter: 1 };

describe("written as a whole", () => {
  test.each([
    ["the id", 1, store("globalId(0)"), []],
    ["a variable", 1, ids + store("%3.i"), []],
    ["after what may not run", 1, `${ids}if lt(%3.i, i32(3)) {\n${store("i32(0)")}\n}\n${store("%3.i")}`, []],
    ["a row's length that is captured", 2, ids + store("add(mul(%3.i, %1.width), %4.j)"), [width]],
    ["in another order", 2, ids + store("add(%4.j, mul(%1.width, %3.i))"), [width]],
    ["that is a constant", 2, ids + store("add(mul(%3.i, i32(7)), %4.j)"), [{ kind: "constant", value: 7 }]],
    [
      "three dimensions",
      3,
      `${ids}${store("add(mul(add(mul(%3.i, globalSize(1)), %4.j), %1.width), globalId(2))")}`,
      [{ kind: "globalSize", dimension: 1 }, width],
    ],
  ])("%s", (_, range, body, sizes) => {
    expect(sizesOf(range, body)).toEqual(sizes);
  });
});

describe("not known to be", () => {
  test.each([
    ["no store", 1, ids],
    ["another index", 1, ids + store("add(%3.i, i32(1))")],
    ["under a condition", 1, `${ids}if lt(%3.i, i32(3)) {\n${store("%3.i")}\n}`],
    ["after a return", 1, `${ids}if lt(%3.i, i32(3)) {\nreturn\n}\n${store("%3.i")}`],
    ["a variable that changes", 1, `${ids}set %3.i = i32(0)\n${store("%3.i")}`],
    [
      "a variable that is set under a condition",
      1,
      `if lt(%1.width, i32(3)) {\nset %5.n = globalId(0)\n}\n${store("%5.n")}`,
    ],
    ["a parameter that changes", 2, `${ids}set %1.width = i32(0)\n${store("add(mul(%3.i, %1.width), %4.j)")}`],
    ["one dimension of two", 2, ids + store("%4.j")],
    ["the dimensions exchanged", 2, ids + store("add(mul(%4.j, %1.width), %3.i)")],
    ["another array", 1, `${ids}store %2.other[%3.i]!0.out = i32(1) @1:1`],
  ])("%s", (_, range, body) => {
    expect(sizesOf(range, body)).toBeUndefined();
  });
});
