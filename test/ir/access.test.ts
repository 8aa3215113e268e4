// accessOf on small modules: what flows through locals, helpers and their results counts as the parameter's.

import { accessOf, parseModule, verify } from "@lanewise/ir";
import { expect, test } from "vitest";

const module = parseModule(`
module "m" file "f"
struct "V" { "x": f32, "n": array<i32, 4> }
global $0.sum "sum": u32 device none @1:1
global $1.table "table": array<f32, 4> constant none @1:1
global $2.unused "unused": f32 device none @1:1
site !0.x bounds @1:1
fn #0.write internal "write" (%0.to: ref<f32>, %1.value: f32) -> ref<f32> @1:1 {
  store %0.to = %1.value @1:1
  return %0.to
}
fn #1.count internal "count" () @1:1 {
  atomic add $0.sum value u32(1) relaxed device @1:1
}
fn #2.lookup internal "lookup" (%0.from: span<struct<"V">>) -> ref<struct<"V">> @1:1 {
  return %0.from[i32(0)]!0
}
fn #3.unreached internal "unreached" () @1:1 {
  store $2.unused = f32(0) @1:1
}
fn #4.k kernel "k" range 1 (%0.read: span<f32>, %1.write: span<f32>, %2.both: span<f32>, %3.asked: span<f32>,
    %4.vs: span<struct<"V">>, %5.copied: span<struct<"V">>, %6.scalar: f32, %7.far: span<f32>) @1:1 {
  local %8.place: ref<f32>
  local %9.i: i32
  local %10.v: ref<struct<"V">>
  local %11.ways: ref<f32>
  set %9.i = length(%3.asked)
  store %1.write[%9.i]!0 = add(load(%0.read[%9.i]!0), load($1.table[%9.i]!0)) @1:1
  call #0.write(%2.both[%9.i]!0, load(%7.far[%9.i]!0)) -> %8.place @1:1
  set %6.scalar = load(%8.place)
  call #1.count() @1:1
  call #2.lookup(%4.vs) -> %10.v @1:1
  store %10.v = %5.copied[load(%10.v->1.n[i32(0)]!0)]!0 @1:1
}
fn #5.none kernel "none" () @1:1 { }
`);

test("access of parameters, globals and functions", () => {
  expect(verify(module)).toEqual([]);
  expect(accessOf(module, 4)).toEqual({
    parameters: ["read", "write", "readWrite", "none", "readWrite", "read", "none", "read"],
    globals: new Map([
      [0, "readWrite"],
      [1, "read"],
    ]),
    functions: [0, 1, 2, 4],
    hasPointers: false,
    isIndirect: false,
  });
  const nothing = { parameters: [], globals: new Map(), functions: [5], hasPointers: false, isIndirect: false };
  expect(accessOf(module, 5)).toEqual(nothing);
});

test("pointers that are taken and followed, through helpers", () => {
  const pointers = parseModule(`
    module "m" file "f" site !0.p reference @1:1
    global $0.head "head": u64 device none @1:1
    fn #0.take internal "take" (%0.place: ref<f32>) @1:1 { store $0 = pointer(%0) @1:1 }
    fn #1.follow internal "follow" () -> ref<f32> @1:1 { return dereference<f32>(load($0))!0 }
    fn #2.k kernel "k" () @1:1 { call #0(dereference<f32>(u64(0n))!0) @1:1 }
    fn #3.k kernel "k3" () @1:1 {
      local %0.r: ref<f32>
      call #1() -> %0 @1:1
      store %0 = f32(1) @1:1
    }
    fn #4.k kernel "k4" () @1:1 {
      local %0.x: array<f32, 1>
      store $0 = pointer(&%0) @1:1
    }`);
  expect(verify(pointers)).toEqual([]);
  const of = (kernel: number) => {
    const { hasPointers, isIndirect, globals } = accessOf(pointers, kernel);
    return { hasPointers, isIndirect, head: globals.get(0) };
  };
  expect(of(2)).toEqual({ hasPointers: true, isIndirect: true, head: "write" });
  expect(of(3)).toEqual({ hasPointers: true, isIndirect: true, head: "read" });
  expect(of(4)).toEqual({ hasPointers: true, isIndirect: false, head: "write" });
});

test("atomic operations read and write, but for loads and stores", () => {
  const ops = {
    load: "-> %6",
    store: "value i32(1)",
    exchange: "value i32(1)",
    compareExchange: "value i32(1) expected i32(2)",
    add: "value i32(1)",
    max: "value i32(1)",
  };
  const statements = Object.entries(ops).map(
    ([op, operands], at) => `atomic ${op} %${at}[i32(0)]!0 ${operands} relaxed device @1:1`,
  );
  const atomics = parseModule(`
    module "m" file "f" site !0.x bounds @1:1
    fn #0.k kernel "k" (${Object.keys(ops).map((_, at) => `%${at}: span<i32>`)}) @1:1 {
      local %6: i32
      ${statements.join("\n")}
    }`);
  expect(verify(atomics)).toEqual([]);
  expect(accessOf(atomics, 0).parameters).toEqual([
    "read",
    "write",
    "readWrite",
    "readWrite",
    "readWrite",
    "readWrite",
  ]);
});

test("a local that may point into two spans reaches both", () => {
  const two = parseModule(`
    module "m" file "f" site !0.x bounds @1:1
    fn #0.k kernel "k" (%0.a: span<f32>, %1.b: span<f32>) @1:1 {
      local %2.place: ref<f32> local %3.other: ref<f32>
      set %2.place = %0.a[i32(0)]!0
      loop L0 @1:1 while true {
        store %2.place = f32(0) @1:1
        set %3.other = %1.b[i32(0)]!0
        set %2.place = %3.other
      }
    }`);
  expect(verify(two)).toEqual([]);
  expect(accessOf(two, 0).parameters).toEqual(["write", "write"]);
});
