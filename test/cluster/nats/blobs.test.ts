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
const steps = ["before claim", "after claim", "after result", "after commit", "after acknowledgement"];
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

// What was damaged when the worker read it, the client gives or has done again: no chunk is lost, and none counts twice.
test.each(steps)("all inputs and results damaged %s", async (step) => {
  await withWorker(
    async (worker) => {
      const seen: number[] = [];
      const onProgress = ({ done }: Progress) => seen.push(done);
      const running = job("maps")(q, 1000, { rowsPerChunk: 25, durable: true, onProgress });
      await worker.prints(`at ${step}`);
      await until(async () => (await store.keys("lanewise-blobs")).length > CHUNKS);
      expect(await store.damage("lanewise-blobs", /./)).toBeGreaterThan(CHUNKS);
      await store.damage("lanewise-results", /\.\d+$/);
      worker.goOn();
      const [found, expected] = (await running) as Float32Array[];
      expect(found).toEqual(expected);
      expect(seen).toEqual([...Array(CHUNKS).keys()].map((k) => k + 1));
    },
    step,
    "hold",
  );
});

describe("failed attempts of an earlier client's time, whose reasons are stored", () => {
  const FAILURES = "*.*.failed.*";
  /** A client, then closed, in whose time one chunk has failed three times: its message is damaged. */
  async function leaveFailures(id: string): Promise<void> {
    const first = await connected();
    const running = errorOf(job("slow")(first, CHUNKS, 1, { job: id }));
    await until(async () => (await store.messages("lanewise-chunks")) === CHUNKS);
    await store.replaceLast("lanewise-chunks", "no message of a chunk");
    await withWorker(() => until(async () => (await store.keys("lanewise-results", FAILURES)).length >= 3));
    await first.close();
    expect(await running).toMatchObject({ code: "closed" });
  }

  test("intact and damaged ones count, and the damaged ones say that they are", async () => {
    await leaveFailures("reasons");
    const [one = "", ...others] = await store.keys("lanewise-results", FAILURES);
    expect(await store.damage("lanewise-results", new RegExp(`^${one.replaceAll(".", "\\.")}$`))).toBe(1);
    await using usual = await cluster.ClusterQueue.connect({
      servers: server.address,
      limits: { failuresPerChunk: 1 + others.length },
    });
    const error = (await errorOf(job("slow")(usual, CHUNKS, 1, { job: "reasons" }))) as Error & { errors: Error[] };
    expect(error).toMatchObject({ name: "ClusterError", code: "poisoned" });
    const reasons = error.errors.map(({ message }) => message);
    expect(
      reasons.filter((text) => /the store: An attempt failed, and its stored reason is damaged/.test(text)),
    ).toHaveLength(1);
    expect(reasons.filter((text) => /The message of chunk 39 of \S+ was damaged/.test(text))).toHaveLength(
      others.length,
    );
  });

  test("missing ones: the chunk has all of its attempts", async () => {
    await leaveFailures("forgotten");
    expect(await store.forget("lanewise-results", FAILURES)).toBeGreaterThanOrEqual(3);
    await using usual = await cluster.ClusterQueue.connect({ servers: server.address });
    await withWorker(async () => {
      const expected = await job("slow")(usual, CHUNKS, 1);
      expect(await job("slow")(usual, CHUNKS, 1, { job: "forgotten" })).toEqual(expected);
    });
  });
});

test("of what others send as failures, only what is one counts, and once for each attempt", async () => {
  await using usual = await cluster.ClusterQueue.connect({ servers: server.address });
  const failure = { code: "corrupted", message: "told", worker: "somebody", attempt: "a" };
  const attempts = (...names: readonly string[]) =>
    names.map((attempt) => JSON.stringify({ chunk: 0, failure: { ...failure, attempt } }));
  const none = [
    ...["no JSON", "null", "[]", "{}", '{"chunk":0}'],
    ...[null, "text", { ...failure, attempt: 1 }, { ...failure, message: undefined }].map((one) =>
      JSON.stringify({ chunk: 0, failure: one }),
    ),
    ...[-1, 0.5, CHUNKS, "0", null].map((chunk) => JSON.stringify({ chunk, failure })),
  ];
  const waiting = async () => {
    const running = errorOf(job("slow")(usual, CHUNKS, 1));
    await until(async () => (await store.messages("lanewise-chunks")) === CHUNKS);
    const run = await store.lastRun();
    const tell = async (messages: readonly string[]) => {
      for (const message of messages) store.nc.publish(`lanewise.failures.${run}`, message);
      await store.nc.flush();
    };
    return { running, tell };
  };

  const first = await waiting();
  // The job would reject at the third.
  await first.tell([...none, ...none, ...none, ...attempts("a", "b", "a", "b")]);
  await withWorker(async () => expect(await first.running).toBeUndefined());

  const second = await waiting();
  await second.tell(attempts("a", "b", "c"));
  expect(await second.running).toMatchObject({ code: "poisoned", errors: Array(3).fill({ code: "corrupted" }) });
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
