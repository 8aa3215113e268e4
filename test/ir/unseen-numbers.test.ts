// Which numbers of a kernel may be others than JavaScript's where it runs, by what its IR says: a table of expressions and statements.

import { parseModule, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { type UnseenSettings, unseenNumbers } from "../../ir/src/overflow/unseen-numbers.js";

/** `%0` are f32, `%2` words, `%1` and `%3` reducers of f64 and f32; `%4` to `%6` are numbers. */
function unseen(body: string, settings: Partial<UnseenSettings>): readonly string[] {
  const module = parseModule(`module "m"
file "m.ts"
site !0.a bounds @1:1
site !1.sum barrier @2:1
fn #0."k" kernel "k" range 1 (%0: span<f32>, %1: span<f64>, %2: span<i32>, %3: span<f32>, %4: f32, %5: f64, %6: i32) @1:1 {
local %7: f32
local %8: f64
local %9: i32
${body}
}
`);
  expect(verify(module)).toEqual([]);
  const all = { isContracting: true, isAheadOfTime: false, reducers: new Set([1, 3]), ...settings };
  return unseenNumbers(module, 0, all).map(
    ({ kind, type, ulp }) => `${kind} ${type}${ulp === undefined ? "" : " ulp"}`,
  );
}

const product = "mul(%4, %4)";

test.each<readonly [name: string, value: string, found: readonly string[]]>([
  ["a product and a sum", `add(${product}, %4)`, ["fused f32"]],
  ["a sum and a product", `add(%4, ${product})`, ["fused f32"]],
  ["a difference with a product", `sub(%4, ${product})`, ["fused f32"]],
  ["a product minus something", `sub(${product}, %4)`, []],
  ["a sum", "add(%4, %4)", []],
  ["a sum of a sum", "add(%4, add(%4, %4))", []],
  ["the larger one of a product", `max(%4, ${product})`, []],
  ["a sum with a product that is rounded", `add(convert<f32>(${product}), %4)`, ["fused f32"]],
  ["a product of a sum", "mul(add(%4, %4), %4)", []],
  ["a sum with a product in a product", `add(%4, mul(${product}, %4))`, ["fused f32"]],
  ["f32 Math", "math.sin(%4)", ["math f32 ulp"]],
  ["exact f32 Math", "sqrt(%4)", []],
])("%s", (_, value, found) => {
  expect(unseen(`set %7 = ${value}`, {})).toEqual(found);
  const strict = found.filter((one) => !one.startsWith("fused"));
  expect(unseen(`set %7 = ${value}`, { isContracting: false })).toEqual(strict);
});

test.each<readonly [name: string, value: string, isAheadOfTime: boolean, found: readonly string[]]>([
  ["a sum with a product of doubles", "add(mul(%5, %5), %5)", true, []],
  ["Math of doubles", "math.sin(%5)", false, []],
  ["Math of doubles in code of before", "math.sin(%5)", true, ["aheadOfTime f64"]],
  ["exact Math of doubles in code of before", "sqrt(%5)", true, []],
])("%s", (_, value, isAheadOfTime, found) => {
  expect(unseen(`set %8 = ${value}`, { isAheadOfTime })).toEqual(found);
});

describe("atomics", () => {
  const atomic = (op: string, place: string, value: string) =>
    `atomic ${op} ${place} value ${value} relaxed device @1:1`;

  test.each<readonly [name: string, stmt: string, found: readonly string[]]>([
    ["a sum of floats", atomic("add", "%0[%6]!0", "%4"), ["order f32"]],
    ["a difference of doubles", atomic("sub", "%1[%6]!0", "%5"), ["order f64"]],
    ["the larger float", atomic("max", "%0[%6]!0", "%4"), []],
    ["a sum of words", atomic("add", "%2[%6]!0", "%6"), []],
    ["a store", atomic("store", "%0[%6]!0", "%4"), []],
    ["a store of words", atomic("store", "%2[%6]!0", "%6"), []],
    ["a sum of products", atomic("add", "%0[%6]!0", product), ["order f32"]],
    ["a reducer's sum", atomic("add", "%3[i32(0)]!0", "%4"), ["order f32"]],
    ["a reducer's sum of products", atomic("add", "%3[i32(0)]!0", product), ["order f32", "fused f32"]],
    ["a reducer's sum of products of doubles", atomic("add", "%1[i32(0)]!0", "mul(%5, %5)"), ["order f64"]],
    ["a reducer's product", atomic("max", "%3[i32(0)]!0", product), []],
    ["a reducer's function", atomic("store", "%3[i32(0)]!0", "%4"), ["order f32"]],
    ["a reducer's function of a product", atomic("store", "%3[i32(0)]!0", product), ["order f32"]],
  ])("%s", (_, stmt, found) => {
    expect(unseen(stmt, {})).toEqual(found);
    const strict = found.filter((one) => !one.startsWith("fused"));
    expect(unseen(stmt, { isContracting: false })).toEqual(strict);
  });
});

test.each<readonly [name: string, stmt: string, found: readonly string[]]>([
  ["a sum", "subGroup reduce add %4 -> %7 !1", ["order f32"]],
  ["a product of doubles", "subGroup inclusiveScan mul %5 -> %8 !1", ["order f64"]],
  ["the larger one", "subGroup reduce max %4 -> %7 !1", []],
  ["a sum of words", "subGroup reduce add %6 -> %9 !1", []],
  ["another's value", "subGroup shuffle %4 lane %6 -> %7 !1", []],
])("what a sub-group has together: %s", (_, stmt, found) => {
  expect(unseen(stmt, {})).toEqual(found);
});
