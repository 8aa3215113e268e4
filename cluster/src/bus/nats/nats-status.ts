// The data for `lanewise cluster status`: workers heard, chunks waiting and delivered, jobs.

import { Workers } from "./beats.js";
import * as names from "./names.js";
import { type NatsOptions, openStores } from "./nats-stores.js";
import { storedJob } from "./stored-job.js";

/** The workers and jobs of a cluster, as `lanewise cluster status` prints them. */
export interface ClusterStatus {
  readonly workers: readonly {
    readonly worker: string;
    readonly pin: string;
    readonly threads: number;
    readonly done: number;
    readonly chunks: readonly string[];
    /** Chunks per second, recently. */
    readonly rate: number;
  }[];
  readonly jobs: readonly {
    readonly job: string;
    readonly chunks: number;
    readonly done: number;
  }[];
  /** Chunks not delivered to a worker yet. */
  readonly waiting: number;
  readonly bytes: number;
}

/**
 * Returns the workers and jobs of a cluster. Listens for `listenMs` milliseconds, long enough to hear each worker.
 *
 * @example
 * ```ts
 * const { workers, jobs } = await clusterStatus({ servers: "nats://127.0.0.1:4222" });
 * console.log(`${workers.length} workers, ${jobs.length} jobs`);
 * ```
 */
export async function clusterStatus(options: NatsOptions, listenMs = 1500): Promise<ClusterStatus> {
  const { nc, jsm, jobs, results } = await openStores(options, "lanewise status");
  const workers = new Workers(nc);
  try {
    await new Promise((resolve) => setTimeout(resolve, listenMs / 3));
    const before = new Map(workers.all.map(({ worker, done }) => [worker, done]));
    const seconds = (listenMs * 2) / 3 / 1000;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const stored: ClusterStatus["jobs"][number][] = [];
    for await (const key of await jobs.keys()) {
      const job = storedJob(await jobs.get(key));
      if (!job) continue;
      const { message } = job;
      let done = 0;
      for await (const _ of await results.keys(`${names.runOf(message)}.*`)) done += 1;
      stored.push({ job: key, chunks: message.chunks, done });
    }
    const { state } = await jsm.streams.info(names.CHUNKS_STREAM);
    return {
      workers: workers.all.map(({ worker, pin, threads, done, deliveries }) => ({
        ...{ worker, pin, threads, done },
        chunks: deliveries.map(({ run, chunk }) => `${run.replace(/_[^_]*$/, "")} ${chunk}`),
        rate: (done - (before.get(worker) ?? done)) / seconds,
      })),
      jobs: stored,
      waiting: state.messages - workers.all.reduce((sum, { deliveries }) => sum + deliveries.length, 0),
      bytes: state.bytes,
    };
  } finally {
    workers.close();
    await nc.close();
  }
}
