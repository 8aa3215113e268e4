// What `lanewise worker` runs: a worker of a NATS server, until it is told to stop.

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { getDevices } from "lanewise";
import type { NatsOptions } from "../bus/nats/nats-stores.js";
import { NatsWorker } from "../bus/nats/nats-worker.js";
import { defaultLimits } from "../limits.js";
import { pinOfThisMachine } from "../pin.js";
import { runWorker } from "./run-worker.js";

export interface WorkerOptions extends NatsOptions {
  /** Default: the threads of the device. */
  readonly threads?: number;
  /** Bytes of inputs that it keeps. Default: 1 GiB. */
  readonly cacheBytes?: number;
  /** Bytes that a chunk brings in. Default: 256 MiB. */
  readonly bytesPerChunk?: number;
  /** Aborted: it finishes what it has, and leaves. */
  readonly signal?: AbortSignal;
  /** Called when it is ready for chunks. */
  readonly onReady?: (name: string) => void;
}

/** Settles when the worker has left. */
export async function startWorker(options: WorkerOptions): Promise<void> {
  const name = `${hostname().replaceAll(/[^-\w]/g, "_")}-${process.pid}-${randomBytes(3).toString("hex")}`;
  const threads = options.threads ?? getDevices().find(({ kind }) => kind === "cpu")?.threads ?? 1;
  const { cacheBytes = 2 ** 30, bytesPerChunk = defaultLimits.bytesPerChunk, signal } = options;
  const bus = await NatsWorker.connect({ ...options, name, threads, pin: pinOfThisMachine() });
  signal?.addEventListener("abort", () => bus.stop(), { once: true });
  if (signal?.aborted) bus.stop();
  options.onReady?.(name);
  await runWorker(bus, { name, threads, cacheBytes, bytesPerChunk });
}
