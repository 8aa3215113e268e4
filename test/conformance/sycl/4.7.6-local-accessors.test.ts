// Conformance: local accessors of SYCL 2020, 4.7.6.11: local memory whose length a command group says. Each function of the program runs on
// each device, over sizes that do not divide evenly; what is expected is computed here.

import type { Queue } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../../support/load-program.js";

const types = [
  "Int8Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "Int16Array",
  "Uint16Array",
  "Int32Array",
  "Uint32Array",
  "Float32Array",
  "Float64Array",
  "BigInt64Array",
  "BigUint64Array",
] as const;

/** Each group's values turned round, in memory as long as the group. */
const turned = (type: (typeof types)[number]) => `
export async function ${type}_(q: Queue, values: ${type}, size: number): Promise<unknown> {
  const n = values.length;
  const x = q.mallocShared(${type}, values);
  const out = q.mallocShared(${type}, n);
  await q.submit((h) => {
    const tile = h.localAccessor(${type}, size);
    h.parallelFor(ndRange(n, size), (item: NdItem<1>) => {
      tile[item.localId()] = x[item.globalId()]!;
      item.barrier();
      out[item.globalId()] = tile[tile.length - 1 - item.localId()]!;
    });
  });
  return [...out];
}`;

const sources = {
  "types.ts": `import { type NdItem, ndRange, type Queue } from "lanewise";${types.map(turned).join("\n")}`,
  "shapes.ts": `import { atomicRef, type f32, type FixedArray, type i32, type LocalAccessor, localMemory, type NdItem, type NdItemKernel, type NdRange, ndRange, type Queue, structOf } from "lanewise";
type Plane = readonly [number, number];
type Room = readonly [number, number, number];
export async function two(q: Queue, [h, w]: Plane, [y, x]: Plane): Promise<number[]> {
  const out = q.mallocShared(Int32Array, h * w);
  await q.submit((handler) => {
    const tile = handler.localAccessor(Int32Array, y * x);
    handler.parallelFor(ndRange([h, w], [y, x]), (item: NdItem<2>) => {
      tile[item.localId(1) * y + item.localId(0)] = item.globalLinearId;
      item.barrier();
      out[item.globalLinearId] = tile[item.localLinearId]!;
    });
  });
  return [...out];
}
export async function three(q: Queue, [d, h, w]: Room, [z, y, x]: Room): Promise<number[]> {
  const out = q.mallocShared(Int32Array, d * h * w);
  await q.submit((handler) => {
    const tile = handler.localAccessor(Int32Array, z * y * x);
    handler.parallelFor(ndRange([d, h, w], [z, y, x]), (item: NdItem<3>) => {
      tile[tile.length - 1 - item.localLinearId] = item.globalLinearId;
      item.barrier();
      out[item.globalLinearId] = tile[item.localLinearId]!;
    });
  });
  return [...out];
}
interface Body { readonly at: FixedArray<f32, 3>; readonly mass: number; readonly isHeavy: boolean }
/** Structs, bytes and floats in one arena, with memory of constant size; all is written before anything is read. */
export async function arena(q: Queue, n: number, size: number, bytes: number): Promise<number[]> {
  const bodies = q.mallocShared(structOf<Body>(), n);
  for (let i = 0; i < n; i++) bodies[i] = { at: [i, i + 1, i + 2], mass: i / 2, isHeavy: i % 3 === 0 };
  const out = q.mallocShared(Float64Array, n * 4);
  await q.submit((h) => {
    const marks = h.localAccessor(Uint8Array, bytes);
    const tile = h.localAccessor(structOf<Body>(), size);
    const sums = h.localAccessor(Float64Array, size);
    const small = h.localAccessor(Int16Array, size);
    h.parallelFor(ndRange(n, size), (item: NdItem<1>) => {
      const [own, i] = [item.localId(), item.globalId()];
      const fixed = localMemory(Float32Array, 64);
      for (let k = own; k < bytes; k += size) marks[k] = k;
      tile[own] = bodies[i]!;
      sums[own] = i * 0.1;
      small[own] = -i;
      fixed[own] = i;
      item.barrier();
      const other = size - 1 - own;
      const body = tile[other]!;
      out[i * 4] = body.at[0]! + body.at[1]! + body.at[2]! + body.mass + (body.isHeavy ? 1000 : 0);
      out[i * 4 + 1] = sums[other]!;
      out[i * 4 + 2] = small[other]! * 100 + fixed[other]!;
      let count: i32 = 0;
      for (let k = 0; k < marks.length; k++) count += marks[k] === (k & 255) ? 1 : 0;
      out[i * 4 + 3] = count;
    });
  });
  return [...out];
}
const add = (counts: Int32Array, at: i32): i32 => atomicRef(counts, at).fetchAdd(1);
export async function counted(q: Queue, n: number, size: number, bins: number): Promise<number[]> {
  const out = q.mallocShared(Int32Array, (n / size) * bins);
  await q.submit((h) => {
    const counts = h.localAccessor(Int32Array, bins);
    h.parallelFor(ndRange(n, size), (item: NdItem<1>) => {
      for (let bin = item.localId(); bin < bins; bin += size) counts[bin] = 0;
      item.barrier();
      add(counts, (item.globalId() * 7) % bins);
      item.barrier();
      for (let bin = item.localId(); bin < bins; bin += size) out[item.group.id() * bins + bin] = counts[bin]!;
    });
  });
  return [...out];
}
/** Many groups, so that other threads take part. */
export async function many(q: Queue, n: number, size: number): Promise<number> {
  const out = q.mallocShared(Int32Array, n);
  for (let round = 0; round < 4; round++) {
    await q.submit((h) => {
      const sums = h.localAccessor(Int32Array, size + round);
      h.parallelFor(ndRange(n, size), (item: NdItem<1>) => {
        sums[item.localId()] = item.globalId();
        item.barrier();
        let sum: i32 = 0;
        for (let k = 0; k < size; k++) sum += sums[k]!;
        out[item.globalId()] = sum + round;
      });
    });
  }
  let wrong = 0;
  for (let i = 0; i < n; i++) {
    const first = Math.floor(i / size) * size;
    if (out[i] !== first * size + (size * (size - 1)) / 2 + 3) wrong++;
  }
  q.free(out);
  return wrong;
}
export async function beyond(q: Queue, length: number): Promise<void> {
  await q.submit((h) => {
    const tile = h.localAccessor(Float32Array, length);
    h.parallelFor(ndRange(8, 4), (item: NdItem<1>) => { tile[item.localId()] = 1; });
  });
}
export async function budget(q: Queue, floats: number): Promise<void> {
  await q.submit((h) => {
    const tile = h.localAccessor(Float32Array, floats);
    const marks = h.localAccessor(Uint8Array, 4);
    h.parallelFor(ndRange(8, 4), (item: NdItem<1>) => {
      const fixed = localMemory(Int32Array, 1024);
      fixed[item.localId()] = 1;
      marks[item.localId()] = 1;
      item.barrier();
      tile[tile.length - 1 - item.localId()] = fixed[3 - item.localId()]! + marks[3 - item.localId()]!;
    });
  });
}
interface Launcher { parallelFor(range: NdRange<1>, kernel: NdItemKernel<1>): unknown }
function kernelOf(tile: LocalAccessor<Int32Array>, out: Int32Array): (h: Launcher) => void {
  return (h) => {
    h.parallelFor(ndRange(8, 4), (item: NdItem<1>) => {
      tile[item.localId()] = item.globalId();
      item.barrier();
      out[item.globalId()] = tile[3 - item.localId()]!;
    });
  };
}
export async function twoGroups(q: Queue): Promise<number[]> {
  const out = q.mallocShared(Int32Array, 8);
  let kept: LocalAccessor<Int32Array> | undefined;
  await q.submit((h) => {
    kept = h.localAccessor(Int32Array, 4);
    kernelOf(kept, out)(h);
  });
  const first = [...out];
  if (kept) { const tile = kept; q.submit((h) => kernelOf(tile, out)(h)); }
  return first;
}
export async function outside(q: Queue): Promise<void> {
  const out = q.mallocShared(Int32Array, 8);
  await q.submit((h) => {
    const tile = h.localAccessor(Int32Array, 4);
    kernelOf(tile, out)(q);
  });
}
export function after(q: Queue): void {
  let kept: Parameters<Parameters<Queue["submit"]>[0]>[0] | undefined;
  const x = q.mallocShared(Int32Array, 1);
  q.submit((h) => { kept = h; h.fill(x, 1); });
  kept?.localAccessor(Float32Array, 4);
}
export async function mistyped(q: Queue): Promise<void> {
  await q.submit((h) => {
    const tile: Int32Array = h.localAccessor(Int32Array, 4);
    h.parallelFor(ndRange(8, 4), (item: NdItem<1>) => { tile[item.localId()] = 1; });
  });
}
export async function disguised(q: Queue): Promise<void> {
  const array = q.mallocShared(Int32Array, 4) as unknown as LocalAccessor<Int32Array>;
  await q.submit((h) => kernelOf(array, array)(h));
}
export function onHost(q: Queue, use: (tile: LocalAccessor<Float32Array>) => unknown): unknown {
  let result: unknown;
  const x = q.mallocShared(Int32Array, 1);
  q.submit((h) => {
    h.fill(x, 1);
    result = use(h.localAccessor(Float32Array, 12));
  });
  return result;
}
/** Without a command group. */
export async function computed(q: Queue, n: number, settings: { readonly size: number }): Promise<number[]> {
  const out = q.mallocShared(Int32Array, n);
  await q.parallelFor(ndRange(n, 4), (item: NdItem<1>) => {
    const tile = localMemory(Int32Array, settings.size / 2);
    tile[item.localId()] = item.globalId();
    item.barrier();
    out[item.globalId()] = tile[3 - item.localId()]! * 100 + tile.length;
  });
  return [...out];
}
export const lengths = (q: Queue, length: unknown) => q.submit((h) => { h.localAccessor(Float32Array, length as number); });
`,
};
const compiled = await loadProgram(sources);
const plain = await loadProgram({ "shapes.ts": sources["shapes.ts"] }, { isCompiled: false });
afterAll(() => {
  compiled.dispose();
  plain.dispose();
});

type Run = (q: Queue, ...args: readonly unknown[]) => unknown;
const indices = (n: number, of: (i: number) => number): number[] => Array.from({ length: n }, (_, i) => of(i));

const ways = [
  { title: "cpu, one thread", options: { device: "cpu", threads: 1 } },
  { title: "cpu, three threads", options: { device: "cpu", threads: 3 } },
  { title: "host", options: { device: "host" } },
] as const;

describe.each(ways)("$title", ({ title, options }) => {
  const q = new compiled.lanewise.Queue(options);
  // The program's functions take a queue and sizes.
  const run = async (file: string, name: string, ...args: readonly unknown[]) =>
    ((await compiled.load(file)) as Record<string, Run>)[name]?.(q, ...args);

  test.each(types)("4.7.6.11 elements of every type, lengths of every size: %s", async (type) => {
    for (const [n, size] of [
      [35, 7],
      [60, 15],
      [64, 64],
      [13, 1],
    ] as const) {
      const isBig = type.startsWith("Big");
      const numbers = indices(n, (i) => (i * 7919) % 251);
      const Type = globalThis[type] as unknown as { from(values: readonly unknown[]): ArrayLike<unknown> };
      const values = Array.from(Type.from(isBig ? numbers.map(BigInt) : numbers));
      const turned = values.map((_, i) => values[i - (i % size) + size - 1 - (i % size)]);
      expect(await run("types.ts", `${type}_`, Type.from(values), size)).toEqual(turned);
    }
  });

  test("4.7.6.11 two and three dimensions", async () => {
    for (const [h, w, y, x] of [
      [6, 10, 3, 5],
      [4, 9, 4, 3],
      [5, 7, 1, 7],
    ] as const) {
      const expected = indices(h * w, (at) => {
        const [top, left] = [Math.floor(at / w / y) * y, Math.floor((at % w) / x) * x];
        const own = (Math.floor(at / w) - top) * x + (at % w) - left;
        return (top + (own % y)) * w + left + Math.floor(own / y);
      });
      expect(await run("shapes.ts", "two", [h, w], [y, x])).toEqual(expected);
    }
    for (const [d, h, w, z, y, x] of [
      [2, 6, 5, 1, 3, 5],
      [3, 4, 6, 3, 2, 2],
    ] as const) {
      const found = (await run("shapes.ts", "three", [d, h, w], [z, y, x])) as number[];
      expect(found.toSorted((a, b) => a - b)).toEqual(indices(d * h * w, (i) => i));
      expect(found.every((other, at) => found[other] === at)).toBe(true);
    }
  });

  test.each([
    [30, 5, 1],
    [48, 16, 7],
    [63, 21, 65],
    [64, 64, 300],
  ])(
    "4.7.6.11, X10: several local memories of one kernel lie in one arena: %i in groups of %i, %i bytes",
    async (n, size, bytes) => {
      const expected = indices(n, (i) => i).flatMap((i) => {
        const other = i - (i % size) + size - 1 - (i % size);
        return [3 * other + 3 + other / 2 + (other % 3 === 0 ? 1000 : 0), other * 0.1, 0 - 99 * other, bytes];
      });
      expect(await run("shapes.ts", "arena", n, size, bytes)).toEqual(expected);
    },
  );

  test("4.15.3 atomics on them", async () => {
    for (const [n, size, bins] of [
      [60, 20, 11],
      [64, 32, 3],
    ] as const) {
      const expected = indices(n / size, (g) => g).flatMap((g) =>
        indices(bins, (bin) => indices(size, (k) => ((g * size + k) * 7) % bins).filter((one) => one === bin).length),
      );
      expect(await run("shapes.ts", "counted", n, size, bins)).toEqual(expected);
    }
  });

  test("4.7.6.11 each group, on each thread, has memory of its own, also of another length the next time", async () => {
    expect(await run("shapes.ts", "many", title === "host" ? 2048 : 262144, 64)).toBe(0);
  });

  test("4.7.6.11 an index past the length fails", async () => {
    await expect(run("shapes.ts", "beyond", 3)).rejects.toMatchObject({
      code: "out_of_bounds",
      array: "tile",
      index: 3,
      length: 3,
      workItem: [3],
    });
    await expect(run("shapes.ts", "beyond", 0)).rejects.toMatchObject({ code: "out_of_bounds", index: 0, length: 0 });
    await run("shapes.ts", "beyond", 4);
  });

  test("4.7.6.11 more than a group can have: before the launch, with all memories and their sizes", async () => {
    const limit = 2 ** 18 - 1024 - 1;
    await run("shapes.ts", "budget", limit);
    await expect(run("shapes.ts", "budget", limit + 1)).rejects.toMatchObject({
      code: "kernel_not_supported",
      message: expect.stringMatching(
        /has 1048580 bytes of local memory \(fixed: 4096, (tile: 1044480, marks: 4|marks: 4, tile: 1044480)\); the limit of a work-group is 1048576/,
      ),
    });
  });

  test("4.7.6.11 belongs to its command group", async () => {
    await expect(run("shapes.ts", "twoGroups")).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining('captured "tile" is a local accessor (4 of i32) of another command group'),
    });
    await expect(run("shapes.ts", "outside")).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("of another command group"),
    });
    await expect(run("shapes.ts", "after")).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("localAccessor"),
    });
  });

  test("4.7.6.11 of a length that the kernel's own text computes from captures", async () => {
    for (const size of [8, 40]) {
      const expected = indices(12, (i) => (i - (i % 4) + 3 - (i % 4)) * 100 + size / 2);
      expect(await run("shapes.ts", "computed", 12, { size })).toEqual(expected);
    }
    await expect(run("shapes.ts", "computed", 12, { size: 6 })).rejects.toMatchObject({
      code: "out_of_bounds",
      array: "tile",
      length: 3,
    });
    for (const [size, length] of [
      [7, "3.5"],
      [-2, "-1"],
      [Number.NaN, "NaN"],
    ] as const) {
      await expect(run("shapes.ts", "computed", 12, { size })).rejects.toMatchObject({
        code: "invalid",
        message: expect.stringContaining(`captured "tile": the length of the local memory is ${length}`),
      });
    }
    await expect(run("shapes.ts", "computed", 12, { size: 2 ** 20 })).rejects.toMatchObject({
      code: "kernel_not_supported",
      message: expect.stringContaining("(tile: 2097152)"),
    });
  });

  test("4.7.6.11 only for what was compiled for one", async () => {
    await expect(run("shapes.ts", "mistyped")).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringMatching(/captured "tile" is a local accessor \(4 of i32\).*LocalAccessor</s),
    });
    await expect(run("shapes.ts", "disguised")).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringMatching(/captured "tile" is a Int32Array of length 4; expected a local accessor/),
    });
  });
});

describe("on the host", () => {
  const q = new compiled.lanewise.Queue();
  test.each([
    ["an element is read", (tile: Float32Array) => tile[0]],
    [
      "an element is written",
      (tile: Float32Array) => {
        tile[0] = 1;
      },
    ],
    ["a method is called", (tile: Float32Array) => tile.fill(0)],
    ["it is iterated", (tile: Float32Array) => [...tile]],
  ] as const)("4.7.6.11 host_access where %s", async (_, use) => {
    const { onHost } = (await compiled.load("shapes.ts")) as Record<string, Run>;
    expect(() => onHost?.(q, use)).toThrow(
      expect.objectContaining({
        code: "host_access",
        message: expect.stringContaining("A local accessor (12 of f32) has no memory on the host"),
      }),
    );
  });

  test("4.7.6.11 its length is known", async () => {
    const { onHost, lengths } = (await compiled.load("shapes.ts")) as Record<string, Run>;
    expect(onHost?.(q, (tile: Float32Array) => tile.length)).toBe(12);
    for (const length of [-1, 1.5, Number.NaN, "4", 2 ** 31]) {
      expect(() => lengths?.(q, length)).toThrow(expect.objectContaining({ code: "invalid" }));
    }
  });

  test("4.7.6.11 not compiled: kernel_not_compiled", async () => {
    const { beyond } = (await plain.load("shapes.ts")) as Record<string, Run>;
    await expect(beyond?.(new plain.lanewise.Queue(), 4)).rejects.toMatchObject({ code: "kernel_not_compiled" });
  });
});
