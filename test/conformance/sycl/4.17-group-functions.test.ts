// Conformance: the group functions and group algorithms of SYCL 2020, 4.17.3 and 4.17.4. For each type, in one to three
// dimensions, a kernel that calls each function with each operation runs on each device, in groups of sizes that gangs divide and of others;
// what is expected is computed here.

import type { Queue } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import {
  combined,
  neutralOf,
  operationsOf,
  type Type,
  types,
  type Values,
  valuesOf,
} from "../../support/group-values.js";
import { loadProgram } from "../../support/load-program.js";

type Dimensions = 1 | 2 | 3;
const all = [1, 2, 3] as const;
const typeNames = Object.keys(types) as Type[];

const scans = ["reduce", "inclusiveScan", "exclusiveScan"] as const;
const callsOf = (type: Type) => [
  "broadcast(value)",
  "broadcast(value, size >> 1)",
  "broadcast(value, size - 1)",
  ...operationsOf(type).flatMap((operation) => scans.map((name) => `${name}(value, "${operation}")`)),
];

/** The group's size, and where the work-item's value lies: group by group, so that in all dimensions the same is expected. */
const places = (D: Dimensions) => `const { group } = item;
    const size = ${Array.from({ length: D }, (_, d) => `group.localRange(${d})`).join(" * ")};
    const at = group.linearId * size + group.localLinearId;`;

const numbers = (type: Type, D: Dimensions) => `
export async function ${type}In${D}(q: Queue, values: ${types[type]}, global: Sizes${D}, local: Sizes${D}): Promise<unknown> {
  const n = values.length;
  const x = q.mallocShared(${types[type]}, values);
  const out = q.mallocShared(${types[type]}, n * ${callsOf(type).length});
  await q.parallelFor(ndRange(global, local), (item: NdItem<${D}>) => {
    ${places(D)}
    const value: ${type} = x[at]!;
    ${callsOf(type)
      .map((call, k) => `out[${k} * n + at] = group.${call};`)
      .join("\n    ")}
  });
  return [...out];
}`;

const booleans = (D: Dimensions) => `
export async function booleansIn${D}(q: Queue, values: Int32Array, global: Sizes${D}, local: Sizes${D}): Promise<unknown> {
  const x = q.mallocShared(Int32Array, values);
  const out = q.mallocShared(Int32Array, values.length);
  await q.parallelFor(ndRange(global, local), (item: NdItem<${D}>) => {
    ${places(D)}
    const isSet = x[at]! > 0;
    const [some, every, not] = [group.any(isSet), group.all(isSet), group.none(isSet)];
    const last = group.broadcast(isSet, size - 1);
    out[at] = (some ? 1 : 0) + (every ? 2 : 0) + (not ? 4 : 0) + (last ? 8 : 0);
  });
  return [...out];
}`;

const sources = {
  "numbers.ts": `import { type f32, type f64, type i32, type i64, type NdItem, ndRange, type Queue, type u32, type u64 } from "lanewise";
type Sizes1 = readonly [number];
type Sizes2 = readonly [number, number];
type Sizes3 = readonly [number, number, number];
${all.flatMap((D) => [booleans(D), ...typeNames.map((type) => numbers(type, D))]).join("\n")}`,
  "groups.ts": `import { type Group, type i32, type NdItem, ndRange, type Queue } from "lanewise";
type Room = readonly [number, number, number];
const total = (group: Group<3>, value: i32): i32 => group.reduce(value, "add") - group.exclusiveScan(value, "add");
export async function three(q: Queue, [d, h, w]: Room, local: Room): Promise<number[]> {
  const out = q.mallocShared(Int32Array, d * h * w);
  await q.parallelFor(ndRange([d, h, w], local), (item: NdItem<3>) => {
    out[item.globalLinearId] = total(item.group, item.globalLinearId);
  });
  return [...out];
}
/** Until all of the group have reached 1, and how many steps that took. */
export async function repeated(q: Queue, values: Int32Array, size: number): Promise<number[]> {
  const x = q.mallocShared(Int32Array, values);
  await q.parallelFor(ndRange(values.length, size), (item: NdItem<1>) => {
    let value = x[item.globalId()]!;
    let steps = 0;
    while (item.group.any(value > 1)) {
      if (value > 1) value = value % 2 === 0 ? value >> 1 : value * 3 + 1;
      steps += item.group.broadcast(1);
    }
    x[item.globalId()] = steps;
  });
  return [...x];
}
export async function returned(q: Queue): Promise<void> {
  const x = q.mallocShared(Int32Array, 8);
  await q.parallelFor(ndRange(8, 4), (item: NdItem<1>) => {
    if (item.globalId() >= 6) return;
    x[item.globalId()] = item.group.reduce(1, "add");
  });
}
export async function parted(q: Queue): Promise<void> {
  const x = q.mallocShared(Int32Array, [0, 0, 0, 0, 0, 1, 0, 0]);
  await q.parallelFor(ndRange(8, 4), (item: NdItem<1>) => {
    if (x[item.globalId()]! > 0) x[item.globalId()] = item.group.inclusiveScan(1, "add");
  });
}
export async function outside(q: Queue, from: number): Promise<void> {
  const x = q.mallocShared(Int32Array, 8);
  await q.parallelFor(ndRange(8, 4), (item: NdItem<1>) => {
    x[item.globalId()] = item.group.broadcast(item.localId(), from | 0);
  });
}
`,
};
const compiled = await loadProgram(sources);
const plain = await loadProgram(sources, { isCompiled: false });
afterAll(() => {
  compiled.dispose();
  plain.dispose();
});

type Run = (q: Queue, ...args: readonly unknown[]) => Promise<unknown>;

function inGroups<T>(list: Iterable<T>, size: number): T[][] {
  const values = [...list];
  return Array.from({ length: values.length / size }, (_, g) => values.slice(g * size, (g + 1) * size));
}

/** Of one group: what each of its work-items gets from each call of `callsOf`. */
function ofGroup(type: Type, group: readonly (number | bigint)[]): (number | bigint)[][] {
  const [first = 0] = group;
  const same = (value: number | bigint) => group.map(() => value);
  const combinations = operationsOf(type).flatMap((operation) => {
    let sum = first;
    const sums = group.map((value, i) => {
      if (i > 0) sum = combined(type, operation, sum, value);
      return sum;
    });
    return [same(sum), sums, [neutralOf(type, operation), ...sums.slice(0, -1)]];
  });
  return [same(first), same(group[group.length >> 1] ?? 0), same(group.at(-1) ?? 0), ...combinations];
}

function expected(type: Type, values: Values, size: number): (number | bigint)[] {
  const groups = inGroups<number | bigint>(values, size).map((group) => ofGroup(type, group));
  return callsOf(type).flatMap((_, call) => groups.flatMap((group) => group[call] ?? []));
}

/** Groups where none is set, all are, one is, all but one are. */
function flags(n: number, size: number): Int32Array {
  const isOne = (i: number, g: number) => i % size === (g * 5) % size;
  const kinds = [() => false, () => true, isOne, (i: number, g: number) => !isOne(i, g)];
  return Int32Array.from({ length: n }, (_, i) => {
    const g = Math.floor(i / size);
    return kinds[g % kinds.length]?.(i, g) ? 1 : 0;
  });
}

const codes = (values: Int32Array, size: number) =>
  inGroups(values, size).flatMap((group) => {
    const asked = [group.includes(1), !group.includes(0), !group.includes(1), group.at(-1) === 1];
    return group.map(() => asked.reduce((sum, one, bit) => sum + (one ? 2 ** bit : 0), 0));
  });

const ways = [
  { title: "cpu, one thread", options: { device: "cpu", threads: 1 } },
  { title: "cpu, three threads", options: { device: "cpu", threads: 3 } },
  { title: "host", options: { device: "host" } },
] as const;

const product = (sizes: readonly number[]) => sizes.reduce((a, b) => a * b, 1);
const shapes = [
  { global: [35], local: [7] },
  { global: [64], local: [64] },
  { global: [132], local: [33] },
  { global: [6, 10], local: [3, 5] },
  { global: [7, 3], local: [1, 1] },
  { global: [4, 6, 10], local: [2, 3, 5] },
] as const;
const cases = typeNames.flatMap((type) => shapes.map((shape) => ({ type, ...shape })));

describe.each(ways)("$title", ({ options }) => {
  const q = new compiled.lanewise.Queue(options);
  // The program's functions take a queue and sizes.
  const run = async (file: string, name: string, ...args: readonly unknown[]) =>
    ((await compiled.load(file)) as Record<string, Run>)[name]?.(q, ...args);

  test.each(cases)("4.17.3, 4.17.4 broadcast, reduce, scans of $type: $global in groups of $local", async (shape) => {
    const { type, global, local } = shape;
    const values = valuesOf(type, product(global));
    const found = await run("numbers.ts", `${type}In${global.length}`, values, global, local);
    expect(found).toEqual(expected(type, values, product(local)));
  });

  test.each(shapes)("4.17.4 any, all, none, and broadcast of booleans: $global in groups of $local", async (shape) => {
    const { global, local } = shape;
    const values = flags(product(global), product(local));
    const found = await run("numbers.ts", `booleansIn${global.length}`, values, global, local);
    expect(found).toEqual(codes(values, product(local)));
  });

  test("4.17.3 in three dimensions, called in a function", async () => {
    const found = (await run("groups.ts", "three", [2, 6, 5], [1, 3, 5])) as number[];
    const sums = Array.from({ length: 60 }, (_, at) => {
      const end = at - (at % 15) + 15;
      return ((end - at) * (at + end - 1)) / 2;
    });
    expect(found).toEqual(sums);
  });

  test("4.17.3 in a loop that the group leaves together", async () => {
    const values = Int32Array.from({ length: 21 }, (_, i) => i + 1);
    const steps = (value: number): number => (value <= 1 ? 0 : 1 + steps(value % 2 === 0 ? value / 2 : value * 3 + 1));
    const most = [0, 1, 2].map((g) => Math.max(...[...values].slice(g * 7, g * 7 + 7).map(steps)));
    expect(await run("groups.ts", "repeated", values, 7)).toEqual([...values].map((_, i) => most[Math.floor(i / 7)]));
  });

  test.each([
    ["returned", "reduce", [6]],
    ["parted", "inclusiveScan", [4]],
  ] as const)("4.17.3 every work-item of the group calls it: %s", async (name, method, workItem) => {
    await expect(run("groups.ts", name)).rejects.toMatchObject({
      code: "barrier_divergence",
      workItem,
      message: expect.stringContaining(`not every work-item of the group reached this call of ${method}`),
    });
  });

  test("4.17.3 broadcast from a work-item that is not there", async () => {
    for (const from of [4, -1]) {
      await expect(run("groups.ts", "outside", from)).rejects.toMatchObject({
        code: "assertion_failed",
        message: expect.stringContaining("broadcast from a work-item that is not in the group"),
      });
    }
    await run("groups.ts", "outside", 3);
  });
});

test("4.17.3 not compiled: kernel_not_compiled", async () => {
  const { returned } = (await plain.load("groups.ts")) as Record<string, Run>;
  await expect(returned?.(new plain.lanewise.Queue())).rejects.toMatchObject({ code: "kernel_not_compiled" });
});
