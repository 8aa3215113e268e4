// Jobs over NATS: the results of the local pool and of plain JavaScript, clients that leave and come back, inputs that are stored, damaged or of other
// jobs, values larger than a message, and a store without room.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ClusterQueue, Progress } from "@lanewise/cluster";
import { connect } from "@nats-io/transport-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command } from "../../adapters/projects.js";
import { root } from "../../examples/programs.js";
import { clusterProgram } from "../program.js";
import { NatsServer } from "./server.js";
import { TestStore } from "./store.js";
import { startTestWorker, type TestWorker } from "./workers.js";

const { jobs, cluster, dispose } = await clusterProgram();
const job = (name: string) => jobs[name] ?? (() => Promise.reject(new Error(`There is no job ${name}.`)));
const connected = () => cluster.ClusterQueue.connect({ servers: server.address });
let server: NatsServer;
let q: ClusterQueue;
const workers: TestWorker[] = [];
beforeAll(async () => {
  server = await NatsServer.start();
  q = await connected();
  workers.push(await startTestWorker(server.address), await startTestWorker(server.address));
});
afterAll(async () => {
  for (const worker of workers) await worker.end();
  await q.close();
  await server.end();
  dispose();
});

test("results are those of plain JavaScript, and those of the local pool", async () => {
  const [found, plain] = (await job("maps")(q, 10_007)) as Float32Array[];
  expect(found).toEqual(plain);
  await using local = await cluster.ClusterQueue.connect({ local: 1 });
  expect(await job("sums")(q, 5000, 17)).toEqual(await job("sums")(local, 5000, 17));
});

test("a kernel that fails rejects with its line", async () => {
  await expect(job("neighbours")(q)).rejects.toMatchObject({
    name: "KernelError",
    code: "out_of_bounds",
    file: "main.ts",
  });
});

test("inputs and results larger than a message", async () => {
  const [found, plain] = (await job("maps")(q, 3_000_000, { rowsPerChunk: 1_500_000 })) as Float32Array[];
  expect(found?.every((value, index) => value === plain?.[index])).toBe(true);
});

test("workers that are alike share a consumer: a chunk is another's after ten seconds, and so many are under way at most", async () => {
  const store = await TestStore.of(server.address);
  const nanoseconds = 1e6;
  expect(await store.consumers("lanewise-chunks")).toMatchObject([
    { ack_policy: "explicit", ack_wait: 10_000 * nanoseconds, max_ack_pending: 10_000 },
  ]);
  await store.close();
});

describe("a client that leaves", () => {
  const options = { job: "film-7", rowsPerChunk: 1 };
  test.each([
    ["comes back, and goes on with what is left", {}],
    ["has stored its inputs: workers go on without it", { durable: true }],
  ])("%s", async (_, more) => {
    const plain = await job("slow")(q, 40, 100_000);
    const first = await connected();
    const leaving = job("slow")(first, 40, 100_000, {
      ...options,
      ...more,
      onProgress: ({ done }: Progress) => {
        if (done === 10) void first.close();
      },
    });
    await expect(leaving).rejects.toMatchObject({ code: "closed" });
    if ("durable" in more) {
      const doneBy = performance.now() + 20_000;
      for (let done = 0; done < 40 && performance.now() < doneBy; ) {
        const status = await cluster.clusterStatus({ servers: server.address }, 300);
        done = status.jobs.find((one) => one.job === "film-7")?.done ?? 0;
        if (performance.now() >= doneBy) expect(done).toBe(40);
      }
    }
    const seen: number[] = [];
    const again = { ...options, ...more, onProgress: ({ done }: Progress) => seen.push(done) };
    expect(await job("slow")(q, 40, 100_000, again)).toEqual(plain);
    expect(seen).toEqual([...Array(40).keys()].map((k) => k + 1));
  });

  test("an id belongs to one job", async () => {
    const running = job("slow")(q, 400, 1_000_000, { job: "one" });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await using other = await connected();
    await expect(job("slow")(other, 41, 100_000, { job: "one" })).rejects.toMatchObject({ code: "job_conflict" });
    await expect(job("slow")(other, 40, 100_000, { job: "no.id" })).rejects.toMatchObject({ code: "invalid" });
    await running;
  });
});

test("damaged inputs are not computed with: after three failures the job rejects with all of them", async () => {
  const nc = await connect({ servers: server.address });
  // Answers for the client, and is mostly quicker.
  const liar = nc.subscribe("lanewise.blobs.*", {
    callback: (_, message) => void message.respond(Uint8Array.of(1, 2, 3)),
  });
  await nc.flush();
  const results = [];
  for (let tries = 0; tries < 5; tries++)
    results.push(
      await job("maps")(q, 50, { rowsPerChunk: 1 }).then(
        () => undefined,
        (error: unknown) => error,
      ),
    );
  liar.unsubscribe();
  await nc.close();
  for (const error of results.filter((one) => one !== undefined)) {
    expect(error).toMatchObject({ code: "poisoned" });
    expect((error as { errors: readonly { code: string }[] }).errors.map(({ code }) => code)).toEqual(
      Array(3).fill("corrupted"),
    );
  }
  expect(results.some((one) => one !== undefined)).toBe(true);
  const [found, plain] = (await job("maps")(q, 50)) as Float32Array[];
  expect(found).toEqual(plain);
});

test("a store without room rejects", async () => {
  const full = await NatsServer.start({ storeBytes: 2 ** 22 });
  const queue = await cluster.ClusterQueue.connect({ servers: full.address });
  const one = await startTestWorker(full.address);
  try {
    await expect(job("maps")(queue, 4_000_000, { rowsPerChunk: 500_000 })).rejects.toMatchObject({
      code: expect.stringMatching(/poisoned|store_full/),
    });
  } finally {
    await one.end();
    await queue.close();
    await full.end();
  }
});

test("on SIGTERM a worker, started as docs/cluster.md says, finishes what it has and leaves", async () => {
  const plain = await job("slow")(q, 60, 500_000);
  const lines = readFileSync(join(root, "docs/cluster.md"), "utf8");
  const [, entry = ""] = /^ENTRYPOINT \["\/worker\/([^"]+)", "worker"\]$/m.exec(lines) ?? [];
  expect(lines).toContain(`ExecStart=/opt/lanewise-worker/${entry} worker --servers`);
  const child = spawn(join(root, entry), ["worker", "--servers", server.address], { cwd: root, stdio: "pipe" });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const ended = new Promise((resolve) => child.once("exit", (code) => resolve(code)));
  const done = new Set<string>();
  const onProgress = (progress: Progress) => {
    done.add(progress.worker);
    if (progress.done === 20) child.kill("SIGTERM");
  };
  expect(await job("slow")(q, 60, 500_000, { onProgress })).toEqual(plain);
  expect(await ended).toBe(0);
  expect([...done].some((worker) => worker.includes(`-${child.pid}-`))).toBe(true);
});

test("`lanewise cluster status` shows workers", async () => {
  const { stdout, code } = command(root, "cluster", "status", "--servers", server.address);
  expect(code).toBe(0);
  expect(stdout).toMatch(/worker-\d+ +0\.1\.0-3-cpu-\w+ +1 thread +\d+ done/);
  expect(stdout).toContain("0 chunks wait");
});

test("no server is an error that says so", async () => {
  await expect(cluster.ClusterQueue.connect({ servers: "127.0.0.1:1" })).rejects.toMatchObject({ code: "no_server" });
});
