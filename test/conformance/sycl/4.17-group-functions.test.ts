// Conformance: the group functions and group algorithms of SYCL 2020, 4.17.3 and 4.17.4. Each kernel runs on each device, in groups of
// odd sizes, in one to three dimensions, for each type; what is expected is computed here.

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

const kernel = (type: Type) => `
export async function ${type}(q: Queue, values: ${types[type]}, size: number): Promise<unknown> {
  const n = values.length;
  const x = q.mallocShared(${types[type]}, values);
  const out = q.mallocShared(${types[type]}, n * ${operationsOf(type).length * 3 + 1});
  await q.parallelFor(ndRange(n, size), (item: NdItem<1>) => {
    const { group } = item;
    const value = x[item.globalId()]!;
    let at = item.globalId();
    out[at] = group.broadcast(value, group.localRange() >> 1);
    ${operationsOf(type)
      .flatMap((op) => ["reduce", "inclusiveScan", "exclusiveScan"].map((name) => `${name}(value, "${op}")`))
      .map((call) => `at += n;\n    out[at] = group.${call};`)
      .join("\n    ")}
  });
  return [...out];
}`;

const sources = {
  "numbers.ts": `import { type NdItem, ndRange, type Queue } from "lanewise";
${(Object.keys(types) as Type[]).map(kernel).join("\n")}`,
  "groups.ts": `import { type Group, type i32, type NdItem, ndRange, type Queue } from "lanewise";
type Plane = readonly [number, number];
type Room = readonly [number, number, number];
export async function booleans(q: Queue, values: Int32Array, size: number): Promise<number[]> {
  const x = q.mallocShared(Int32Array, values);
  const out = q.mallocShared(Int32Array, values.length);
  await q.parallelFor(ndRange(values.length, size), (item: NdItem<1>) => {
    const { group } = item;
    const isSet = x[item.globalId()]! > 0;
    const [some, every, not] = [group.any(isSet), group.all(isSet), group.none(isSet)];
    const last = group.broadcast(isSet, group.localRange() - 1);
    out[item.globalId()] = (some ? 1 : 0) + (every ? 2 : 0) + (not ? 4 : 0) + (last ? 8 : 0);
  });
  return [...out];
}
export async function two(q: Queue, [h, w]: Plane, local: Plane): Promise<number[]> {
  const out = q.mallocShared(Int32Array, h * w);
  await q.parallelFor(ndRange([h, w], local), (item: NdItem<2>) => {
    out[item.globalLinearId] = item.group.inclusiveScan(item.globalLinearId, "add");
  });
  return [...out];
}
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
function expected(type: Type, values: Values, size: number): (number | bigint)[] {
  const list = [...values];
  const groups = Array.from({ length: list.length / size }, (_, g) => list.slice(g * size, (g + 1) * size));
  const broadcast = groups.flatMap((group) => group.map(() => group[size >> 1] ?? 0));
  const others = operationsOf(type).flatMap((operation) => {
    const scans = groups.map((group) => {
      let sum = group[0] ?? 0;
      const behind = group.map((value, i) => {
        if (i > 0) sum = combined(type, operation, sum, value);
        return sum;
      });
      return { behind, before: [neutralOf(type, operation), ...behind.slice(0, -1)] };
    });
    return [
      scans.flatMap(({ behind }) => behind.map(() => behind.at(-1) ?? 0)),
      scans.flatMap(({ behind }) => behind),
      scans.flatMap(({ before }) => before),
    ].flat();
  });
  return [...broadcast, ...others];
}

const ways = [
  { title: "cpu, one thread", options: { device: "cpu", threads: 1 } },
  { title: "cpu, three threads", options: { device: "cpu", threads: 3 } },
  { title: "host", options: { device: "host" } },
] as const;

describe.each(ways)("$title", ({ options }) => {
  const q = new compiled.lanewise.Queue(options);
  // The program's functions take a queue and sizes.
  const run = async (file: string, name: string, ...args: readonly unknown[]) =>
    ((await compiled.load(file)) as Record<string, Run>)[name]?.(q, ...args);

  const cases = (Object.keys(types) as Type[]).flatMap((type) =>
    (
      [
        [35, 7],
        [60, 15],
        [64, 64],
        [13, 1],
      ] as const
    ).map(([n, size]) => [type, n, size] as const),
  );
  test.each(cases)("4.17.3, 4.17.4 broadcast, reduce, scans: %s, %i in groups of %i", async (type, n, size) => {
    const values = valuesOf(type, n);
    expect(await run("numbers.ts", type, values, size)).toEqual(expected(type, values, size));
  });

  test("4.17.4 any, all, none", async () => {
    const values = Int32Array.of(0, 1, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1);
    const codes = [1, 1, 1, 4, 4, 4, 11, 11, 11, 9, 9, 9];
    expect(await run("groups.ts", "booleans", values, 3)).toEqual(codes);
  });

  test("4.17.3 in two dimensions: the order is that of local linear ids", async () => {
    const [h, w, y, x] = [6, 10, 3, 5];
    const found = await run("groups.ts", "two", [h, w], [y, x]);
    const sums = Array.from({ length: h * w }, (_, at) => {
      const [row, column] = [Math.floor(at / w), at % w];
      const [top, left] = [row - (row % y), column - (column % x)];
      let sum = 0;
      for (let k = 0; k <= (row - top) * x + column - left; k++) sum += (top + Math.floor(k / x)) * w + left + (k % x);
      return sum;
    });
    expect(found).toEqual(sums);
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
