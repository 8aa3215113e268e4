// The client's side of NATS: its connection, the workers heard on it, and its jobs.

import { ClusterError } from "../../errors.js";
import { pinOf, pinOfThisMachine } from "../../pin.js";
import type { AskedDevice, ClientBus, RunningJob, Submission } from "../bus.js";
import { Workers } from "./beats.js";
import { type ClientConnection, ClientJob } from "./client-job.js";
import { gpuPin } from "./gpu-pin.js";
import { type NatsOptions, type NatsStores, openStores } from "./nats-stores.js";

export class NatsClient implements ClientBus {
  readonly #connection: ClientConnection;
  readonly #jobs = new Set<ClientJob>();

  private constructor(stores: NatsStores, ackWait: number) {
    this.#connection = { stores, workers: new Workers(stores.nc), ackWait, reconnects: 0 };
    void this.#followConnection();
  }

  static async connect(options: NatsOptions): Promise<NatsClient> {
    return new NatsClient(await openStores(options, "lanewise client"), options.ackWait ?? 10_000);
  }

  async pin({ device, name }: AskedDevice, signal: AbortSignal | undefined): Promise<string> {
    if (device === "cpu") return pinOfThisMachine();
    return name === undefined ? gpuPin(this.#connection.workers, signal) : pinOf(device, name);
  }

  async submit(submission: Submission): Promise<RunningJob> {
    const job = new ClientJob(this.#connection, submission);
    this.#jobs.add(job);
    const drop = () => this.#jobs.delete(job);
    await job.start().catch((error: unknown) => {
      drop();
      throw error;
    });
    return {
      end: (isOver) => {
        drop();
        return job.end(isOver);
      },
    };
  }

  async close(): Promise<void> {
    for (const job of this.#jobs) job.lose(new ClusterError("closed", "The connection was closed."));
    const { workers, stores } = this.#connection;
    workers.close();
    await stores.nc.drain();
  }

  /** Counts reconnects, and reports the connection's status to `workers`. */
  async #followConnection(): Promise<void> {
    for await (const { type } of this.#connection.stores.nc.status()) {
      if (type === "reconnect") this.#connection.reconnects += 1;
      this.#connection.workers.hear(type);
    }
  }
}
