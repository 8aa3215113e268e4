// Jobs on a pool of processes of this machine: results are those of plain JavaScript for every mapper and any number of processes, what cannot run
// in chunks is refused with its line, and nothing is lost or doubled when processes are killed or stopped.

import { execFileSync } from "node:child_process";
import type { ClusterQueue, Progress } from "@lanewise/cluster";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clusterProgram } from "./program.js";

const { jobs, cluster, dispose } = await clusterProgram();
let q: ClusterQueue;
beforeAll(async () => {
  q = await cluster.ClusterQueue.connect({ local: 2, threads: 1, ackWait: 2000 });
});
afterAll(async () => {
  await q.close();
  dispose();
});

const job = (name: string) => jobs[name] ?? (() => Promise.reject(new Error(`There is no job ${name}.`)));
const run = (name: string, ...args: readonly unknown[]) => job(name)(q, ...args);
const fail = (name: string, ...args: readonly unknown[]) =>
  job(name)(q, ...args).then(
    () => undefined,
    (error: unknown) => error,
  );
/** The processes of the pools of this process. */
const children = () =>
  execFileSync("pgrep", ["-P", String(process.pid), "-f", "local/child.js"], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map(Number);

describe("results are those of plain JavaScript", () => {
  test.each([1, 6, 1000, 10_007])("oneToOne and all, %d work-items", async (n) => {
    const [found, plain] = (await run("maps", n)) as Float32Array[];
    expect(found).toEqual(plain);
  });
  test.each([1, 5, 100])(
    "slice and fixed, through functions and copies of references, %d rows in a chunk",
    async (rows) => {
      const [found, plain] = (await run("slices", 103, rows)) as Float64Array[];
      expect(found).toEqual(plain);
    },
  );
  test("three dimensions, cut along the first", async () => {
    const [found, plain] = (await run("grid")) as Uint8ClampedArray[];
    expect(found).toEqual(plain);
  });
  test.each([
    [1, "aos"],
    [50, "aos"],
    [1000, "aos"],
    [1, "soa"],
    [50, "soa"],
    [1000, "soa"],
  ])("arrays of structs, %d elements in the layout %s, and fields of captured objects", async (n, layout) => {
    const [found, plain] = (await run("structs", n, layout)) as unknown[];
    expect(found).toEqual(plain);
  });
  test.each([1, 4, 30])("accessors of buffers, %d rows in a chunk", async (rows) => {
    const [found, plain] = (await run("accessors", rows)) as unknown[];
    expect(found).toEqual(plain);
  });
  test.each([1, 7, 1000])("reductions by functions, %d rows in a chunk", async (rows) => {
    const [found, plain] = (await run("functions", 1000, rows)) as unknown[];
    expect(found).toEqual(plain);
  });
  test.skipIf(!("Float16Array" in globalThis))("half floats, where Node has them", async () => {
    const [found, plain] = (await run(
      "halves",
      Float16Array.from({ length: 600 }, (_, k) => k / 7),
    )) as number[][];
    expect(found).toEqual(plain);
  });
  test("captured numbers arrive as they are", async () => {
    expect(await run("scalars")).toEqual([Number.NaN, -0, Infinity, 1, 901n, 901n, 901n, 901n]);
  });
});

test("reductions combine in the order of the chunks, and do not depend on the processes", async () => {
  const first = (await run("sums", 5000, 17)) as { sum: number; bins: number[]; most: number; exact: number };
  expect(first).toMatchObject({ bins: [1250, 1250, 1250, 1250], most: 4999 });
  expect(first.sum).toBeCloseTo(first.exact, 3);
  await using other = await cluster.ClusterQueue.connect({ local: 1, threads: 2 });
  expect(await job("sums")(other, 5000, 17)).toEqual(first);
});

test("progress counts each chunk once", async () => {
  const seen: Progress[] = [];
  await run("maps", 100, { rowsPerChunk: 9, job: "counted", onProgress: (progress: Progress) => seen.push(progress) });
  expect(seen.map(({ done }) => done)).toEqual([...Array(12).keys()].map((k) => k + 1));
  expect(seen[0]).toMatchObject({ job: "counted", chunks: 12 });
  expect(seen.map(({ chunk }) => chunk).sort((a, b) => a - b)).toEqual([...Array(12).keys()]);
});

describe("a kernel that fails rejects with the line, the element and the work-item of the whole range", () => {
  test("outside of what the chunk was sent", async () => {
    const error = await fail("neighbours");
    expect(error).toMatchObject({ name: "KernelError", code: "out_of_bounds", array: "x", length: 10_000 });
    expect(String(error)).toMatch(
      /x\[\d+\] is outside of what the chunk was sent: elements \d+ to \d+ of x \(main.ts:/,
    );
    const { index, workItem } = error as { index: number; workItem: number[] };
    expect(index % 40).toBe(0);
    expect(workItem).toEqual([index - 1]);
  });
  test("outside of the array", async () => {
    expect(await fail("pastTheEnd")).toMatchObject({
      code: "out_of_bounds",
      index: 10_000,
      length: 10_000,
      workItem: [9999],
    });
  });
  test.each(["aos", "soa"])("of an array of structs in the layout %s", async (layout) => {
    expect(await fail("otherStructs", layout)).toMatchObject({
      code: "out_of_bounds",
      array: "bodies",
      length: 50,
    });
  });
  test("in a function", async () => {
    expect(String(await fail("through"))).toMatch(
      /an access to a is outside of the array, or of the part of it that the chunk was sent/,
    );
  });
});

test.each([
  [
    "atomics",
    "kernel_not_supported",
    /an atomic operation would have to work across chunks; use a reduction \(main\.ts:\d+:\d+\)/,
  ],
  [
    "globals",
    "kernel_not_supported",
    /it uses the device global counter, of which each worker would have its own \(main\.ts:\d+:\d+\)/,
  ],
  ["prints", "kernel_not_supported", /what it prints would appear on the workers \(main\.ts:\d+:\d+\)/],
  ["intoGlobal", "kernel_not_supported", /The target of a reduction is a device global/],
  ["overlapping", "invalid", /out and view share memory/],
  ["sharedColumn", "invalid", /bodies and masses share memory/],
  ["unmapped", "invalid", /captured "out" is written; its chunks need parts of it that do not overlap/],
  ["misnamed", "invalid", /captures no array "outt"; its arrays: out/],
])("%s: refused before anything is sent", async (name, code, message) => {
  const error = await fail(name);
  expect(error).toMatchObject({ name: "ClusterError", code });
  expect(String(error)).toMatch(message);
});

describe("nothing is lost or doubled", () => {
  const faults = { "kill -9": "SIGKILL", "kill -STOP": "SIGSTOP" } as const;
  test.each(Object.entries(faults))("when a process gets %s in the middle", async (_, signal) => {
    const plain = await run("slow", 40, 1000);
    const seen: number[] = [];
    const [victim = 0] = children();
    const found = await run("slow", 40, 1000, {
      onProgress: ({ done }: Progress) => {
        seen.push(done);
        if (done === 5) process.kill(victim, signal);
      },
    });
    if (signal === "SIGSTOP") process.kill(victim, "SIGCONT");
    expect(found).toEqual(plain);
    expect(seen).toEqual([...Array(40).keys()].map((k) => k + 1));
  });

  test("a chunk during which processes end again and again fails the job, with all reasons", async () => {
    await using one = await cluster.ClusterQueue.connect({ local: 1, threads: 1 });
    const before = new Set(children());
    const killing = setInterval(() => {
      for (const child of children()) if (!before.has(child)) process.kill(child, "SIGKILL");
    }, 100);
    const [victim = 0] = [...before].slice(-1);
    process.kill(victim, "SIGKILL");
    const error = await job("slow")(one, 1, 3e9).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    clearInterval(killing);
    expect(["poisoned", "worker_failed"]).toContain((error as { code: string }).code);
  });
});

test("a job can be cancelled, and the queue goes on", async () => {
  const abort = new AbortController();
  const running = run("slow", 100, 100_000, { signal: abort.signal, onProgress: () => abort.abort() });
  await expect(running).rejects.toMatchObject({ code: "cancelled" });
  const [found, plain] = (await run("maps", 10)) as Float32Array[];
  expect(found).toEqual(plain);
});

test("a pool that computes on a GPU, where there is none, rejects and says why", async () => {
  const before = { ...process.env };
  // A driver that there is would be found.
  Object.assign(process.env, { VK_ICD_FILENAMES: "/dev/null", VK_DRIVER_FILES: "/dev/null" });
  try {
    await using gpus = await cluster.ClusterQueue.connect({ local: 2, device: "gpu" });
    for (let tries = 0; tries < 2; tries++) {
      const error = await job("maps")(gpus, 10).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: "ClusterError", code: "no_gpu" });
      expect(String(error).match(/help:/g)).toHaveLength(1);
      expect(String(error)).toMatch(
        /A process of the local pool: There is no GPU: .*\n {2}help: Install the package webgpu/,
      );
    }
  } finally {
    for (const name of ["VK_ICD_FILENAMES", "VK_DRIVER_FILES"]) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[name];
    }
  }
});

test("limits are errors that name them", async () => {
  await using small = await cluster.ClusterQueue.connect({ local: 1, limits: { bytesPerChunk: 1000 } });
  await expect(job("maps")(small, 1000, { rowsPerChunk: 1000 })).rejects.toMatchObject({ code: "limit" });
  // What a kernel asks for its length alone is not sent.
  const [found, plain] = (await job("lengths")(small)) as unknown[];
  expect(found).toEqual(plain);
});
