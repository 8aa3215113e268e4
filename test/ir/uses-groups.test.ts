// What makes a kernel one of work-groups, also where a function that it calls does it; and local memory when modules are linked.

import {
  decodeModule,
  encodeModule,
  groupUseOf,
  linkModules,
  parseModule,
  printModule,
  usesGroups,
  verify,
} from "@lanewise/ir";
import { expect, test } from "vitest";

const text = (tile: string) => `
module "m" file "f"
global $0.other "other": array<f32, 4> ${tile === "i32" ? "device" : "local"} none @1:1
global $1.tile "tile": array<${tile}, 4> local none @1:1
site !0.x bounds @1:1
site !1.reduce barrier @1:1
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
fn #5.sized kernel "sized ${tile}" range 1 (%0.out: span<i32>, %1.rest: local span<${tile}>) @1:1 {
  store %0.out[globalId(0)]!0 = length(%1.rest) @1:1
}
fn #6.lane kernel "lane ${tile}" range 1 (%0.out: span<i32>) @1:1 {
  store %0.out[globalId(0)]!0 = subGroupLane(0) @1:1
}
fn #7.together kernel "together ${tile}" range 1 (%0.out: span<i32>) @1:1 {
  local %1.sum: i32
  subGroup reduce add i32(1) -> %1.sum !1.reduce
  store %0.out[globalId(0)]!0 = %1.sum @1:1
}
`;
const module = parseModule(text("i32"));

test("a kernel of work-groups asks for them, waits, or has local memory", () => {
  expect(verify(module)).toEqual([]);
  const none = { asks: false, waits: false, isTogether: false, memory: [], spans: [] };
  expect(groupUseOf(module, 1)).toEqual(none);
  expect(groupUseOf(module, 2)).toEqual({ ...none, asks: true });
  expect(groupUseOf(module, 3)).toEqual({ ...none, waits: true });
  expect(groupUseOf(module, 4)).toEqual({ ...none, memory: [1] });
  expect(groupUseOf(module, 5)).toEqual({ ...none, spans: [1] });
  expect(groupUseOf(module, 6)).toEqual({ ...none, asks: true });
  expect(groupUseOf(module, 7)).toEqual({ ...none, isTogether: true });
  const uses = [1, 2, 3, 4, 5, 6, 7].map((kernel) => usesGroups(module, kernel));
  expect(uses).toEqual([false, true, true, true, true, true, true]);
});

test("text and bytes say which parameters are local memory", () => {
  const { locals } = module.functions[5] ?? {};
  expect(locals?.map(({ isLocal }) => isLocal)).toEqual([undefined, true]);
  expect(parseModule(printModule(module))).toEqual(module);
  expect(decodeModule(encodeModule(module))).toEqual(module);
});

test("only spans that a kernel is given are local memory", () => {
  const faulty = (signature: string) => verify(parseModule(`module "m" file "f" fn #0.f ${signature} @1:1 {}`));
  const message = expect.stringContaining("only a span that a kernel is given is local memory");
  expect(faulty('kernel "f" range 1 (%0.x: local i32)')).toMatchObject([{ message }]);
  expect(faulty('internal "f" (%0.x: local span<i32>)')).toMatchObject([{ message }]);
  expect(faulty('kernel "f" range 1 (%0.x: local span<i32>)')).toEqual([]);
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
