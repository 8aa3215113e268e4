// What `lanewise worker` runs: a worker of a NATS server, until it is told to stop.

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { getDevices } from "lanewise";
import type { NatsOptions } from "../bus/nats/nats-stores.js";
import { NatsWorker } from "../bus/nats/nats-worker.js";
import { defaultLimits } from "../limits.js";
import { pinOf } from "../pin.js";
import { Compute } from "./compute.js";
import { runWorker } from "./run-worker.js";

export interface WorkerOptions extends NatsOptions {
  /** What it computes on. Default: "cpu". A GPU needs the package `webgpu`. */
  readonly device?: "cpu" | "gpu";
  /** Of the processor. Default: all of the machine's. */
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

/** Settles when the worker has left. Rejects with `no_gpu` where it has no such device. */
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
