// Chunks on GPUs: processes of a local pool that compute on the machine's GPU, which may be emulated. Results are those of plain JavaScript, as far as
// kernels have them on a GPU. LANEWISE_TEST_GPU=1 promises a Vulkan driver.

import type { ClusterQueue } from "@lanewise/cluster";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clusterProgram } from "../cluster/program.js";

const isPromised = process.env.LANEWISE_TEST_GPU !== undefined;
const { jobs, cluster, dispose } = await clusterProgram();
const job = (name: string) => jobs[name] ?? (() => Promise.reject(new Error(`There is no job ${name}.`)));
afterAll(dispose);

describe.skipIf(!isPromised)("chunks on GPUs", () => {
  let q: ClusterQueue;
  beforeAll(async () => {
    process.env.LANEWISE_GPU_SOFTWARE = "1";
    q = await cluster.ClusterQueue.connect({ local: 2, device: "gpu" });
  });
  afterAll(async () => {
    await q.close();
  });

  test("arrays whole and in parts, numbers and accessors", async () => {
    for (const [name, ...args] of [["maps", 1000], ["slices", 103, 5], ["grid"], ["accessors", 4]] as const) {
      const [found, plain] = (await job(name)(q, ...args)) as unknown[];
      expect([name, found]).toEqual([name, plain]);
    }
  });

  test("reductions, by operations and by functions", async () => {
    expect(await job("sums")(q, 1000, 17)).toMatchObject({ bins: [250, 250, 250, 250], most: 999 });
    const [found, plain] = (await job("modularProduct")(q, 200, 60)) as unknown[];
    expect(found).toEqual(plain);
  });

  test("what a kernel asks of its target is answered for the GPU", async () => {
    expect(await job("targets")(q)).toEqual(["gpu", "gpu"]);
  });

  test("a kernel that fails rejects with its line", async () => {
    await expect(job("neighbours")(q)).rejects.toMatchObject({
      name: "KernelError",
      code: "out_of_bounds",
      array: "x",
    });
  });

  test("a kernel that GPUs cannot run rejects at once, with its line", async () => {
    const error = await job("functions")(q, 10, 1).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "ClusterError", code: "kernel_not_supported" });
    expect(String(error)).toContain("no atomics of 64 bits");
    expect(String(error)).toMatch(/main\.ts:\d+:\d+/);
  });

  test("doubles are those of the CPU", async () => {
    expect(await job("doubles")(q)).toEqual([0, 1, 2, 3].map(Math.sin));
  });
});
