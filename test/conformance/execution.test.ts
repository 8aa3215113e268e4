// Conformance: the execution model of SYCL 2020. Titles begin with the section, and the ids of requirements. Each function of the program
// runs on each device and as plain JavaScript, over sizes that do not divide evenly.

import type { Queue } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

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

const count = (n: number, of: (i: number) => readonly number[]) => Array.from({ length: n }, (_, i) => of(i)).flat();

describe.each(ways)("$title", ({ from, options }) => {
  const q = new from.lanewise.Queue(options);
  // The program's functions take a queue and sizes.
  const run = async (name: string, ...args: readonly unknown[]) =>
    ((await from.load("ranges.ts")) as Record<string, Run>)[name]?.(q, ...args);

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
    [[4, 4], [0, "a"], "The range's offset in dimension 1 is a"],
    [[4, 4], 1, "The offset has 1 dimensions, and the range 2"],
  ])("4.9.1.1 range: %j from %j is no range", async (range, offset, message) => {
    await expect(run("noop", range, offset)).rejects.toThrow(message);
  });
});
