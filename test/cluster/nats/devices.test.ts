// Which workers run a job: those of its kind of device, and of one way to round. Workers of the test pass for others by their pins.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ClusterQueue, Progress } from "@lanewise/cluster";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pinOf, pinOfThisMachine, roundingOfCpu } from "../../../cluster/dist/pin.js";
import { command } from "../../adapters/projects.js";
import { root } from "../../examples/programs.js";
import { clusterProgram } from "../program.js";
import { NatsServer } from "./server.js";
import { startTestWorker } from "./workers.js";

const { jobs, cluster, dispose } = await clusterProgram();
const job = (name: string) => jobs[name] ?? (() => Promise.reject(new Error(`There is no job ${name}.`)));
let server: NatsServer;
beforeAll(async () => {
  server = await NatsServer.start();
});
afterAll(async () => {
  await server.end();
  dispose();
});

/** With workers of these pins, the test's own and each job's progress. */
async function withWorkers(
  pins: readonly string[],
  action: (names: readonly string[]) => Promise<void>,
): Promise<void> {
  const started = await Promise.all(pins.map((pin) => startTestWorker(server.address, "none", "none", pin)));
  try {
    await action(started.map((worker) => `worker-${worker.process.pid}`));
  } finally {
    for (const worker of started) await worker.end();
  }
}

/** The workers of a job of twenty chunks. */
async function workersOf(q: ClusterQueue): Promise<readonly string[]> {
  const seen = new Set<string>();
  const onProgress = ({ worker }: Progress) => seen.add(worker);
  const [found, plain] = (await job("maps")(q, 100, { rowsPerChunk: 5, onProgress })) as Float32Array[];
  expect(found).toEqual(plain);
  return [...seen];
}

const otherRounding = roundingOfCpu() === "plain" ? "relaxed" : "plain";
const connected = (device?: "gpu" | { readonly gpu: string }) =>
  cluster.ClusterQueue.connect({ servers: server.address, ...(device ? { device } : {}) });

test("a job of the processor is run by workers of its way to round alone", async () => {
  const pins = [pinOf("cpu", otherRounding), pinOf("gpu", "One"), pinOfThisMachine()];
  await withWorkers(pins, async ([, , own]) => {
    await using q = await connected();
    expect(await workersOf(q)).toEqual([own]);
  });
});

test("a job that no worker may run waits, and a warning says once which workers there are", async () => {
  const warnings: string[] = [];
  const hear = ({ message }: Error) => warnings.push(message);
  process.on("warning", hear);
  await withWorkers([pinOf("cpu", otherRounding)], async () => {
    await using q = await connected();
    const stop = new AbortController();
    const running = job("maps")(q, 10, { job: "waits", signal: stop.signal });
    setTimeout(() => stop.abort(), 6000);
    await expect(running).rejects.toMatchObject({ code: "cancelled" });
  });
  process.off("warning", hear);
  const own = warnings.filter((text) => text.startsWith("Job waits waits:"));
  expect(own).toHaveLength(1);
  expect(own[0]).toContain(
    `needs workers of ${pinOfThisMachine()}, but there are only others: ${pinOf("cpu", otherRounding)}`,
  );
});

describe("a job of GPUs", () => {
  test("waits for a worker that has one, and is run by such workers alone", async () => {
    await withWorkers([pinOfThisMachine()], async () => {
      await using q = await connected("gpu");
      const running = workersOf(q);
      await withWorkers([pinOf("gpu", "One (driver 1.2)")], async ([gpu]) => expect(await running).toEqual([gpu]));
    });
  });

  test("GPUs of several makes: the program says which", async () => {
    await withWorkers([pinOf("gpu", "One (driver 1.2)"), pinOf("gpu", "Two")], async ([one, two]) => {
      await using q = await connected("gpu");
      const error = await workersOf(q).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: "ClusterError", code: "invalid" });
      expect(String(error)).toMatch(/several makes|round differently: One_driver_1\.2_, Two/);
      expect(String(error)).toContain('device: { gpu: "One_driver_1.2_" }');
      await using first = await connected({ gpu: "One (driver 1.2)" });
      expect(await workersOf(first)).toEqual([one]);
      await using second = await connected({ gpu: "Two" });
      expect(await workersOf(second)).toEqual([two]);
    });
  });

  test("does not wait for ever: it can be cancelled, and its queue closed", async () => {
    const q = await connected("gpu");
    const stop = new AbortController();
    const running = job("maps")(q, 10, { signal: stop.signal });
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: "cancelled" });
    const closed = job("maps")(q, 10);
    await Promise.all([expect(closed).rejects.toMatchObject({ code: "closed" }), q.close()]);
  });

  test("takes no arrays of structs, which GPUs do not", async () => {
    await using q = await connected("gpu");
    const error = await job("structs")(q, 10, "aos").catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "kernel_not_supported" });
    expect(String(error)).toMatch(/captured "bodies" is an array of structs, which GPUs do not take/);
  });
});

test("a device that is none", async () => {
  const device = "tpu" as "gpu"; // what JavaScript may pass
  await expect(connected(device)).rejects.toMatchObject({ code: "invalid", message: expect.stringContaining('"tpu"') });
  const { code, stderr } = command(root, "worker", "--servers", server.address, "--device", "tpu");
  expect(code).not.toBe(0);
  expect(stderr).toContain("Allowed choices are cpu, gpu");
});

const lanewise = join(root, "transformer/bin/lanewise.js");
const gpuWorker = (env: Readonly<Record<string, string>>) =>
  spawn(process.execPath, [lanewise, "worker", "--servers", server.address, "--device", "gpu"], {
    cwd: root,
    env: { ...process.env, ...env },
  });

test("`lanewise worker --device gpu` where there is no GPU ends, and says so", async () => {
  // A driver that there is would be found.
  const child = gpuWorker({ VK_ICD_FILENAMES: "/dev/null", VK_DRIVER_FILES: "/dev/null" });
  let text = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(1);
  expect(text).toContain("There is no GPU");
  expect(text).toContain("Install the package webgpu");
});

const chromium = "/usr/lib/chromium";
const driver = `${chromium}/vk_swiftshader_icd.json`;
test.skipIf(!existsSync(driver))(
  "a worker whose GPU Chromium's Vulkan driver emulates, where there is one",
  async () => {
    const child = gpuWorker({ LD_LIBRARY_PATH: chromium, VK_ICD_FILENAMES: driver, LANEWISE_GPU_SOFTWARE: "1" });
    try {
      const ready = await new Promise<string>((resolve, reject) => {
        child.stdout.setEncoding("utf8").once("data", resolve);
        child.once("exit", (code) => reject(new Error(`The worker ended with ${code}.`)));
      });
      const [, name = ""] = /^worker (\S+) is ready/.exec(ready) ?? [];
      await withWorkers([pinOfThisMachine()], async () => {
        await using q = await connected("gpu");
        expect(await workersOf(q)).toEqual([name]);
        const [found, plain] = (await job("modularProduct")(q, 100, 30)) as unknown[];
        expect(found).toBe(plain);
        expect(await job("targets")(q)).toEqual(["gpu", "gpu"]);
        const refused = { name: "ClusterError", code: "kernel_not_supported" };
        await expect(job("functions")(q, 10, 1)).rejects.toMatchObject(refused);
      });
      const { workers } = await cluster.clusterStatus({ servers: server.address });
      expect(workers.map(({ pin }) => pin)).toContainEqual(expect.stringMatching(/-gpu-.*SwiftShader/));
    } finally {
      child.kill("SIGKILL");
    }
  },
);
