// Conformance: items, nd-items and groups of SYCL 2020, 4.9.1: every member in one to three dimensions, asked for in each form that kernels are
// compiled in: without groups, with groups that only ask, with groups that wait. What members are is computed here from the linear id.
// What launches and barriers mean besides is in 4.9-ranges-and-barriers.test.ts.

import type { Queue } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../../support/load-program.js";

type Dimensions = 1 | 2 | 3;
const all = [1, 2, 3] as const;

/** What a member is: `d` asks of each dimension. */
interface Member {
  readonly text: string;
  readonly of: (at: Place, d: number) => number;
}
/** By dimension, outermost first. */
interface Place {
  readonly global: readonly number[];
  readonly sizes: readonly number[];
  readonly local: readonly number[];
  readonly offset: readonly number[];
}
const at = (list: readonly number[], d: number): number => list[d] ?? 0;
const linear = (ids: readonly number[], sizes: readonly number[]) =>
  ids.reduce((sum, id, d) => sum * at(sizes, d) + id, 0);
const localId = ({ global, local }: Place, d: number) => at(global, d) % at(local, d);
const groupId = ({ global, local }: Place, d: number) => Math.floor(at(global, d) / at(local, d));
const groupRange = ({ sizes, local }: Place, d: number) => at(sizes, d) / at(local, d);
const each = (place: Place, of: Member["of"]) => place.global.map((_, d) => of(place, d));
const localLinearId = (place: Place) => linear(each(place, localId), place.local);
const groupLinearId = (place: Place) => linear(each(place, groupId), each(place, groupRange));
const globalLinearId = ({ global, sizes }: Place) => linear(global, sizes);
const dimensions = ({ global }: Place) => global.length;

const itemMembers: readonly Member[] = [
  { text: "item.id(d)", of: ({ global, offset }, d) => at(global, d) + at(offset, d) },
  { text: "item.range(d)", of: ({ sizes }, d) => at(sizes, d) },
  { text: "item.offset(d)", of: ({ offset }, d) => at(offset, d) },
  { text: "item.linearId", of: globalLinearId },
  { text: "item.dimensions", of: dimensions },
];
const ndItemMembers: readonly Member[] = [
  { text: "item.globalId(d)", of: ({ global }, d) => at(global, d) },
  { text: "item.globalRange(d)", of: ({ sizes }, d) => at(sizes, d) },
  { text: "item.localId(d)", of: localId },
  { text: "item.localRange(d)", of: ({ local }, d) => at(local, d) },
  { text: "item.globalLinearId", of: globalLinearId },
  { text: "item.localLinearId", of: localLinearId },
  { text: "item.dimensions", of: dimensions },
  { text: "item.group.id(d)", of: groupId },
  { text: "item.group.range(d)", of: groupRange },
  { text: "item.group.localId(d)", of: localId },
  { text: "item.group.localRange(d)", of: ({ local }, d) => at(local, d) },
  { text: "item.group.linearId", of: groupLinearId },
  { text: "item.group.localLinearId", of: localLinearId },
  { text: "(item.group.isLeader ? 1 : 0)", of: (place) => (localLinearId(place) === 0 ? 1 : 0) },
  { text: "item.group.dimensions", of: dimensions },
];

/** The texts that ask, with the dimension in the place of d. */
function questions(members: readonly Member[], D: Dimensions): string[] {
  return members.flatMap(({ text }) =>
    text.includes("(d)") ? Array.from({ length: D }, (_, d) => text.replace("(d)", `(${d})`)) : [text],
  );
}

function answers(members: readonly Member[], place: Place): number[] {
  return members.flatMap(({ text, of }) => (text.includes("(d)") ? each(place, of) : [of(place, 0)]));
}

/** In place of an index of its own, what a work-item writes is found by atomics: no member is trusted to place the others. */
const stores = (asked: readonly string[]) => `
    const at = atomicRef(next, 0).fetchAdd(${asked.length});
    ${asked.map((text, k) => `out[at + ${k}] = ${text};`).join("\n    ")}`;

const overRange = (D: Dimensions, asked: readonly string[]) => `
export async function item${D}(q: Queue, range: Sizes${D}, offset: Sizes${D}, total: number): Promise<number[]> {
  const out = q.mallocShared(Int32Array, total * ${asked.length});
  const next = q.mallocShared(Int32Array, 1);
  await q.parallelFor(range, (item: Item<${D}>) => {${stores(asked)}
  }, { offset });
  return [...out];
}`;
const overGroups = (D: Dimensions, asked: readonly string[], form: "asks" | "waits" | "passes") => `
export async function ${form}${D}(q: Queue, range: Sizes${D}, local: Sizes${D}, total: number): Promise<number[]> {
  const out = q.mallocShared(Int32Array, total * ${asked.length});
  const next = q.mallocShared(Int32Array, 1);
  ${
    form === "passes"
      ? `const write = (item: NdItem<${D}>): void => {${stores(asked)}
  };
  await q.parallelFor(ndRange(range, local), (item: NdItem<${D}>) => { write(item); });`
      : `await q.parallelFor(ndRange(range, local), (item: NdItem<${D}>) => {
    ${form === "waits" ? "item.barrier();" : ""}${stores(asked)}
  });`
  }
  return [...out];
}`;

const sources = {
  "items.ts": `import { atomicRef, type Item, type NdItem, ndRange, type Queue } from "lanewise";
type Sizes1 = readonly [number];
type Sizes2 = readonly [number, number];
type Sizes3 = readonly [number, number, number];
${all.map((D) => overRange(D, questions(itemMembers, D))).join("\n")}
${all.flatMap((D) => (["asks", "waits", "passes"] as const).map((form) => overGroups(D, questions(ndItemMembers, D), form))).join("\n")}
`,
  "commands.ts": `import { type Handler, type Item, type NdItem, ndRange, type Queue, type QueueEvent, reduction } from "lanewise";
export async function single(q: Queue, n: number): Promise<number[]> {
  const out = q.mallocShared(Int32Array, n);
  await q.singleTask(() => { for (let i = 0; i < n; i++) out[i] = i * i; });
  return [...out];
}
/** Every kind of command, each after the one before. */
export async function chain(q: Queue, n: number): Promise<number[]> {
  const a = q.mallocShared(Float32Array, n);
  const b = q.mallocShared(Float32Array, n);
  const sum = q.mallocShared(Float32Array, 1);
  const seen: number[] = [];
  let last: QueueEvent | undefined;
  const group = (state: (h: Handler) => void) => {
    const before = last;
    last = q.submit((h) => { if (before) h.dependsOn(before); state(h); });
  };
  group((h) => h.fill(a, 1));
  group((h) => h.parallelFor(n, (i) => { a[i]! += i; }));
  group((h) => h.parallelFor([n], (item: Item<1>) => { a[item.linearId]! *= 2; }));
  group((h) => h.copy(a, b));
  group((h) => h.parallelFor(ndRange(n, n), (item: NdItem<1>) => { b[item.localId()]! += item.group.range(); }));
  group((h) => h.parallelFor([1, n], (y, x) => { b[x]! += y; }));
  group((h) => h.parallelFor([1, 1, n], (z, y, x) => { b[x]! += z + y; }));
  group((h) => h.parallelFor(n - 1, (i) => { b[i]! += 0.5; }, { offset: 1 }));
  group((h) => h.parallelFor(n, reduction(sum, "add"), (i, total) => { total.combine(b[i]!); }));
  group((h) => h.singleTask(() => { sum[0]! += 1000; }));
  group((h) => h.memcpy(a, b));
  group((h) => h.hostTask(() => { seen.push(sum[0]!); }));
  await last;
  return [...a, ...seen];
}
export const none = (q: Queue) => q.submit(() => undefined);
export const two = (q: Queue) => q.submit((h) => {
  h.singleTask(() => { console.log(1); });
  h.singleTask(() => { console.log(2); });
});
export function late(q: Queue): void {
  let kept: Handler | undefined;
  const x = q.mallocShared(Int32Array, 1);
  q.submit((h) => { kept = h; h.fill(x, 1); });
  kept?.fill(x, 2);
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
const ways = [
  { title: "cpu, one thread", from: compiled, options: { device: "cpu", threads: 1 } },
  { title: "cpu, three threads", from: compiled, options: { device: "cpu", threads: 3 } },
  { title: "host", from: compiled, options: { device: "host" } },
  { title: "not compiled", from: plain, options: {} },
] as const;

const product = (sizes: readonly number[]) => sizes.reduce((a, b) => a * b, 1);

/** What each work-item of the range writes, in any order. */
function expectedRows(members: readonly Member[], shape: Omit<Place, "global">): string[] {
  const rows = Array.from({ length: product(shape.sizes) }, (_, id) => {
    let rest = id;
    const global = shape.sizes.map(() => 0);
    for (let d = shape.sizes.length - 1; d >= 0; d--) {
      global[d] = rest % at(shape.sizes, d);
      rest = Math.floor(rest / at(shape.sizes, d));
    }
    return answers(members, { ...shape, global }).join();
  });
  return rows.sort();
}

function foundRows(found: unknown, width: number): string[] {
  const numbers = found as readonly number[];
  const rows = Array.from({ length: numbers.length / width }, (_, row) =>
    numbers.slice(row * width, (row + 1) * width),
  );
  return rows.map((row) => row.join()).sort();
}

const ranges = [
  { sizes: [1], offset: [0] },
  { sizes: [101], offset: [13] },
  { sizes: [7, 33], offset: [0, 0] },
  { sizes: [13, 5], offset: [2, 9] },
  { sizes: [2, 3, 17], offset: [0, 0, 0] },
  { sizes: [3, 1, 7], offset: [1, 0, 3] },
] as const;
const ndRanges = [
  { sizes: [35], local: [7] },
  { sizes: [102], local: [51] },
  { sizes: [3], local: [1] },
  { sizes: [64], local: [64] },
  { sizes: [6, 10], local: [3, 5] },
  { sizes: [9, 34], local: [1, 17] },
  { sizes: [10, 3], local: [5, 1] },
  { sizes: [4, 6, 10], local: [2, 3, 5] },
  { sizes: [3, 5, 7], local: [1, 5, 1] },
  { sizes: [2, 4, 33], local: [2, 1, 11] },
] as const;

describe.each(ways)("$title", ({ from, options }) => {
  const q = new from.lanewise.Queue(options);
  // The program's functions take a queue and sizes.
  const run = async (file: string, name: string, ...args: readonly unknown[]) =>
    ((await from.load(file)) as Record<string, Run>)[name]?.(q, ...args);

  test.each(ranges)("4.9.1.4 item: all members over $sizes from $offset", async ({ sizes, offset }) => {
    const found = await run("items.ts", `item${sizes.length}`, sizes, offset, product(sizes));
    const width = questions(itemMembers, sizes.length).length;
    expect(foundRows(found, width)).toEqual(expectedRows(itemMembers, { sizes, offset, local: [] }));
  });

  describe.each(["asks", "waits", "passes"] as const)("a kernel that %s", (form) => {
    test.skipIf(from === plain && form === "waits").each(ndRanges)(
      "4.9.1.5 nd_item, 4.9.1.7 group: all members over $sizes in groups of $local",
      async ({ sizes, local }) => {
        const found = await run("items.ts", `${form}${sizes.length}`, sizes, local, product(sizes));
        const width = questions(ndItemMembers, sizes.length).length;
        expect(foundRows(found, width)).toEqual(expectedRows(ndItemMembers, { sizes, local, offset: [] }));
      },
    );
  });

  test("4.9.4.2.1 single_task: one work-item does all", async () => {
    expect(await run("commands.ts", "single", 37)).toEqual(Array.from({ length: 37 }, (_, i) => i * i));
  });

  test.each([1, 7, 33])(
    "4.9.4 command groups: each states one command, which comes after what it depends on: %i",
    async (n) => {
      const values = Array.from({ length: n }, (_, i) => (1 + i) * 2 + 1 + (i > 0 ? 0.5 : 0));
      expect(await run("commands.ts", "chain", n)).toEqual([...values, values.reduce((a, b) => a + b) + 1000]);
    },
  );

  test.each([
    ["none", "has no command"],
    ["two", "a command group has one command; singleTask is a second one"],
    ["late", "was used (fill) after its function had returned"],
  ])("4.9.4 command groups: %s is refused", async (name, message) => {
    await expect(run("commands.ts", name)).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining(message),
    });
  });
});
