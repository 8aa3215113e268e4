// `precision: "f32"`: which doubles of a kernel become f32, and which do not. What GPUs then compute is in test/gpu/precision.test.ts.

import { type Module, parseModule, printModule, verify } from "@lanewise/ir";
import { expect, test } from "vitest";
import { inSinglePrecision } from "../../codegen/dist/wgsl/single-precision.js";

/** The lines of the kernel with this body after the pass. Locals: %4.a and %5.b of f64, %6.n of i32. */
function narrowed(...lines: readonly string[]): readonly string[] {
  const text = `module "test@0.0.0/test.ts"

file "test.ts"

site !0.ints bounds @1:1
site !1.out bounds @1:1

fn #0."test" kernel "test:#0" range 1 (%0.ints: span<i32>, %1.out: span<f64>, %2.given: f64, %3.other: f64) @1:1 {
  local %4.a: f64
  local %5.b: f64
  local %6.n: i32
${lines.map((line) => `  ${line}`).join("\n")}
}
`;
  const found = inModule(parseModule(text));
  expect(verify(found)).toEqual([]);
  const [, after = ""] = printModule(found).split("local %6.n: i32\n");
  return after
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && line !== "}");
}

function inModule(module: Module): Module {
  return { ...module, functions: module.functions.map(inSinglePrecision) };
}

test("fractions, and what is computed from them", () => {
  expect(
    narrowed(
      "set %4.a = mul(convert<f64>(globalId(0)), %2.given) @1:1",
      "store %1.out[globalId(0)]!1.out = math.sin(div(%4.a, f64(3))) @1:1",
    ),
  ).toEqual([
    "set %4.a = mul(convert<f32>(globalId(0)), convert<f32>(%2.given)) @1:1",
    "store %1.out[globalId(0)]!1.out = convert<f64>(math.sin(div(%4.a, f32(3)))) @1:1",
  ]);
});

test("whole numbers stay doubles", () => {
  expect(
    narrowed(
      "set %4.a = f64(0) @1:1",
      "set %4.a = add(%4.a, convert<f64>(load(%0.ints[globalId(0)]!0.ints))) @1:1",
      "set %5.b = floor(div(%4.a, f64(2))) @1:1",
      "store %1.out[globalId(0)]!1.out = add(%4.a, %5.b) @1:1",
    ),
  ).toEqual([
    "set %4.a = f64(0) @1:1",
    "set %4.a = add(%4.a, convert<f64>(load(%0.ints[globalId(0)]!0.ints))) @1:1",
    "set %5.b = floor(div(%4.a, f64(2))) @1:1",
    "store %1.out[globalId(0)]!1.out = add(%4.a, %5.b) @1:1",
  ]);
});

test("so does what an index is computed from", () => {
  expect(
    narrowed(
      "set %4.a = div(%2.given, f64(3)) @1:1",
      "set %6.n = wrap<i32>(floor(%4.a)) @1:1",
      "store %1.out[%6.n]!1.out = div(%3.other, f64(3)) @1:1",
    ),
  ).toEqual([
    "set %4.a = div(%2.given, f64(3)) @1:1",
    "set %6.n = wrap<i32>(floor(%4.a)) @1:1",
    "store %1.out[%6.n]!1.out = convert<f64>(div(convert<f32>(%3.other), f32(3))) @1:1",
  ]);
});

test("captured numbers that become integers stay, fractions that do are f32", () => {
  expect(
    narrowed(
      "store %0.ints[globalId(0)]!0.ints = wrap<i32>(add(%2.given, convert<f64>(globalId(0)))) @1:1",
      "store %0.ints[globalId(0)]!0.ints = wrap<i32>(floor(mul(%2.given, f64(0.5)))) @1:1",
    ),
  ).toEqual([
    "store %0.ints[globalId(0)]!0.ints = wrap<i32>(add(%2.given, convert<f64>(globalId(0)))) @1:1",
    "store %0.ints[globalId(0)]!0.ints = wrap<i32>(floor(mul(convert<f32>(%2.given), f32(0.5)))) @1:1",
  ]);
});

test("comparisons are of f32 where both sides are", () => {
  expect(
    narrowed(
      "set %4.a = div(%2.given, f64(3)) @1:1",
      "if lt(%4.a, f64(0.5)) {",
      "  set %4.a = f64(0.1) @1:1",
      "}",
      "if lt(%4.a, f64(0.1)) {",
      "  set %4.a = f64(0.1) @1:1",
      "}",
      "store %1.out[globalId(0)]!1.out = %4.a @1:1",
    ),
  ).toEqual([
    "set %4.a = div(convert<f32>(%2.given), f32(3)) @1:1",
    "if lt(%4.a, f32(0.5)) {",
    "set %4.a = f32(0.10000000149011612) @1:1",
    "if lt(convert<f64>(%4.a), f64(0.1)) {",
    "set %4.a = f32(0.10000000149011612) @1:1",
    "store %1.out[globalId(0)]!1.out = convert<f64>(%4.a) @1:1",
  ]);
});
