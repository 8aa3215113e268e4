// Each fault at each step of a worker's protocol, for real: a job with two workers, one of which meets the fault, has the results of one that
// meets none, each chunk is committed once, and nobody waits long for the dead.

import type { ClusterQueue, Progress } from "@lanewise/cluster";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clusterProgram } from "../program.js";
import { CuttableProxy, NatsServer } from "./server.js";
import { startTestWorker, type TestWorker } from "./workers.js";

const steps = ["before claim", "after claim", "after result", "after commit", "after acknowledgement"];
const CHUNKS = 30;
/** In ms: less than JetStream's own wait for an acknowledgement, on a busy machine. recovery.test.ts has the goal. */
const LONGEST_PAUSE = 6000;
/** Of a chunk: long enough that both workers have several, so that the fault is met while there is work. */
const WORK = 2_000_000;

const { jobs, cluster, dispose } = await clusterProgram();
let server: NatsServer;
let q: ClusterQueue;
let good: TestWorker;
let plain: unknown;
const slow = (options = {}) => (jobs.slow ?? (() => Promise.reject(new Error("no job"))))(q, CHUNKS, WORK, options);
beforeAll(async () => {
  server = await NatsServer.start();
  q = await cluster.ClusterQueue.connect({ servers: server.address });
  good = await startTestWorker(server.address);
  plain = await slow();
});
afterAll(async () => {
  await good.end();
  await q.close();
  await server.end();
  dispose();
});

/** Runs the job; the chunks' results, in the order of their commits. */
async function run(): Promise<{
  readonly found: unknown;
  readonly done: readonly number[];
  readonly longestPause: number;
}> {
  const done: number[] = [];
  let last = performance.now();
  let longestPause = 0;
  const found = await slow({
    onProgress: (progress: Progress) => {
      longestPause = Math.max(longestPause, performance.now() - last);
      last = performance.now();
      done.push(progress.done);
    },
  });
  return { found, done, longestPause };
}

function expectAll({ found, done }: { readonly found: unknown; readonly done: readonly number[] }): void {
  expect(found).toEqual(plain);
  expect(done).toEqual([...Array(CHUNKS).keys()].map((k) => k + 1));
}

describe.each(steps)("%s", (step) => {
  test("kill -9", async () => {
    const worker = await startTestWorker(server.address, step, "kill");
    const [result] = await Promise.all([run(), worker.prints(`at ${step}`)]);
    expectAll(result);
    expect(result.longestPause).toBeLessThan(LONGEST_PAUSE);
    await worker.end();
  });

  test("SIGSTOP, and SIGCONT when all is done", async () => {
    const worker = await startTestWorker(server.address, step, "stop");
    const [result] = await Promise.all([run(), worker.prints(`at ${step}`)]);
    expectAll(result);
    expect(result.longestPause).toBeLessThan(LONGEST_PAUSE);
    worker.process.kill("SIGCONT");
    expectAll(await run());
    await worker.end();
  });

  test("the worker's network is cut", async () => {
    const proxy = await CuttableProxy.before(server.address);
    const worker = await startTestWorker(proxy.address, step, "hold");
    const running = run();
    await worker.prints(`at ${step}`);
    proxy.cut();
    worker.goOn();
    setTimeout(() => proxy.mend(), 3000);
    expectAll(await running);
    proxy.mend();
    expectAll(await run());
    await worker.end();
    proxy.close();
  });

  test("the server is killed and started again", async () => {
    const worker = await startTestWorker(server.address, step, "hold");
    const running = run();
    await worker.prints(`at ${step}`);
    await server.kill();
    worker.goOn();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await server.start();
    expectAll(await running);
    await worker.end();
  });
});
