// Loops with few, known rounds that index a private array are unrolled, so that the array becomes locals; others stay.

import { expect, test } from "vitest";
import { runAlike, simplifyText } from "../support/simplified.js";

const kernel = (locals: string, body: string) =>
  simplifyText(`module "test"

file "test.ts"

struct "M" { "m": array<array<f32, 4>, 4>, "n": i32 }

site !0.a bounds @1:1
site !1.m bounds @2:1

fn #0.k kernel "k" range 1 (%0: span<f32>, %1: i32) @1:1 {
${locals
  .split("; ")
  .map((local) => `  local ${local}`)
  .join("\n")}
${body}
}
`);

const loop = (counter: string, label: string, rounds: string, body: string) => `
  set ${counter} = i32(0)
  loop ${label} @1:1 while lt(${counter}, ${rounds}) {
    ${body}
  } update {
    set ${counter} = add(${counter}, i32(1))
  }`;

const hasLoop = (body: readonly string[]) => body.some((line) => line.includes("loop "));
const input = Float32Array.from({ length: 40 }, (_, i) => ((i * 7) % 11) - 4);

/** The matrix in %2 from the input; its square in %3; one of the square's elements to the output. */
const square = (c: readonly string[]) => `${loop(
  c[0] ?? "",
  "L0",
  "i32(4)",
  loop(
    c[1] ?? "",
    "L1",
    "i32(4)",
    `store &%2->0[${c[0]}]!1[${c[1]}]!1 = load(%0[add(mul(${c[0]}, i32(4)), ${c[1]})]!0) @1:1`,
  ),
)}
${loop(
  c[2] ?? "",
  "L2",
  "i32(4)",
  loop(
    c[3] ?? "",
    "L3",
    "i32(4)",
    `store &%3->0[${c[2]}]!1[${c[3]}]!1 = f32(0) @1:1
${loop(c[4] ?? "", "L4", "i32(4)", `store &%3->0[${c[2]}]!1[${c[3]}]!1 = add(load(&%3->0[${c[2]}]!1[${c[3]}]!1), mul(load(&%2->0[${c[2]}]!1[${c[4]}]!1), load(&%2->0[${c[4]}]!1[${c[3]}]!1))) @1:1`)}`,
  ),
)}
  store %0[add(globalId(0), i32(20))]!0 = load(&%3->0[i32(3)]!1[i32(1)]!1) @1:1`;

test("products of 4x4 matrices, rows as arrays of arrays in a struct", () => {
  const locals = `%2: struct<"M">; %3: struct<"M">; %4: i32; %5: i32; %6: i32; %7: i32; %8: i32`;
  const found = kernel(locals, square(["%4", "%5", "%6", "%7", "%8"]));
  expect(found.inMemory).toEqual([]);
  expect(hasLoop(found.body)).toBe(false);
  runAlike(found, { range: [4], args: [input, 0] });
});

test("a counter of two loops counts none of them", () => {
  const found = kernel(
    `%2: struct<"M">; %3: struct<"M">; %4: i32; %5: i32; %6: i32`,
    square(["%4", "%5", "%4", "%5", "%6"]),
  );
  expect(hasLoop(found.body)).toBe(true);
  runAlike(found, { range: [4], args: [input, 0] });
});

test("nested loops over one array, indexed by k * 4 + j, and bounds that depend on an outer counter", () => {
  const found = kernel(
    `%2: array<f32, 16>; %3: i32; %4: i32; %5: i32; %6: i32; %7: i32; %8: f32`,
    `${loop("%3", "L0", "i32(4)", loop("%4", "L1", "i32(4)", `store &%2[add(mul(%3, i32(4)), %4)]!1 = load(%0[add(%4, mul(%3, %1))]!0) @1:1`))}
  set %8 = f32(0)
${loop("%5", "L2", "i32(4)", loop("%6", "L3", "%5", `set %7 = add(mul(%5, i32(4)), %6)\n set %8 = add(mul(%8, f32(0.5)), load(&%2[%7]!1))`))}
  store %0[add(globalId(0), i32(20))]!0 = %8 @1:1`,
  );
  expect(found.inMemory).toEqual([]);
  expect(hasLoop(found.body)).toBe(false);
  runAlike(found, { range: [7], args: [input, 2] });
});

test("continue, break, the counter afterwards, downwards, and a local of each round", () => {
  const found = kernel(
    `%2: array<f32, 5>; %3: i32; %4: i32; %5: f32; %6: f32`,
    `${loop("%3", "L0", "i32(5)", "store &%2[%3]!1 = load(%0[%3]!0) @1:1")}
  set %5 = f32(0)
  set %4 = i32(4)
  loop L1 @1:1 while ge(%4, i32(0)) {
    set %6 = load(&%2[%4]!1)
    if gt(%6, convert<f32>(globalId(0))) {
      continue L1
    }
    set %5 = add(%5, mul(%6, convert<f32>(%4)))
    if lt(%6, neg(convert<f32>(globalId(0)))) {
      break L1
    }
  } update {
    set %4 = sub(%4, i32(1))
  }
  store %0[add(globalId(0), i32(20))]!0 = add(%5, mul(convert<f32>(%4), f32(100))) @1:1`,
  );
  expect(found.inMemory).toEqual([]);
  expect(hasLoop(found.body)).toBe(false);
  runAlike(found, { range: [9], args: [input, 0] });
});

test("an index outside of the array fails in its round", () => {
  const found = kernel(
    `%2: array<f32, 3>; %3: i32`,
    loop("%3", "L0", "i32(5)", "store %0[%3]!0 = f32(9) @1:1\n store &%2[%3]!1 = load(%0[%3]!0) @1:1"),
  );
  const { failure, arrays } = runAlike(found, { range: [1], args: [input, 0] });
  expect(failure).toEqual({ site: 1, item: 0, index: 3n, length: 3n });
  expect([...(arrays[0] ?? [])].slice(2, 6)).toEqual([9, 9, input[4], input[5]]);
});

const stays: Readonly<Record<string, readonly [locals: string, body: string]>> = {
  "many rounds": [`%2: array<f32, 40>; %3: i32`, loop("%3", "L0", "i32(40)", "store &%2[%3]!1 = f32(1) @1:1")],
  "rounds that nobody knows": [`%2: array<f32, 4>; %3: i32`, loop("%3", "L0", "%1", "store &%2[%3]!1 = f32(1) @1:1")],
  "an array that another index asks for": [
    `%2: array<f32, 4>; %3: i32`,
    `${loop("%3", "L0", "i32(4)", "store &%2[%3]!1 = f32(1) @1:1")}
  store %0[globalId(0)]!0 = load(&%2[and(%1, i32(3))]!1) @1:1`,
  ],
  "no private array": [`%2: i32`, loop("%2", "L0", "i32(4)", "store %0[%2]!0 = f32(1) @1:1")],
};

test.each(Object.entries(stays))("%s: the loop stays", (_, [locals, body]) => {
  const found = kernel(locals, body);
  expect(hasLoop(found.body)).toBe(true);
  runAlike(found, { range: [3], args: [input, 4] });
});
