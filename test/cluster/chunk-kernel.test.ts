// What a kernel becomes in chunks, as IR: the chunk's first row is a parameter behind the captures, and of the functions only those that need it have it.

import { parseModule, printModule, verify } from "@lanewise/ir";
import { expect, test } from "vitest";
import { chunkKernel } from "../../cluster/dist/kernel/chunk-kernel.js";

const module = parseModule(`
module "m" file "f"
site !0.x bounds @1:1
site !1.total bounds @1:1
fn #0.product internal "product" (%0.a: i32, %1.b: i32) -> i32 @1:1 {
  return mul(%0.a, %1.b)
}
fn #1.at internal "at" (%0.values: span<i32>, %1.i: i32) -> i32 @1:1 {
  return load(%0.values[%1.i]!0)
}
fn #2.own internal "own" (%0.values: span<i32>) -> i32 @1:1 {
  local %1.found: i32
  call #1.at(%0.values, globalId(0)) -> %1.found @1:1
  return %1.found
}
fn #3.k kernel "k" range 1 (%0.x: span<i32>, %1.out: span<i32>, %2.total: span<i32>) @1:1 {
  local %3.value: i32
  local %4.next: i32
  call #2.own(%0.x) -> %3.value @1:1
  call #0.product(load(%2.total[i32(0)]!1), %3.value) -> %4.next @1:1
  store %2.total[i32(0)]!1 = %4.next @1:1
  store %1.out[globalId(0)]!0 = globalSize(0) @1:1
}
`);
const cut = chunkKernel(module, {
  kernel: 3,
  rows: 1000,
  captures: 2,
  regions: [
    { region: { kind: "moving", perRow: 1 }, length: 1000 },
    { region: { kind: "moving", perRow: 1 }, length: 1000 },
  ],
});

test("the module is valid", () => {
  expect(verify(cut)).toEqual([]);
});

test("functions have the chunk's first row, and where arrays begin, if they need it", () => {
  const heads = printModule(cut).match(/^fn .*(?=@)/gm);
  expect(heads).toMatchInlineSnapshot(`
    [
      "fn #0.product internal "product" (%0.a: i32, %1.b: i32) -> i32 ",
      "fn #1.at internal "at" (%0.values: span<i32>, %1.i: i32, %2."first element of values": i32, %3."length of values": i32) -> i32 ",
      "fn #2.own internal "own" (%0.values: span<i32>, %1."first row of the chunk": i32, %2."first element of values": i32, %3."length of values": i32) -> i32 ",
      "fn #3.k kernel "k" range 1 (%0.x: span<i32>, %1.out: span<i32>, %2."first row of the chunk": i32, %3.total: span<i32>) ",
    ]
  `);
});

test("indices of the kernel are those of the whole range, and of arrays those of the part", () => {
  const [, body] = /^fn #3[^{]*\{\n([\s\S]*?)^\}/m.exec(printModule(cut)) ?? [];
  expect(body).toMatchInlineSnapshot(`
    "  local %4.value: i32
      local %5.next: i32
      local %6."first element of x": i32
      local %7."length of x": i32
      local %8."first element of out": i32
      local %9."length of out": i32
      set %6."first element of x" = mul(%2."first row of the chunk", i32(1))
      set %7."length of x" = i32(1000)
      set %8."first element of out" = mul(%2."first row of the chunk", i32(1))
      set %9."length of out" = i32(1000)
      call #2.own(%0.x, %2."first row of the chunk", %6."first element of x", %7."length of x") -> %4.value @1:1
      call #0.product(load(%3.total[i32(0)]!1.total), %4.value) -> %5.next @1:1
      store %3.total[i32(0)]!1.total = %5.next @1:1
      store %1.out[sub(add(globalId(0), %2."first row of the chunk"), %8."first element of out")]!0.x = i32(1000) @1:1
    "
  `);
});
