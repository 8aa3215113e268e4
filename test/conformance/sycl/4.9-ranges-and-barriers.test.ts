// Conformance: ranges, offsets, work-groups and barriers of SYCL 2020, 4.9 (the members of items and groups are in
// 4.9-items-and-groups.test.ts). Titles begin with the section, and the ids of requirements. Each function of the program
// runs on each device and as plain JavaScript, over sizes that do not divide evenly.

import type { Queue } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../../support/load-program.js";

const sources = {
  "ranges.ts": `import { type Item, type Queue } from "lanewise";
export async function one(q: Queue, n: number, offset: number): Promise<number[]> {
  const out = q.mallocShared(Int32Array, 5 * n);
  await q.parallelFor(n, (item: Item<1>) => {
    const at = item.linearId * 5;
    out[at] = item.id(0);
    out[at + 1] = item.id();
    out[at + 2] = item.range(0);
    out[at + 3] = item.offset(0);
    out[at + 4] = item.dimensions;
  }, { offset });
  return [...out];
}
export async function two(q: Queue, [h, w]: readonly [number, number], offset: readonly [number, number]): Promise<number[]> {
  const out = q.mallocShared(Int32Array, 6 * h * w);
  await q.parallelFor([h, w], (item: Item<2>) => {
    const at = item.linearId * 6;
    for (let k = 0; k < 6; k++) {
      switch (k) {
        case 0: out[at + k] = item.id(0); break;
        case 1: out[at + k] = item.id(1); break;
        case 2: out[at + k] = item.range(0); break;
        case 3: out[at + k] = item.range(1); break;
        case 4: out[at + k] = item.offset(0) * 100 + item.offset(1); break;
        default: out[at + k] = item.dimensions;
      }
    }
  }, { offset });
  return [...out];
}
export async function three(q: Queue, [d, h, w]: readonly [number, number, number], offset: readonly [number, number, number]): Promise<number[]> {
  const out = q.mallocShared(Int32Array, d * h * w);
  await q.parallelFor([d, h, w], (item: Item<3>) => {
    out[item.linearId] = (item.id(0) * 100 + item.id(1)) * 100 + item.id(2) + item.range(0) + item.range(1) + item.range(2) + item.offset(1);
  }, { offset });
  return [...out];
}
export async function indices(q: Queue, [h, w]: readonly [number, number], offset: readonly [number, number]): Promise<number[]> {
  const out = q.mallocShared(Int32Array, 64 * 64);
  await q.parallelFor([h, w], (y, x) => { out[y * 64 + x] = y * 1000 + x; }, { offset });
  return [...out];
}
export async function past(q: Queue): Promise<void> {
  const out = q.mallocShared(Int32Array, 8);
  await q.parallelFor([3, 2], (y, x) => { out[y + x] = 1; }, { offset: [5, 1] });
}
export async function said(q: Queue): Promise<readonly (readonly number[])[]> {
  const items: (readonly number[])[] = [];
  q.onLog = ({ workItem }) => { items.push(workItem); };
  await q.parallelFor([2, 2], (y, x) => { console.log(y, x); }, { offset: [7, 3] });
  q.onLog = undefined;
  return items;
}
export const noop = (q: Queue, range: unknown, offset: unknown) =>
  q.parallelFor(range as [number], (i) => { console.log(i); }, { offset: offset as [number] });
`,
  "groups.ts": `import { type f32, type Group, type i32, localMemory, type NdItem, type NdRange, ndRange, type Queue } from "lanewise";
type Sizes = readonly [number, number, number];
export async function one(q: Queue, n: number, size: number): Promise<number[]> {
  const out = q.mallocShared(Int32Array, 8 * n);
  await q.parallelFor(ndRange(n, size), (item: NdItem<1>) => {
    const at = item.globalLinearId * 8;
    out[at] = item.globalId(0);
    out[at + 1] = item.localId();
    out[at + 2] = item.group.id();
    out[at + 3] = item.globalRange();
    out[at + 4] = item.localRange(0);
    out[at + 5] = item.group.range();
    out[at + 6] = item.localLinearId * 100 + item.group.linearId;
    out[at + 7] = item.group.isLeader ? 1 : 0;
  });
  return [...out];
}
const linear = (group: Group<3>): i32 => group.linearId * 1000 + group.localLinearId;
export async function three(q: Queue, [d, h, w]: Sizes, local: Sizes): Promise<number[]> {
  const out = q.mallocShared(Int32Array, 2 * d * h * w);
  await q.parallelFor(ndRange([d, h, w], local), (item: NdItem<3>) => {
    const at = item.globalLinearId * 2;
    out[at] = linear(item.group);
    out[at + 1] = (item.group.range(0) * 10 + item.group.range(1)) * 10 + item.group.range(2) + (item.localId(2) - item.globalId(2)) * 1000;
  });
  return [...out];
}
/** Each group's values the other way round, as often as there are rounds. */
export async function reversed(q: Queue, [h, w]: readonly [number, number], local: readonly [number, number], rounds: number): Promise<number[]> {
  const out = q.mallocShared(Int32Array, h * w);
  await q.parallelFor(ndRange([h, w], local), (item: NdItem<2>) => {
    const [at, own] = [item.globalLinearId, item.localLinearId];
    const tile = localMemory(Int32Array, 64);
    const last = item.localRange(0) * item.localRange(1) - 1;
    let value: i32 = at;
    for (let k = 0; k < rounds; k++) {
      tile[own] = value;
      item.barrier();
      value = tile[last - own]!;
      item.group.barrier();
    }
    out[at] = value;
  });
  return [...out];
}
/** Sums of n numbers by groups, of several types, where the last group is not full. */
export async function sums(q: Queue, n: number): Promise<number[]> {
  const size = 32;
  const groups = Math.ceil(n / size);
  const x = q.mallocShared(Float32Array, Array.from({ length: n }, (_, i) => (i % 13) - 3));
  const out = q.mallocShared(Float64Array, groups * 2);
  await q.parallelFor(ndRange(groups * size, size), (item: NdItem<1>) => {
    const values = localMemory(Float64Array, 32);
    const flags = localMemory(Uint8Array, 32);
    const [i, own] = [item.globalId(), item.localId()];
    const value: f32 = i < n ? x[i]! : 0;
    values[own] = value;
    flags[own] = i < n && value > 0 ? 1 : 0;
    item.barrier();
    for (let half = size / 2; half > 0; half = half / 2 | 0) {
      if (own < half) {
        values[own]! += values[own + half]!;
        flags[own]! += flags[own + half]!;
      }
      item.barrier();
    }
    if (own === 0) {
      out[item.group.id() * 2] = values[0]!;
      out[item.group.id() * 2 + 1] = flags[0]!;
    }
  });
  return [...out];
}
export const divergent = async (q: Queue) => {
  const x = q.mallocShared(Int32Array, [0, 0, 0, 0, 0, 1, 0, 0]);
  await q.parallelFor(ndRange(8, 4), (item: NdItem<1>) => {
    if (x[item.globalId()]! > 0) item.barrier();
    x[item.globalId()] = 5;
  });
};
export const overRange = async (q: Queue) => {
  const x = q.mallocShared(Int32Array, 8);
  await q.parallelFor(8 as unknown as NdRange<1>, (item: NdItem<1>) => { x[item.localId()] = item.localRange(); });
};
export const atEnd = async (q: Queue) => {
  const x = q.mallocShared(Int32Array, 8);
  await q.parallelFor(ndRange([3, 4], [1, 2]), (item: NdItem<2>) => { x[item.globalLinearId] = 1; });
};
export const make = async (_: Queue, global: unknown, local: unknown) => ndRange(global as number, local as number);
export const meet = async (q: Queue) => {
  const x = q.mallocShared(Int32Array, 8);
  await q.parallelFor(ndRange(8, 4), (item: NdItem<1>) => { x[item.globalId()] = 1; item.barrier(); });
};
export const share = async (q: Queue) => {
  await q.parallelFor(ndRange(8, 4), (item: NdItem<1>) => { const x = localMemory(Int32Array, 4); x[item.localId()] = 1; });
};
`,
};
const compiled = await loadProgram(sources);
const plain = await loadProgram(sources, { isCompiled: false });
afterAll(() => {
  compiled.dispose();
  plain.dispose();
});

type Run = (q: Queue, ...args: readonly unknown[]) => Promise<unknown>;
const ways = [
  { title: "cpu, one thread", from: compiled, options: { device: "cpu", threads: 1 } },
  { title: "cpu, three threads", from: compiled, options: { device: "cpu", threads: 3 } },
  { title: "host", from: compiled, options: { device: "host" } },
  { title: "not compiled", from: plain, options: {} },
] as const;

const notCompiled = { code: "kernel_not_compiled" };
const count = (n: number, of: (i: number) => readonly number[]) => Array.from({ length: n }, (_, i) => of(i)).flat();

describe.each(ways)("$title", ({ from, options }) => {
  const q = new from.lanewise.Queue(options);
  // The program's functions take a queue and sizes.
  const runOf = async (file: string, name: string, ...args: readonly unknown[]) =>
    ((await from.load(file)) as Record<string, Run>)[name]?.(q, ...args);
  const run = (name: string, ...args: readonly unknown[]) => runOf("ranges.ts", name, ...args);
  const inGroups = (name: string, ...args: readonly unknown[]) => runOf("groups.ts", name, ...args);

  test.each([
    [0, 0],
    [1, 7],
    [37, 0],
    [101, 13],
  ])("4.9.1.1 range, 4.9.1.4 item: one dimension, %i from %i", async (n, offset) => {
    expect(await run("one", n, offset)).toEqual(count(n, (i) => [i + offset, i + offset, n, offset, 1]));
  });
  test.each([
    [3, 5, 0, 0],
    [7, 33, 2, 9],
    [1, 1, 0, 4],
    [5, 0, 1, 1],
  ])("4.9.1.1 range, 4.9.1.4 item: two dimensions, %i x %i from %i, %i", async (h, w, y, x) => {
    const expected = count(h * w, (i) => [Math.floor(i / w) + y, (i % w) + x, h, w, y * 100 + x, 2]);
    expect(await run("two", [h, w], [y, x])).toEqual(expected);
  });
  test.each([
    [2, 3, 5, 0, 0, 0],
    [3, 1, 7, 1, 2, 3],
  ])("4.9.1.1 range, 4.9.1.4 item: three dimensions, %i x %i x %i from %i, %i, %i", async (d, h, w, z, y, x) => {
    const expected = count(d * h * w, (i) => {
      const [a, b, c] = [Math.floor(i / (h * w)) + z, (Math.floor(i / w) % h) + y, (i % w) + x];
      return [(a * 100 + b) * 100 + c + d + h + w + y];
    });
    expect(await run("three", [d, h, w], [z, y, x])).toEqual(expected);
  });
  test("4.9.1.3 id: indices begin at the offset", async () => {
    const found = await run("indices", [5, 19], [11, 40]);
    const expected = count(64 * 64, (i) => {
      const [y, x] = [Math.floor(i / 64), i % 64];
      return [y >= 11 && y < 16 && x >= 40 && x < 59 ? y * 1000 + x : 0];
    });
    expect(found).toEqual(expected);
  });
  test.skipIf(from === plain)("M3: a failure and a message name the index with its offset", async () => {
    const error = await run("past").then(undefined, (reason: unknown) => reason);
    expect(error).toMatchObject({ code: "out_of_bounds", index: 8, workItem: [6, 2] });
    expect(await run("said")).toEqual([
      [7, 3],
      [7, 4],
      [8, 3],
      [8, 4],
    ]);
  });
  test.each([
    [4, -1, "The range's offset is -1; expected an integer from 0 to 2147483643"],
    [4, 0.5, "The range's offset is 0.5"],
    [4, 2 ** 31 - 4, "The range's offset is 2147483644"],
    [[4, 4], [0, "a"], 'The range\'s offset in dimension 1 is "a"'],
    [[4, 4], 1, "The offset is 1-dimensional and the range 2-dimensional"],
  ])("4.9.1.1 range: %j from %j is no range", async (range, offset, message) => {
    await expect(run("noop", range, offset)).rejects.toThrow(message);
  });

  test.each([
    [12, 4],
    [35, 7],
    [3, 1],
    [66, 66],
    [0, 5],
  ])("4.9.1.2 nd_range, 4.9.1.5 nd_item, 4.9.1.7 group: %i in groups of %i", async (n, size) => {
    const expected = count(n, (i) => {
      const [group, own] = [Math.floor(i / size), i % size];
      return [i, own, group, n, size, n / size, own * 100 + group, own === 0 ? 1 : 0];
    });
    expect(await inGroups("one", n, size)).toEqual(expected);
  });
  test.each([
    [
      [4, 6, 10],
      [2, 3, 5],
    ],
    [
      [3, 5, 7],
      [1, 5, 1],
    ],
  ] as const)("4.9.1.5 nd_item, 4.9.1.7 group: %j in groups of %j", async (sizes, local) => {
    const [, h, w] = sizes;
    const [, lh, lw] = local;
    const expected = count(sizes[0] * h * w, (i) => {
      const at = [Math.floor(i / (h * w)), Math.floor(i / w) % h, i % w] as const;
      const [z, y, x] = [0, 1, 2].map((d) => Math.floor((at[d] ?? 0) / (local[d] ?? 1))) as [number, number, number];
      const [gd, gh, gw] = [0, 1, 2].map((d) => (sizes[d] ?? 1) / (local[d] ?? 1)) as [number, number, number];
      const own = ((at[0] % local[0]) * lh + (at[1] % lh)) * lw + (at[2] % lw);
      return [((z * gh + y) * gw + x) * 1000 + own, (gd * 10 + gh) * 10 + gw + ((at[2] % lw) - at[2]) * 1000];
    });
    expect(await inGroups("three", sizes, local)).toEqual(expected);
  });
  test.each([
    [[6, 10], [3, 5], 1],
    [[6, 10], [3, 5], 4],
    [[7, 9], [7, 9], 3],
    [[4, 4], [1, 1], 1],
  ] as const)(
    "4.9.1.7 group, 4.17.3 barriers, local memory: %j in groups of %j, turned %i times",
    async (sizes, local, rounds) => {
      if (from === plain) return expect(inGroups("reversed", sizes, local, rounds)).rejects.toMatchObject(notCompiled);
      const [h, w] = sizes;
      const expected = count(h * w, (i) => {
        const [y, x] = [Math.floor(i / w), i % w];
        const [gy, gx] = [y - (y % local[0]), x - (x % local[1])];
        const turned = (gy + local[0] - 1 - (y % local[0])) * w + gx + local[1] - 1 - (x % local[1]);
        return [rounds % 2 === 1 ? turned : i];
      });
      expect(await inGroups("reversed", sizes, local, rounds)).toEqual(expected);
    },
  );
  test.skipIf(from === plain).each([1, 32, 100, 1000])(
    "4.17.3 barriers in a loop: the sums of %i numbers by groups",
    async (n) => {
      const value = (i: number) => (i < n ? (i % 13) - 3 : 0);
      const expected = count(Math.ceil(n / 32), (group) => {
        const values = Array.from({ length: 32 }, (_, i) => value(group * 32 + i));
        return [values.reduce((a, b) => a + b), values.filter((one) => one > 0).length];
      });
      expect(await inGroups("sums", n)).toEqual(expected);
    },
  );
  test.skipIf(from === plain)("M3: what goes wrong in groups has a name and a place", async () => {
    const failed = (name: string) => inGroups(name).then(undefined, (reason: unknown) => reason);
    expect(await failed("divergent")).toMatchObject({ code: "barrier_divergence", file: "groups.ts", line: 77 });
    expect(await failed("overRange")).toMatchObject({
      code: "invalid",
      message: expect.stringContaining("ndRange(global, local)"),
    });
    expect(await failed("atEnd")).toMatchObject({ code: "out_of_bounds", index: 8, workItem: [2, 0] });
  });
  test.skipIf(from === compiled)("X5: without the compiler, groups do not wait and have no memory", async () => {
    await expect(inGroups("meet")).rejects.toMatchObject(notCompiled);
    await expect(inGroups("share")).rejects.toMatchObject(notCompiled);
  });
  test.each([
    [10, 4, "does not divide"],
    [[4, 4], [2], "2-dimensional and the local range 1-dimensional"],
    [8, 0, "0 work-items"],
    [8192, 8192, "8192 work-items"],
    [-1, 1, "-1"],
  ])("4.9.1.2 nd_range: %j in groups of %j is none", async (global, local, message) => {
    await expect(inGroups("make", global, local)).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining(message),
    });
  });
});
