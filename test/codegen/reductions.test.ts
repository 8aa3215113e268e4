// Kernels with reductions over blocks: what lanes and blocks leave is the same, bit by bit, on every executor and in gangs of every size.

import {
  COMBINING_ITEMS,
  combineCopies,
  combineCopiesInGroups,
  type KernelReduction,
  reduceInBlocks,
} from "@lanewise/codegen";
import { type Module, parseModule, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { runGroups } from "../support/group-executors.js";
import { executors, gangExecutors, runKernel } from "../support/run-kernel.js";

const all = [...Object.entries(executors).map(([name, executor]) => ({ ...executor, name })), ...gangExecutors];

/** A kernel of `dimensions` over `x`, whose values are combined by `body`; the index in the range is %2. */
const kernel = (dimensions: 1 | 2, body: string): Module =>
  parseModule(`module "test"

file "test.ts"

site !0.x bounds @1:1
site !1.sum bounds @1:1

fn #0."test" kernel "test:#0" range ${dimensions} (%0.x: span<f32>, %1.sum: span<f32>) @1:1 {
  local %2.i: i32
  local %3.k: i32
  set %2.i = ${dimensions === 1 ? "globalId(0)" : "add(mul(globalId(0), globalSize(1)), globalId(1))"}
  set %3.k = i32(0)
  ${body}
  return
}
`);

const combine = (place: string, value: string) =>
  `atomic add %1.sum[${place}]!1.sum value ${value} relaxed device @1:1`;
const own = "load(%0.x[%2.i]!0.x)";
const plain = combine("i32(0)", own);
const bodies = {
  plain,
  "with a return": `if lt(rem(%2.i, i32(5)), i32(2)) {
    return
  }
  ${plain}`,
  "with a loop": `loop L0 @1:1 while lt(%3.k, rem(%2.i, i32(4))) {
    ${combine("i32(0)", `mul(${own}, convert<f32>(%3.k))`)}
  } update {
    set %3.k = add(%3.k, i32(1))
  }`,
  "too long to stand there twice": Array.from({ length: 60 }, () => plain).join("\n  "),
};

/** Sums of these hang on the order. */
const uneven = (n: number) => Float32Array.from({ length: n }, (_, i) => Math.sin(i) * 10 ** (i % 7));

interface Blocks {
  readonly module: Module;
  readonly reduction: Omit<KernelReduction, "parameter">;
  /** Of the target, where the reduction does not say it. */
  readonly length?: number;
  readonly sizes: readonly [outer: number, middle: number, inner: number];
  readonly segment: number;
  readonly perBlock: number;
}

/** What is left of the sums, on each executor. */
function leftBy({
  module,
  reduction,
  length = reduction.length ?? 1,
  sizes,
  segment,
  perBlock,
}: Blocks): readonly Float32Array[] {
  const lanes = reduction.form === "copies" ? 1 : 16;
  // As for gangs and threads, and for lanes that run at the same time.
  const modules = [false, true].map((apart) => reduceInBlocks(module, 0, [{ ...reduction, parameter: 1 }], apart));
  for (const made of modules) expect(verify(made)).toEqual([]);
  const [outer, middle, inner] = sizes;
  const range = [Math.ceil((outer * middle) / perBlock), Math.ceil(inner / segment), lanes] as const;
  const blocks = range[0] * range[1];
  const runs = all.flatMap((executor) => modules.map((made) => ({ executor, made })));
  return runs.map(({ executor, made }) => {
    const copies = new Float32Array(blocks * lanes * length);
    const isOfAnyLength = reduction.length === undefined;
    const args = [
      ...[uneven(outer * middle * inner), isOfAnyLength ? new Float32Array(length) : copies],
      ...[new Int32Array(blocks * lanes), ...sizes, segment, perBlock],
      ...(isOfAnyLength ? [copies] : []),
    ];
    const { failure, arrays } = runKernel(executor, { module: made, range, args });
    expect(failure, executor.name).toBeUndefined();
    return arrays[isOfAnyLength ? arrays.length - 1 : 1] as Float32Array; // of the kind that was given
  });
}

const bits = (values: Float32Array) => [...new Uint32Array(values.buffer)];

function expectAlike(left: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(), ...others] = left;
  for (const [index, other] of others.entries()) expect(bits(other), all[index + 1]?.name).toEqual(bits(first));
  return first;
}

const value = { op: "add", form: "value", length: 1 } as const;

describe.each(Object.entries(bodies))("%s", (_, body) => {
  test.each([
    [1000, 256],
    [256, 256],
    [1, 16],
    [4097, 512],
  ])("%d indices in segments of %d", (n, segment) => {
    const module = kernel(1, body);
    const left = expectAlike(leftBy({ module, reduction: value, sizes: [1, 1, n], segment, perBlock: 1 }));
    expect(left.some((one) => one !== 0)).toBe(n > 1);
  });

  test.each([
    [9, 40, 48, 3],
    [3, 300, 160, 1],
  ])("%d rows of %d", (rows, inner, segment, perBlock) => {
    expectAlike(leftBy({ module: kernel(2, body), reduction: value, sizes: [1, rows, inner], segment, perBlock }));
  });
});

test("each lane sums every sixteenth index of its block", () => {
  const x = uneven(1000);
  const blocks = {
    module: kernel(1, plain),
    reduction: value,
    sizes: [1, 1, 1000],
    segment: 256,
    perBlock: 1,
  } as const;
  const left = expectAlike(leftBy(blocks));
  const expected = new Float32Array(64);
  for (let i = 0; i < 1000; i++) {
    const at = (i >> 8) * 16 + (i & 15);
    expected[at] = (expected[at] ?? 0) + (x[i] ?? 0);
  }
  expect(bits(left)).toEqual(bits(expected));
});

test("copies of an array are combined by a tree, and with the target", () => {
  const module = kernel(1, combine("rem(%2.i, i32(3))", own));
  const reduction = { op: "add", form: "copies", length: 3 } as const;
  // In the order of the index: scalar executors alone.
  const one = all.findIndex(({ gang }) => gang === 1);
  const left = leftBy({ module, reduction, sizes: [1, 1, 500], segment: 112, perBlock: 1 })[one] ?? new Float32Array();
  const sum = [new Float32Array(15), new Float32Array(3)] as const;
  const [blocks, target] = sum;
  uneven(500).forEach((x, i) => {
    const at = Math.floor(i / 112) * 3 + (i % 3);
    blocks[at] = (blocks[at] ?? 0) + x;
  });
  expect(bits(left)).toEqual(bits(blocks));
  const ofAnyLength = { ...reduction, length: undefined };
  const same = leftBy({ module, reduction: ofAnyLength, length: 3, sizes: [1, 1, 500], segment: 112, perBlock: 1 });
  expect(bits(same[one] ?? new Float32Array())).toEqual(bits(left));
  const of = (block: number, k: number) => blocks[block * 3 + k] ?? 0;
  const f = Math.fround;
  for (let k = 0; k < 3; k++) target[k] = f(7 + f(f(f(of(0, k) + of(1, k)) + f(of(2, k) + of(3, k))) + of(4, k)));
  const combining = combineCopies(module, 0, { parameter: 1, op: "add" });
  expect(verify(combining.module)).toEqual([]);
  for (const executor of all) {
    const args = [left, Float32Array.of(7, 7, 7), 5, 1];
    const { failure, arrays } = runKernel(executor, { ...combining, range: [3], args });
    expect(failure, executor.name).toBeUndefined();
    expect(bits(arrays[1] as Float32Array), executor.name).toEqual(bits(target));
  }
});

test.each([
  { count: 1, takesPart: 1, slice: 2048 },
  { count: 257, takesPart: 0, slice: 2048 },
  { count: 2049, takesPart: 1, slice: 4096 },
  { count: 2049, takesPart: 0, slice: 512 },
  { count: 700, takesPart: 1, slice: 16 },
])(
  "$count copies are combined by groups, which have $slice each, as by one work-item",
  ({ count, takesPart, slice }) => {
    const module = kernel(1, plain);
    const byOne = combineCopies(module, 0, { parameter: 1, op: "add" });
    const inGroups = combineCopiesInGroups(module, 0, { parameter: 1, op: "add" });
    expect(verify(inGroups.module)).toEqual([]);
    const one = runKernel(executors.interpreter, {
      ...byOne,
      range: [1],
      args: [uneven(count), Float32Array.of(7), count, takesPart],
    });
    expect(one.failure).toBeUndefined();
    let [copies, target]: readonly [Float32Array, Float32Array] = [uneven(count), Float32Array.of(7)];
    let [left, stride] = [count, 1];
    for (let total = 0; total !== 1; ) {
      total = Math.ceil(left / slice);
      const args = [copies, target, left, takesPart, slice, stride, Number(total === 1)];
      const group = runGroups({ ...inGroups, range: [total * COMBINING_ITEMS], local: [COMBINING_ITEMS], args });
      expect(group.failure).toBeUndefined();
      [copies, target] = group.arrays as [Float32Array, Float32Array];
      [left, stride] = [total, stride * slice];
    }
    expect(bits(target)).toEqual(bits(one.arrays[1] as Float32Array));
  },
);
