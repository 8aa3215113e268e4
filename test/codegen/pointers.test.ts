// Pointers on every executor: taken, kept in memory, followed, checked. What each of the small programs leaves in its arrays.

import { parseModule, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { executors, type KernelLaunch, pointerIn, runKernel } from "../support/run-kernel.js";

/** A kernel `k` over out: span<i32> and further parameters; site 0 is for elements, 1 for pointers. */
function kernelOf(parameters: string, body: string, range = 1) {
  const module = parseModule(`
    module "m" file "f.ts"
    struct "Node" { "value": i32, "next": u64 }
    struct "Pair" { "a": struct<"Node">, "b": struct<"Node"> }
    global $0.head "head": u64 device none @1:1
    global $1.bins "bins": array<i32, 4> device none @1:1
    site !0.x bounds @1:1
    site !1.p reference @1:1
    fn #0.k kernel "k" range ${range} (%0.out: span<i32>${parameters}) @1:1 { ${body} }
    fn #1.bump internal "bump" (%0.node: ref<struct<"Node">>) -> ref<i32> @1:1 {
      store %0.node->0 = add(load(%0.node->0), i32(100)) @1:1
      return %0.node->0
    }`);
  expect(verify(module)).toEqual([]);
  return module;
}

/** A list through an array of nodes: [value, next as number of the node or -1]. */
function nodes(...list: readonly (readonly [number, number])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(list.length * 16));
  list.forEach(([value, next], index) => {
    view.setInt32(index * 16, value, true);
    view.setBigUint64(index * 16 + 8, next < 0 ? 0n : pointerIn(3, next * 16), true);
  });
  return new Uint8Array(view.buffer);
}

interface Row {
  readonly parameters?: string;
  readonly body: string;
  readonly args?: KernelLaunch["args"];
  readonly items?: number;
  /** `out` afterwards; before, it is 1, 2, 3, 4. */
  readonly out: readonly number[];
}

const rows: Readonly<Record<string, Row>> = {
  "taken, kept in a global, followed": {
    body: `store $0 = pointer(%0[i32(2)]!0) @1:1
           store dereference<i32>(load($0))!1 = add(load(dereference<i32>(load($0))!1), i32(40)) @1:1`,
    out: [1, 2, 43, 4],
  },
  "to a whole array in a global": {
    body: `local %1.p: u64
           set %1 = pointer($1)
           store dereference<array<i32, 4>>(%1)!1[i32(3)]!0 = i32(9) @1:1
           store %0[i32(0)]!0 = load($1[i32(3)]!0) @1:1`,
    out: [9, 2, 3, 4],
  },
  "a list": {
    parameters: `, %1.nodes: span<struct<"Node">>`,
    body: `local %2.p: u64  local %3.sum: i32
           set %2 = pointer(%1[i32(1)]!0)
           set %3 = i32(0)
           loop L0 @1:1 while ne(%2, u64(0n)) {
             set %3 = add(mul(%3, i32(10)), load(dereference<struct<"Node">>(%2)!1->0))
             set %2 = load(dereference<struct<"Node">>(%2)!1->1)
           }
           store %0[i32(0)]!0 = %3 @1:1`,
    args: [nodes([5, -1], [7, 2], [6, 0])],
    out: [765, 2, 3, 4],
  },
  "a reference stays where the pointer led when it was followed": {
    body: `local %1.p: u64  local %2.r: ref<i32>
           store $0 = pointer(%0[i32(0)]!0) @1:1
           set %1 = load($0)
           set %2 = dereference<i32>(%1)!1
           set %1 = pointer(%0[i32(3)]!0)
           store $0 = %1 @1:1
           store %2 = i32(50) @1:1
           set %2 = dereference<i32>(load($0))!1
           store %2 = i32(60) @1:1`,
    out: [50, 2, 3, 60],
  },
  "structs copied out and in, over the very pointer": {
    parameters: `, %1.nodes: span<struct<"Node">>`,
    body: `local %2.pair: struct<"Pair">  local %3.r: ref<struct<"Node">>
           store &%2->1 = %1[i32(0)]!0 @1:1
           store &%2->0 = dereference<struct<"Node">>(load(&%2->1->1))!1 @1:1
           set %3 = dereference<struct<"Node">>(load(&%2->1->1))!1
           store &%2->1->1 = pointer(%1[i32(2)]!0) @1:1
           store &%2->1 = dereference<struct<"Node">>(load(&%2->1->1))!1 @1:1
           store %3->0 = load(&%2->1->0) @1:1
           store %0[i32(0)]!0 = load(&%2->0->0) @1:1
           store %0[i32(1)]!0 = load(%1[i32(1)]!0->0) @1:1
           store dereference<struct<"Node">>(load(%1[i32(0)]!0->1))!1 = &%2->0 @1:1
           store %0[i32(2)]!0 = load(%1[i32(1)]!0->0) @1:1`,
    args: [nodes([5, 1], [7, -1], [6, 0])],
    out: [7, 6, 7, 4],
  },
  "a struct over the pointer that leads to it": {
    parameters: `, %1.pairs: span<struct<"Pair">>`,
    body: `local %2.pair: struct<"Pair">
           store &%2 = %1[i32(0)]!0 @1:1
           store &%2 = dereference<struct<"Pair">>(load(&%2->0->1))!1 @1:1
           store %0[i32(0)]!0 = load(&%2->0->0) @1:1
           store %0[i32(1)]!0 = load(&%2->1->0) @1:1`,
    args: [nodes([5, 2], [6, -1], [7, -1], [8, -1])],
    out: [7, 8, 3, 4],
  },
  "a reference to a field stays, too": {
    parameters: `, %1.nodes: span<struct<"Node">>`,
    body: `local %2.p: u64  local %3.r: ref<i32>
           set %2 = pointer(%1[i32(1)]!0)
           set %3 = dereference<struct<"Node">>(%2)!1->0
           set %2 = u64(0n)
           store %0[i32(0)]!0 = load(%3) @1:1`,
    args: [nodes([5, -1], [7, -1])],
    out: [7, 2, 3, 4],
  },
  "helpers get the place": {
    parameters: `, %1.nodes: span<struct<"Node">>`,
    body: `local %2.r: ref<i32>
           store $0 = pointer(%1[i32(1)]!0) @1:1
           call #1(dereference<struct<"Node">>(load($0))!1) -> %2 @1:1
           store $0 = u64(0n) @1:1
           store %0[i32(0)]!0 = load(%2) @1:1`,
    args: [nodes([5, 1], [7, -1])],
    out: [107, 2, 3, 4],
  },
  "a store through a pointer is seen by name, and the other way round": {
    body: `local %1.p: u64  local %2.a: i32  local %3.b: i32
           set %1 = pointer(%0[i32(0)]!0)
           set %2 = load(%0[i32(0)]!0)
           store dereference<i32>(%1)!1 = i32(20) @1:1
           set %3 = load(%0[i32(0)]!0)
           store %0[i32(0)]!0 = i32(30) @1:1
           store %0[i32(1)]!0 = add(%2, %3) @1:1
           store %0[i32(2)]!0 = load(dereference<i32>(%1)!1) @1:1`,
    out: [30, 21, 30, 4],
  },
  "atomics of all work-items": {
    body: `if eq(globalId(0), i32(0)) { store $0 = pointer(%0[i32(1)]!0) @1:1 }
           atomic add dereference<i32>(load($0))!1 value i32(3) relaxed device @1:1
           atomic max dereference<i32>(pointer($1[i32(2)]!0))!1 value globalId(0) relaxed device @1:1
           store %0[i32(0)]!0 = load($1[i32(2)]!0) @1:1`,
    items: 10,
    out: [9, 32, 3, 4],
  },
  "private memory has no pointers": {
    body: `local %1.node: struct<"Node">
           store &%1->0 = i32(5) @1:1
           store %0[i32(0)]!0 = convert<i32>(eq(pointer(&%1->0), u64(0n))) @1:1
           store %0[i32(1)]!0 = load(&%1->0) @1:1
           store %0[i32(2)]!0 = convert<i32>(ne(pointer($1[i32(3)]!0), u64(0n))) @1:1`,
    out: [1, 5, 1, 4],
  },
};

describe.each(Object.entries(executors))("%s", (_, executor) => {
  test.each(Object.entries(rows))("%s", (_name, { parameters = "", body, args = [], items = 1, out }) => {
    const module = kernelOf(parameters, body);
    const launch = { module, range: [items], args: [Int32Array.of(1, 2, 3, 4), ...args], hasPointers: true };
    const { arrays, failure } = runKernel(executor, launch);
    expect(failure).toBeUndefined();
    expect([...(arrays[0] ?? [])]).toEqual(out);
  });

  const loadIt = "store %0[i32(0)]!0 = load(dereference<i32>(%1)!1) @1:1";
  test.each([
    ["null", 0n, loadIt, -1n, 0n],
    ["null with an offset", 8n, loadIt, -1n, 0n],
    ["freed: its entry has another owner", pointerIn(2, 0) + (1n << 60n), loadIt, -2n, 0n],
    ["freed: nobody has its entry", pointerIn(100, 0), loadIt, -2n, 0n],
    ["just past the end", pointerIn(2, 16), loadIt, 16n, 16n],
    ["far past the end", pointerIn(2, 0xfffffffc), loadIt, 0xfffffffcn, 16n],
    [
      "its object is only half inside",
      pointerIn(2, 8),
      loadIt.replaceAll("i32>", 'struct<"Node">>').replace("!1)", "!1->0)"),
      8n,
      16n,
    ],
    ["not where an object begins", pointerIn(2, 6), loadIt, 6n, 16n],
  ])("fails: %s", (_name, pointer, body, index, length) => {
    const module = kernelOf(", %1.p: u64", `if eq(globalId(0), i32(2)) { ${body} }`);
    const launch = { module, range: [4], args: [Int32Array.of(1, 2, 3, 4), pointer], hasPointers: true };
    const { arrays, failure } = runKernel(executor, launch);
    expect(failure).toEqual({ site: 1, item: 2, index, length });
    expect([...(arrays[0] ?? [])]).toEqual([1, 2, 3, 4]);
  });

  test("without a table there is nothing to follow", () => {
    const module = kernelOf(", %1.p: u64", loadIt);
    const { failure } = runKernel(executor, { module, range: [1], args: [new Int32Array(4), pointerIn(2, 0)] });
    expect(failure).toEqual({ site: 1, item: 0, index: -2n, length: 0n });
  });

  test("what nobody reads is still checked, once and in its place", () => {
    const body = `local %2.r: ref<i32>
      store %0[i32(0)]!0 = i32(9) @1:1
      set %2 = dereference<i32>(%1)!1
      store %0[i32(1)]!0 = i32(9) @1:1`;
    const launch = { module: kernelOf(", %1.p: u64", body), range: [1], hasPointers: true };
    const { arrays, failure } = runKernel(executor, { ...launch, args: [Int32Array.of(1, 2, 3, 4), 0n] });
    expect(failure).toEqual({ site: 1, item: 0, index: -1n, length: 0n });
    expect([...(arrays[0] ?? [])]).toEqual([9, 2, 3, 4]);
  });
});
