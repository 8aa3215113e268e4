// What makes a kernel one of work-groups, also where a function that it calls does it; and local memory when modules are linked.

import { groupUseOf, linkModules, parseModule, usesGroups, verify } from "@lanewise/ir";
import { expect, test } from "vitest";

const text = (tile: string) => `
module "m" file "f"
global $0.other "other": array<f32, 4> ${tile === "i32" ? "device" : "local"} none @1:1
global $1.tile "tile": array<${tile}, 4> local none @1:1
site !0.x bounds @1:1
fn #0.wait internal "wait ${tile}" () @1:1 {
  barrier workGroup @1:1
}
fn #1.plain kernel "plain ${tile}" range 1 (%0.out: span<i32>) @1:1 {
  store %0.out[globalId(0)]!0 = globalSize(0) @1:1
}
fn #2.asks kernel "asks ${tile}" range 1 (%0.out: span<i32>) @1:1 {
  store %0.out[globalId(0)]!0 = groupCount(0) @1:1
}
fn #3.waits kernel "waits ${tile}" range 1 () @1:1 {
  call #0.wait() @1:1
}
fn #4.keeps kernel "keeps ${tile}" range 1 () @1:1 {
  store $1.tile[i32(0)]!0 = ${tile}(1) @1:1
}
`;
const module = parseModule(text("i32"));

test("a kernel of work-groups asks for them, waits, or has local memory", () => {
  expect(verify(module)).toEqual([]);
  const none = { asks: false, waits: false, memory: [] };
  expect(groupUseOf(module, 1)).toEqual(none);
  expect(groupUseOf(module, 2)).toEqual({ ...none, asks: true });
  expect(groupUseOf(module, 3)).toEqual({ ...none, waits: true });
  expect(groupUseOf(module, 4)).toEqual({ ...none, memory: [1] });
  expect([1, 2, 3, 4].map((kernel) => usesGroups(module, kernel))).toEqual([false, true, true, true]);
});

test("local memory of two modules that has one name and two types stays two", () => {
  const other = { ...parseModule(text("f32")), name: "n" };
  const { module: linked } = linkModules({
    name: "both",
    modules: [module, other],
    entries: [
      { module: 0, index: 4 },
      { module: 1, index: 4 },
    ],
  });
  expect(verify(linked)).toEqual([]);
  expect(linked.globals.map(({ id, storage }) => [id, storage])).toEqual([
    ["tile", "local"],
    ["tile#2", "local"],
  ]);
});
