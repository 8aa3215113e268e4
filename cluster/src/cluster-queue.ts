// ClusterQueue: parallelFor over many processes or machines.

import { availableParallelism } from "node:os";
import type {
  AnyReduction,
  Kernel1,
  Kernel2,
  Kernel3,
  ReducingKernel1,
  ReducingKernel2,
  ReducingKernel3,
} from "lanewise";
import { sentParts } from "lanewise/internal/cluster";
import type { AskedDevice, ClientBus } from "./bus/bus.js";
import { LocalPool } from "./bus/local/local-pool.js";
import { NatsClient } from "./bus/nats/nats-client.js";
import type { NatsOptions } from "./bus/nats/nats-stores.js";
import { ClusterError } from "./errors.js";
import { cutRange } from "./job/cut-range.js";
import { planJob } from "./job/plan-job.js";
import { type Progress, runJob } from "./job/run-job.js";
import type { Mapper } from "./kernel/mappers.js";
import { type ClusterLimits, defaultLimits } from "./limits.js";

/** For workers that are processes on this machine. */
export interface LocalOptions {
  /** The number of processes. No server is needed. */
  readonly local: number;
  /** Threads per process. Default: the machine's cores, divided among the processes. */
  readonly threads?: number;
  /** How long a worker may be silent before its chunks are delivered to others, in ms. Default: 10,000. */
  readonly ackWait?: number;
  /** Bytes of inputs that each process caches. Default: 256 MiB. */
  readonly cacheBytes?: number;
  /** The device on which the processes compute. Default: "cpu". */
  readonly device?: "cpu" | "gpu";
  readonly limits?: Partial<ClusterLimits>;
}

/** For workers started anywhere by `lanewise worker --servers …` with the same servers. */
export interface ServerOptions extends NatsOptions {
  /** The workers that run this queue's jobs. GPUs of different makes round differently: if workers have several, name one. Default: "cpu". */
  readonly device?: "cpu" | "gpu" | { readonly gpu: string };
  readonly limits?: Partial<ClusterLimits>;
}

/** The options of `ClusterQueue.connect`: workers on this machine, or a server. */
export type ConnectOptions = LocalOptions | ServerOptions;

/** The options of a job: `q.parallelFor(range, kernel, options)`. */
export interface ClusterLaunchOptions {
  /** The job's id, for jobs that may be submitted again: the same job continues where it was. Default: a new one. */
  readonly job?: string;
  /** By the names of captured arrays that are only read: the elements that a chunk gets. Default: "all". */
  readonly reads?: Readonly<Record<string, Mapper>>;
  /** By the names of captured arrays that are written: the elements that belong to a chunk, "oneToOne" or "slice". */
  readonly writes?: Readonly<Record<string, "oneToOne" | "slice">>;
  /** Indices of the range's first dimension per chunk. Default: such that there are at most 256 chunks. */
  readonly rowsPerChunk?: number;
  /** Whether the bus stores the inputs, so that workers can continue when the client has left. */
  readonly durable?: boolean;
  /** Called for each finished chunk. */
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

type Range = number | readonly [number] | readonly [number, number] | readonly [number, number, number];

/**
 * Runs kernels over ranges in chunks, on workers. Made by `ClusterQueue.connect`.
 *
 *     const q = await ClusterQueue.connect({ local: 4 });
 *     await q.parallelFor(n, (i) => { out[i] = Math.sqrt(x[i]!); }, { reads: { x: "oneToOne" }, writes: { out: "oneToOne" } });
 *     await q.close();
 */
export class ClusterQueue implements AsyncDisposable {
  readonly #bus: ClientBus;
  readonly #asked: AskedDevice;
  readonly #limits: ClusterLimits;
  #isClosed = false;

  private constructor(bus: ClientBus, asked: AskedDevice, limits: ClusterLimits) {
    this.#bus = bus;
    this.#asked = asked;
    this.#limits = limits;
  }

  /** Starts the pool, or connects to the servers. */
  static async connect(options: ConnectOptions): Promise<ClusterQueue> {
    const limits = { ...defaultLimits, ...options.limits };
    const asked = askedDevice(options.device);
    if ("servers" in options) return new ClusterQueue(await NatsClient.connect(options), asked, limits);
    const { local, ackWait = 10_000, cacheBytes = 256 * 2 ** 20 } = options;
    if (!Number.isInteger(local) || local < 1)
      throw new ClusterError(
        "invalid",
        `ClusterQueue.connect: local is ${String(local)}; expected an integer of at least 1.`,
      );
    const threads = options.threads ?? Math.max(1, Math.floor(availableParallelism() / local));
    const { bytesPerChunk } = limits;
    const heartbeatMs = Math.min(2000, ackWait / 4);
    const { device } = asked;
    const settings = { processes: local, device, threads, ackWaitMs: ackWait, heartbeatMs, cacheBytes, bytesPerChunk };
    return new ClusterQueue(new LocalPool(settings), asked, limits);
  }

  /**
   * Runs a kernel once for each index of a range, in chunks of the range's first dimension. Captures are read by this call; the written arrays are
   * complete when the promise resolves. Throws a ClusterError for kernels that cannot run in chunks; rejects with KernelError if the kernel fails.
   */
  parallelFor(range: number | readonly [number], kernel: Kernel1, options?: ClusterLaunchOptions): Promise<void>;
  parallelFor(range: readonly [number, number], kernel: Kernel2, options?: ClusterLaunchOptions): Promise<void>;
  parallelFor(range: readonly [number, number, number], kernel: Kernel3, options?: ClusterLaunchOptions): Promise<void>;
  /** With reductions, whose values are combined in the order of the chunks. */
  parallelFor<const R extends Range, A extends AnyReduction>(
    range: R,
    a: A,
    kernel: ReducingKernel1<R, A>,
    options?: ClusterLaunchOptions,
  ): Promise<void>;
  parallelFor<const R extends Range, A extends AnyReduction, B extends AnyReduction>(
    range: R,
    a: A,
    b: B,
    kernel: ReducingKernel2<R, A, B>,
    options?: ClusterLaunchOptions,
  ): Promise<void>;
  parallelFor<const R extends Range, A extends AnyReduction, B extends AnyReduction, C extends AnyReduction>(
    range: R,
    a: A,
    b: B,
    c: C,
    kernel: ReducingKernel3<R, A, B, C>,
    options?: ClusterLaunchOptions,
  ): Promise<void>;
  async parallelFor(range: Range, ...rest: readonly unknown[]): Promise<void> {
    if (this.#isClosed) throw new ClusterError("closed", "The ClusterQueue was closed.");
    const { reductions, kernel, options } = sentParts(rest);
    // The overloads give the type.
    const {
      job,
      reads = {},
      writes = {},
      rowsPerChunk,
      durable = false,
      onProgress,
      signal,
    } = (options ?? {}) as ClusterLaunchOptions;
    const { device } = this.#asked;
    const request = { job, reads, writes, isDurable: durable, device, limits: this.#limits };
    const planned = planJob(cutRange(range, rowsPerChunk), kernel, reductions, request);
    const plan = planned(await this.#bus.pin(this.#asked, signal));
    await runJob(this.#bus, plan, { limits: this.#limits, onProgress, signal });
  }

  /** Ends the pool, or disconnects from the servers. Running jobs reject. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#bus.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function askedDevice(device: unknown = "cpu"): AskedDevice {
  if (device === "cpu" || device === "gpu") return { device, name: undefined };
  const name = typeof device === "object" && device !== null && "gpu" in device ? device.gpu : undefined;
  if (typeof name === "string") return { device: "gpu", name };
  throw new ClusterError("invalid", `ClusterQueue.connect: device is ${JSON.stringify(device)}.`, {
    help: 'Devices are "cpu", "gpu" and { gpu: "its name" }.',
  });
}
