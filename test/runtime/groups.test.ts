// Launches over work-groups: results on every device and on several threads, failures, and what is refused.

import { Queue } from "lanewise";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toGroupRange } from "../../runtime/dist/values/range.js";
import { errorOf } from "../support/thrown-error.js";
import { launchGroups, marked } from "./group-kernels.js";

const before = process.env.LANEWISE_THREADS;
beforeAll(() => {
  process.env.LANEWISE_THREADS = "3";
});
afterAll(() => {
  if (before === undefined) delete process.env.LANEWISE_THREADS;
  else process.env.LANEWISE_THREADS = before;
});

const queues = [
  { device: "cpu", threads: 1 },
  { device: "cpu", threads: 3 },
  { device: "host", threads: 1 },
] as const;

describe.each(queues)("$device, $threads threads", (options) => {
  test("sums of groups, of several sizes", async () => {
    const q = new Queue(options);
    for (const size of [1, 2, 64, 1024]) {
      const groups = options.device === "cpu" ? 4096 : 8;
      const x = q.mallocShared(Int32Array, groups * size);
      x.forEach((_, index) => {
        x[index] = (index * 7919) % 1013;
      });
      const out = q.mallocShared(Int32Array, groups);
      // Several times, so that other threads have the program.
      for (let round = 0; round < 4; round++) {
        out.fill(0);
        await launchGroups(q, marked("sum", [x, out]), [groups * size], [size]);
        for (let group = 0; group < groups; group++) {
          const sum = x.subarray(group * size, (group + 1) * size).reduce((a, b) => a + b, 0);
          if (out[group] !== sum) expect([group, out[group]]).toEqual([group, sum]);
        }
      }
      q.free(x);
      q.free(out);
    }
  });

  test("places in groups, for kernels that only ask", async () => {
    const q = new Queue(options);
    const [rows, columns] = [12, 40];
    const out = q.mallocShared(Int32Array, rows * columns);
    await launchGroups(q, marked("indices", [out]), [rows, columns], [3, 8]);
    const expected = Array.from(out, (_, index) => {
      const [y, x] = [Math.floor(index / columns), index % columns];
      const group = Math.floor(y / 3) * (columns / 8) + Math.floor(x / 8);
      return group * 100 + (y % 3) * 8 + (x % 8);
    });
    expect([...out]).toEqual(expected);
  });

  test("failures name the work-item of the range", async () => {
    const q = new Queue(options);
    const x = q.mallocShared(Int32Array, 2048);
    const diverged = await launchGroups(q, marked("diverges", [x, x]), [2048], [64]).catch((error: unknown) => error);
    expect(diverged).toMatchObject({ code: "barrier_divergence", line: 12, workItem: [1003] });
    expect(String(diverged)).toContain("not every work-item of the group reached the barrier");
    const beyond = await launchGroups(q, marked("beyond", [x, x]), [2048], [64]).catch((error: unknown) => error);
    expect(beyond).toMatchObject({ code: "out_of_bounds", index: 2048, length: 2048, workItem: [2047] });
    await launchGroups(q, marked("beyond", [x, x]), [1024], [64]);
    expect(x[1024]).toBe(1023);
  });
});

test("what does not fit is refused by the call", async () => {
  const q = new Queue({ device: "cpu" });
  const x = q.mallocShared(Int32Array, 64);
  const refused = async (kernel: string, ...ranges: number[][]) => {
    const [range = [], local] = ranges;
    return launchGroups(q, marked(kernel, [x, x]), range, local).catch((error: unknown) => error);
  };
  expect(await refused("sum", [64])).toMatchObject({ code: "invalid" });
  expect(String(await refused("sum", [64]))).toContain("launch it over ndRange");
  expect(await refused("tooLarge", [64], [8])).toMatchObject({ code: "kernel_not_supported" });
  expect(String(await refused("tooLarge", [64], [8]))).toContain(
    "has 1600000 bytes of local memory (first: 800000, second: 800000); the limit of a work-group is 1048576",
  );
  expect(errorOf(() => toGroupRange([64, 64], [8]))).toMatchObject({ code: "invalid" });
  expect(errorOf(() => toGroupRange(64, 0))).toMatchObject({ code: "invalid" });
  expect(errorOf(() => toGroupRange(8192, 8192))).toMatchObject({ code: "invalid" });
  expect(String(errorOf(() => toGroupRange([64, 60], [8, 8])))).toContain(
    "The local range [8, 8] does not divide the global range [64, 60].",
  );
  expect(toGroupRange([64, 60], [8, 5])).toEqual({
    dimensions: 2,
    sizes: [64, 60, 1],
    total: 3840,
    local: [8, 5, 1],
  });
});
