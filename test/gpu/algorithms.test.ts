// Algorithms on the gpu device, in memory that others have used, against the CPU's. LANEWISE_TEST_GPU=1 promises a Vulkan driver.

import { Queue } from "lanewise";
import {
  argMax,
  argMin,
  compact,
  exclusiveScan,
  gather,
  histogram,
  inclusiveScan,
  matmul,
  merge,
  nthElement,
  reduce,
  scatter,
  sort,
  sortByKey,
  topK,
  unique,
} from "lanewise/algorithms";
import { beforeEach, describe, expect, test } from "vitest";

const isPromised = process.env.LANEWISE_TEST_GPU !== undefined;
const isAll = process.env.LANEWISE_TEST_GPU === "all";
/** On an emulated GPU each takes a quarter of a minute to a minute; LANEWISE_TEST_GPU=all runs them. */
const slow = new Set(["nthElement", "merge", "unique"]);

const n = 36_000;
const ints = Int32Array.from({ length: n }, (_, i) => Math.imul(i, 2654435761) >> 12);
const floats = Float32Array.from(ints, (value) => Math.sin(value));
/** Their products and sums are exact. */
const eighths = floats.map((x) => Math.round(8 * x));
const flags = Uint8Array.from(ints, (value) => value & 1);
const few = Uint32Array.from({ length: 5000 }, (_, i) => (i * 7919) % 5000);

/** Each gives what it leaves. */
const algorithms = {
  reduce: async (q: Queue) => [await reduce(q, ints, "add"), await reduce(q, floats, "max")],
  "inclusiveScan of integers": async (q: Queue) => {
    const out = new Int32Array(n);
    await inclusiveScan(q, ints, out, "min");
    return out;
  },
  "inclusiveScan of few": async (q: Queue) => {
    const out = new Float32Array(100);
    await inclusiveScan(q, eighths.subarray(0, 100), out, "add");
    return out;
  },
  "exclusiveScan of floats": async (q: Queue) => {
    const out = new Float32Array(n);
    await exclusiveScan(q, eighths, out, "add");
    return out;
  },
  argMin: async (q: Queue) => [await argMin(q, floats), await argMax(q, ints), await argMin(q, new Int32Array(0))],
  sort: async (q: Queue) => {
    const keys = floats.slice(0, 20_000);
    await sort(q, keys, { descending: true });
    return keys;
  },
  sortByKey: async (q: Queue) => {
    const [keys, values] = [ints.slice(0, 9000), Uint32Array.from({ length: 9000 }, (_, i) => i)];
    await sortByKey(q, keys, values);
    return values;
  },
  "histogram of bytes": async (q: Queue) => {
    const bins = new Uint32Array(2);
    await histogram(q, flags, bins);
    return bins;
  },
  "histogram of floats": async (q: Queue) => {
    const bins = new Uint32Array(50);
    await histogram(q, floats, bins, { min: -1, max: 1.1 });
    return bins;
  },
  nthElement: async (q: Queue) => [await nthElement(q, floats, n >> 1), await nthElement(q, ints, 3)],
  topK: async (q: Queue) => {
    const [out, indices] = [new Int32Array(20), new Uint32Array(20)];
    await topK(q, ints, out, { indices });
    return [...out, ...indices];
  },
  merge: async (q: Queue) => {
    const out = new Uint32Array(200);
    await merge(q, few.slice(0, 100).sort(), few.slice(100, 200).sort(), out);
    return out;
  },
  unique: async (q: Queue) => {
    const out = new Uint32Array(5000);
    return [await unique(q, few.map((value) => value >> 2).sort(), out), ...out];
  },
  compact: async (q: Queue) => {
    const out = new Int32Array(n);
    const count = await compact(q, ints, flags, out);
    return [count, ...out.subarray(0, count)];
  },
  gather: async (q: Queue) => {
    const [out, back] = [new Float32Array(5000), new Float32Array(5000)];
    await gather(q, floats, few, out);
    await scatter(q, out, few, back);
    return [...out, ...back];
  },
  matmul: async (q: Queue) => {
    const all: number[] = [];
    // Rows and columns in whole tiles, in none, and in parts.
    for (const [m, n, k] of [
      [8, 12, 5],
      [1, 3, 4],
      [30, 70, 40],
      [6, 9, 0],
    ] as const) {
      for (const transposed of [{}, { transposeA: true }, { transposeB: true }]) {
        const out = new Float32Array(m * n).fill(7);
        await matmul(q, eighths.slice(0, m * k), eighths.slice(5000, 5000 + k * n), out, { m, n, k, ...transposed });
        all.push(...out);
      }
    }
    return all;
  },
  "matmul in tiles": async (q: Queue) => {
    // Many of them; the last of each row, column and line is a part of one.
    const [m, n, k] = [1281, 1537, 19];
    const all: number[] = [];
    for (const transposed of [{}, { transposeA: true }, { transposeB: true }]) {
      const out = new Float32Array(m * n).fill(7);
      await matmul(q, eighths.slice(0, m * k), eighths.slice(5000, 5000 + k * n), out, { m, n, k, ...transposed });
      all.push(...out.filter((_, i) => i % 17 === 0 || i > (m - 1) * n));
    }
    return all;
  },
  "matmul of doubles": async (q: Queue) => {
    const out = new Float64Array(5 * 6);
    const [a, b] = [Float64Array.from(floats.subarray(0, 35)), Float64Array.from(floats.subarray(100, 142))];
    await matmul(q, a, b, out, { m: 5, n: 6, k: 7 });
    return out;
  },
} as const satisfies Readonly<Record<string, (q: Queue) => Promise<ArrayLike<number>>>>;

describe.skipIf(!isPromised)("algorithms on the gpu device", async () => {
  if (!isPromised) return;
  const { requestGpu } = await import("lanewise/gpu");
  await requestGpu({ software: true });
  const [q, cpu] = [new Queue({ device: "gpu" }), new Queue({ device: "cpu", threads: 2 })];

  beforeEach(async () => {
    const used = Array.from({ length: 8 }, () => q.mallocDevice(Uint32Array, 40_000));
    for (const array of used) await q.fill(array, 0xdeadbeef);
    for (const array of used) q.free(array);
  });

  test.each(Object.entries(algorithms).filter(([name]) => isAll || !slow.has(name)))("%s", async (_, run) => {
    const [found, expected] = [await run(q), await run(cpu)];
    expect(Array.from(found).findIndex((value, i) => !Object.is(value, expected[i]))).toBe(-1);
    expect(found.length).toBe(expected.length);
  });
});
