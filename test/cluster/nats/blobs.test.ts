// Damaged bytes and a store without room, at each step of the protocol that reads or writes: a job has the results of one that meets none of it, or it
// rejects with an error that says so, leaves nothing behind, and can be run again.

import type { ClusterLaunchOptions, ClusterQueue, Progress } from "@lanewise/cluster";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clusterProgram } from "../program.js";
import { NatsServer } from "./server.js";
import { TestStore } from "./store.js";
import { startTestWorker, type TestWorker } from "./workers.js";

const { jobs, cluster, dispose } = await clusterProgram();
const job = (name: string) => jobs[name] ?? (() => Promise.reject(new Error(`There is no job ${name}.`)));
const connected = () => cluster.ClusterQueue.connect({ servers: server.address, limits: { failuresPerChunk: 1e6 } });
const CHUNKS = 40;
let server: NatsServer;
let store: TestStore;
let q: ClusterQueue;
let plain: unknown;
const slow = (options: ClusterLaunchOptions = {}, work = 100_000) => job("slow")(q, CHUNKS, work, options);
beforeAll(async () => {
  server = await NatsServer.start({ storeBytes: 2 ** 25 });
  q = await connected();
  store = await TestStore.of(server.address);
  await withWorker(async () => {
    plain = await slow();
  });
});
afterAll(async () => {
  await store.close();
  await q.close();
  await server.end();
  dispose();
});

async function withWorker(action: (worker: TestWorker) => Promise<void>, ...fault: readonly string[]): Promise<void> {
  const worker = await startTestWorker(server.address, ...fault);
  try {
    await action(worker);
  } finally {
    await worker.end();
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const start = performance.now(); !(await condition()); ) {
    if (performance.now() - start > 60_000) throw new Error("It does not come about.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const errorOf = (running: Promise<unknown>) =>
  running.then(
    () => undefined,
    (error: unknown) => error,
  );
const isAll = (array: Float32Array | undefined, other: Float32Array | undefined) =>
  array?.every((value, index) => value === other?.[index]);

/** A client that closes when so many chunks are done, and leaves their results. */
async function leaveBehind(
  done: number,
  run: (first: ClusterQueue, options: ClusterLaunchOptions) => Promise<unknown>,
) {
  const first = await connected();
  const onProgress = (progress: Progress) => {
    if (progress.done === done) void first.close();
  };
  expect(await errorOf(run(first, { onProgress }))).toMatchObject({ code: "closed" });
}

describe("damaged in the store", () => {
  test("results", async () => {
    await withWorker(async () => {
      const options = { job: "damaged" };
      await leaveBehind(10, (first, more) => job("slow")(first, CHUNKS, 100_000, { ...options, ...more }));
      expect(await store.damage("lanewise-results", /^damaged_\w+\.\d+$/)).toBeGreaterThanOrEqual(10);
      const seen: number[] = [];
      expect(await slow({ ...options, onProgress: ({ done }) => seen.push(done) })).toEqual(plain);
      expect(seen).toEqual([...Array(CHUNKS).keys()].map((k) => k + 1));
    });
  });

  test.each(["damaged", "missing"])("parts of large results: %s", async (what) => {
    await withWorker(async () => {
      const options = { job: `parts-${what}`, rowsPerChunk: 400_000 };
      await leaveBehind(1, (first, more) => job("maps")(first, 800_000, { ...options, ...more }));
      if (what === "damaged") expect(await store.damage("lanewise-results", /\.part\./)).toBeGreaterThan(0);
      else expect(await store.forget("lanewise-results", "*.*.part.>")).toBeGreaterThan(0);
      const [found, expected] = (await job("maps")(q, 800_000, options)) as Float32Array[];
      expect(isAll(found, expected)).toBe(true);
    });
  });

  test("stored inputs: the client has them", async () => {
    const running = job("maps")(q, 1000, { rowsPerChunk: 100, durable: true });
    await until(async () => (await store.messages("lanewise-chunks")) === 10);
    expect(await store.damage("lanewise-blobs", /./)).toBeGreaterThan(10);
    await withWorker(async () => {
      const [found, expected] = (await running) as Float32Array[];
      expect(found).toEqual(expected);
    });
  });

  test("what is stored of the job: it rejects, and can be run again", async () => {
    const running = errorOf(slow({ job: "unreadable" }));
    await until(async () => (await store.messages("lanewise-chunks")) === CHUNKS);
    expect(await store.damage("lanewise-jobs", /^unreadable$/)).toBe(1);
    await withWorker(async () => {
      expect(await running).toMatchObject({ name: "ClusterError", code: "corrupted" });
      expect(await slow({ job: "unreadable" })).toEqual(plain);
    });
  });

  test("the message of a chunk: each time that it comes is a failed attempt", async () => {
    await using usual = await cluster.ClusterQueue.connect({ servers: server.address });
    const running = errorOf(job("slow")(usual, CHUNKS, 1));
    await until(async () => (await store.messages("lanewise-chunks")) === CHUNKS);
    await store.replaceLast("lanewise-chunks", "no message of a chunk");
    await withWorker(async () => {
      const error = (await running) as { code: string; errors: readonly { code: string }[] };
      expect(error).toMatchObject({ name: "ClusterError", code: "poisoned" });
      expect(error.errors.map(({ code }) => code)).toEqual(Array(3).fill("corrupted"));
    });
  });
});

test.each(["KV_lanewise-jobs", "KV_lanewise-results", "lanewise-chunks"])(
  "a store that is gone, %s, rejects",
  async (stream) => {
    const other = await NatsServer.start();
    const [queue, its] = [
      await cluster.ClusterQueue.connect({ servers: other.address }),
      await TestStore.of(other.address),
    ];
    const running = errorOf(job("slow")(queue, CHUNKS, 1));
    await until(async () => (await its.messages("lanewise-chunks")) === CHUNKS);
    await its.deleteStream(stream);
    expect(await running).toMatchObject({ name: "ClusterError", code: "job_gone" });
    await its.close();
    await queue.close();
    await other.end();
  },
);

describe("no room in the store", () => {
  const large = { job: "large", durable: true, rowsPerChunk: 100_000 };
  const many = { job: "many", rowsPerChunk: 1 };
  test.each([
    ["for the job", 0, () => slow({ job: "small" })],
    ["for its inputs", 200_000, () => job("maps")(q, 800_000, large)],
    ["for its chunks", 300_000, () => job("maps")(q, 3000, many)],
  ])("%s: it rejects, leaves nothing, and can be run again", async (_, room, run) => {
    await store.fill(room);
    expect(await errorOf(run())).toMatchObject({ name: "ClusterError", code: "store_full" });
    for (const stream of ["lanewise-chunks", "KV_lanewise-jobs", "KV_lanewise-blobs"])
      expect([stream, await store.messages(stream)]).toEqual([stream, 0]);
    await store.empty();
    await withWorker(async () => void (await run()));
  });

  const steps = ["before claim", "after claim", "after result", "after commit", "after acknowledgement"];
  test.each(steps)("for a worker, %s, until there is room again", async (step) => {
    await withWorker(
      async (worker) => {
        const seen: number[] = [];
        const running = slow({ onProgress: ({ done }) => seen.push(done) });
        await worker.prints(`at ${step}`);
        await store.fill();
        worker.goOn();
        await new Promise((resolve) => setTimeout(resolve, 1500));
        expect(seen.length).toBeLessThan(CHUNKS);
        await store.empty();
        expect(await running).toEqual(plain);
        expect(seen).toEqual([...Array(CHUNKS).keys()].map((k) => k + 1));
      },
      step,
      "hold",
    );
  });

  test("for results: with the usual limit it rejects with all reasons", async () => {
    await using usual = await cluster.ClusterQueue.connect({ servers: server.address });
    await withWorker(
      async (worker) => {
        const running = errorOf(job("slow")(usual, CHUNKS, 100_000));
        await worker.prints("at after result");
        await store.fill();
        worker.goOn();
        const error = (await running) as { code: string; errors: readonly { code: string }[] };
        expect(error).toMatchObject({ name: "ClusterError", code: "poisoned" });
        expect(error.errors.map(({ code }) => code)).toEqual(Array(3).fill("store_full"));
        await store.empty();
        expect(await slow()).toEqual(plain);
      },
      "after result",
      "hold",
    );
  });
});
