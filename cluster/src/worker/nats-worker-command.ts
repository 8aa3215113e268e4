// Implements `lanewise worker`: a worker of a NATS server, until it is stopped.

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { getDevices } from "lanewise";
import type { NatsOptions } from "../bus/nats/nats-stores.js";
import { NatsWorker } from "../bus/nats/nats-worker.js";
import { defaultLimits } from "../limits.js";
import { pinOf } from "../pin.js";
import { Compute } from "./compute.js";
import { runWorker } from "./run-worker.js";

/** The options of a worker, as `lanewise worker` has them. */
export interface WorkerOptions extends NatsOptions {
  /** The device on which it computes. Default: "cpu". A GPU needs the package `webgpu`. */
  readonly device?: "cpu" | "gpu";
  /** Threads of the processor. Default: all of the machine's. */
  readonly threads?: number;
  /** Bytes of inputs that it caches. Default: 1 GiB. */
  readonly cacheBytes?: number;
  /** Input bytes of a chunk. Default: 256 MiB. */
  readonly bytesPerChunk?: number;
  /** When aborted, the worker finishes its claims and leaves. */
  readonly signal?: AbortSignal;
  /** Called when the worker is ready for chunks. */
  readonly onReady?: (name: string) => void;
}

/**
 * Works on chunks of a cluster's jobs. Settles when the worker has left. Rejects with `no_gpu` if it has no such device.
 *
 * @example
 * ```ts
 * const stop = new AbortController();
 * process.once("SIGTERM", () => stop.abort());
 * await startWorker({ servers: "nats://127.0.0.1:4222", signal: stop.signal });
 * ```
 */
export async function startWorker(options: WorkerOptions): Promise<void> {
  const name = `${hostname().replaceAll(/[^-\w]/g, "_")}-${process.pid}-${randomBytes(3).toString("hex")}`;
  const threads = options.threads ?? getDevices().find(({ kind }) => kind === "cpu")?.threads ?? 1;
  const { device = "cpu", cacheBytes = 2 ** 30, bytesPerChunk = defaultLimits.bytesPerChunk, signal } = options;
  const compute = new Compute({ device, threads });
  const pin = pinOf(device, await compute.rounding());
  const bus = await NatsWorker.connect({ ...options, name, threads, pin });
  signal?.addEventListener("abort", () => bus.stop(), { once: true });
  if (signal?.aborted) bus.stop();
  options.onReady?.(name);
  await runWorker(bus, compute, { name, cacheBytes, bytesPerChunk });
}
