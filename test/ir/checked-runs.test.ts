// What the checks of races and of numbers share (ir/src/checked/): which work-item runs, what a sub-group computes together, where memory lies, and
// the positions of accesses. Whole kernels are in test/runtime/races.test.ts and overflow.test.ts.

import { build, type Expr, KernelFailure, parseModule, type Race, runRaceCheck, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { computeTogether } from "../../ir/src/checked/together.js";
import type { Together } from "../../ir/src/checked/waiting-steps.js";
import { positionsIn } from "../../ir/src/races/access-positions.js";
import { kernelModule, span } from "../support/kernel-module.js";

type Triple = readonly [number, number, number];

/** Runs kernel 0, whose parameters are spans of these lengths, under the check of races. */
function run(body: string, lengths: readonly number[], size: number, local = 1) {
  const module = parseModule(`module "m" file "f"\n${body}`);
  expect(verify(module)).toEqual([]);
  const memory = new ArrayBuffer(65_536);
  const view = new DataView(memory);
  lengths.forEach((length, index) => {
    view.setUint32(8 * index, 1024 + 256 * index, true);
    view.setInt32(8 * index + 4, length, true);
  });
  const races: Race[] = [];
  const asked = { local: [] as number[], stack: [] as number[] };
  const host = {
    memory: () => memory,
    globals: () => 512,
    localMemory: (bytes: number) => {
      asked.local.push(bytes);
      return 8192;
    },
    thread: (bytes: number) => {
      asked.stack.push(bytes);
      return 32_768;
    },
    onDivergence: () => {
      throw new Error("all work-items wait at the same place");
    },
    budget: { bytes: 1e6 },
    onRace: (race: Race) => races.push(race),
  };
  const offsets = lengths.map((_, index) => 8 * index);
  const range = { size: [size, 1, 1] as Triple, local: [local, 1, 1] as Triple, subGroupSize: 4 };
  const launch = { args: 0, offsets, pointerTable: 0, reducers: new Map(), localBytes: 0, range };
  let failure: KernelFailure | undefined;
  try {
    runRaceCheck(module, 0, host, launch);
  } catch (error) {
    if (!(error instanceof KernelFailure)) throw error;
    failure = error;
  }
  const valuesOf = (index: number) => [...new Int32Array(memory, 1024 + 256 * index, lengths[index])];
  return { races, asked, failure, valuesOf };
}

test.each([
  ["", 1],
  ["  barrier workGroup @1:1\n", 4],
])("a failing kernel names its work-item, whether or not it waits: %j", (waiting, local) => {
  const { failure } = run(
    `site !0.out bounds @1:1
fn #0.k kernel "k" range 1 (%0.out: span<i32>) @1:1 {
${waiting}  store %0.out[globalId(0)]!0 = i32(1) @1:1
}`,
    [6],
    8,
    local,
  );
  expect([failure?.site, failure?.item]).toEqual([0, 6]);
});

test("a checked launch begins at 0", () => {
  const { valuesOf } = run(
    `site !0.out bounds @1:1
fn #0.k kernel "k" range 1 (%0.out: span<i32>) @1:1 {
  store %0.out[globalId(0)]!0 = sub(globalId(0), globalOffset(0)) @1:1
}`,
    [3],
    3,
  );
  expect(valuesOf(0)).toEqual([0, 1, 2]);
});

test("one position in the source is one race, whatever of its accesses meet", () => {
  const { races } = run(
    `site !0.out bounds @2:1
fn #0.k kernel "k" range 1 (%0.out: span<i32>) @1:1 {
  store %0.out[i32(0)]!0 = add(load(%0.out[i32(0)]!0), i32(1)) @2:1
}`,
    [1],
    4,
  );
  expect(races.map(({ earlier, later }) => [earlier?.at.line, later.at.line])).toEqual([[2, 2]]);
});

test("arrays of a group lie on cache lines of their own", () => {
  const { asked } = run(
    `global $0.a "a": array<i32, 3> local none @1:1
global $1.b "b": array<i32, 17> local none @1:1
site !0.a bounds @1:1
site !1.b bounds @1:1
fn #0.k kernel "k" range 1 () @1:1 {
  store $0.a[i32(0)]!0 = i32(1) @1:1
  store $1.b[i32(0)]!1 = i32(1) @1:1
}`,
    [],
    1,
  );
  expect(asked.local).toEqual([64 + 128]);
});

test.each([
  ["", 64],
  ["  barrier workGroup @1:1\n", 64],
])("private memory is that of the kernel and of what it calls: %j", (waiting, bytes) => {
  const { asked } = run(
    `site !0.a bounds @1:1
fn #0.k kernel "k" range 1 () @1:1 {
  call #1.f() @1:1
}
fn #1.f internal "f" () @1:1 {
  local %0.a: array<i32, 16>
${waiting}  store &%0.a[i32(0)]!0 = i32(1) @1:1
}`,
    [],
    1,
  );
  expect(asked.stack).toEqual([bytes]);
});

describe("a sub-group computes together", () => {
  const combine = (a: unknown, b: unknown): string => `(${a} ${b})`;
  const together = (op: Together["op"], lanes: readonly number[] = [0, 0, 0, 0, 0]) => {
    const isCombined = op === "reduce" || op === "inclusiveScan" || op === "exclusiveScan";
    const stmt = { kind: "subGroup", op, value: { type: "i32" }, ...(isCombined && { combination: "add" }) };
    const members = lanes.map((lane, index) => ({ stmt, value: "abcde"[index], lane, combine }));
    return computeTogether(stmt as never, members as never); // letters show what is combined, and in which order
  };
  test.each<[Together["op"], readonly number[], string]>([
    ["shuffle", [4, 3, 2, 1, 9], "edcbe"],
    ["shuffleUp", [1, 1, 1, 2, 2], "aabbc"],
    ["shuffleDown", [1, 1, 1, 1, 1], "bcdee"],
    ["shuffleXor", [1, 1, 2, 2, 1], "baabe"],
  ])("%s by %j", (op, lanes, expected) => {
    expect(together(op, lanes).join("")).toBe(expected);
  });
  test("reduce and scans, in the order of the gangs", () => {
    expect(new Set(together("reduce"))).toEqual(new Set(["(((a b) (c d)) e)"]));
    const inclusive = ["a", "(a b)", "(a (b c))", "((a b) (c d))", "(a ((b c) (d e)))"];
    expect(together("inclusiveScan")).toEqual(inclusive);
    expect(together("exclusiveScan")).toEqual([0, ...inclusive.slice(0, -1)]);
  });
});

describe("the position of an access", () => {
  const { constant, element, ifElse, load, local, set, store, query } = build;
  const total = (): Expr => ({ kind: "load", type: "i32", place: { kind: "global", type: "i32", global: 0 } }) as never; // as parsed
  const on = (line: number) => ({ file: 0, line, column: 1 });
  const [first, inner, last, pointed] = [
    total(),
    total(),
    total(),
    load(element(local(0, span("i32")), query("globalId", 0), 3)),
  ];
  const own = element(local(0, span("i32")), query("globalId", 0), 0);
  const module = kernelModule({
    locals: [span("i32"), "i32"],
    parameters: 1,
    body: [
      set(1, first),
      ifElse(constant("bool", true), [set(1, inner), store(own, constant("i32", 1), on(5))]),
      store(own, constant("i32", 1), on(7)),
      store(own, constant("i32", 1), on(9)),
      set(1, last),
      set(1, pointed),
    ],
  });
  const sites = module.sites.map((site, index) => ({ ...site, at: on(20 + index) }));
  const [kernel] = module.functions;
  if (!kernel) throw new Error("there is a kernel");
  const positionOf = positionsIn(kernel, { ...module, sites });
  test.each<[string, Expr, number]>([
    ["is that of the next statement with one", first, 7],
    ["in a block, of the next one there", inner, 5],
    ["is the kernel's where none follows", last, kernel.at.line],
    ["is its index's", pointed, 23],
    ["is its pointer's", { kind: "load", type: "i32", place: { kind: "dereference", site: 4 } } as never, 24],
  ])("%s", (_, expr, line) => {
    expect(positionOf(expr).line).toBe(line);
  });
});
