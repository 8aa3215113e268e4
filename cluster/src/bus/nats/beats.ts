// Heartbeats of workers: every half second each publishes its name and its deliveries. Clients redeliver a silent worker's chunks long before
// JetStream would; only the client of a run does so.

import type { NatsConnection, Subscription } from "@nats-io/transport-node";
import { BEATS, resultKey } from "./names.js";
import { pause } from "./patience.js";

export const BEAT_MS = 500;
const SILENT_MS = 1750;

export interface Beat {
  readonly worker: string;
  readonly pin: string;
  readonly threads: number;
  /** The number of chunks finished so far. */
  readonly done: number;
  readonly deliveries: readonly Delivery[];
}

export interface Delivery {
  readonly run: string;
  readonly chunk: number;
  /** The subject for its acknowledgement. */
  readonly reply: string;
}

/** The workers heard recently. */
export class Workers {
  readonly #nc: NatsConnection;
  readonly #subscription: Subscription;
  readonly #heard = new Map<string, { readonly beat: Beat; readonly at: number }>();
  readonly #watch: NodeJS.Timeout;
  readonly #start = performance.now();
  #isConnected = true;
  /** The runs of this client. */
  readonly runs = new Set<string>();
  /** How often a worker fell silent, or all did. Chunks on their way to a silent worker may be lost unnoticed. */
  silences = 0;

  constructor(nc: NatsConnection) {
    this.#nc = nc;
    this.#subscription = nc.subscribe(BEATS, {
      callback: (error, message) => {
        if (error) {
          process.emitWarning(
            `The client cannot hear the workers. If one dies, its chunks wait long: ${error.message}`,
          );
          return;
        }
        const beat = beatOf(message.data);
        if (beat) this.#heard.set(beat.worker, { beat, at: performance.now() });
      },
    });
    this.#watch = setInterval(() => this.#giveBackSilent(), BEAT_MS / 2).unref();
  }

  /** The pins of the workers, once each has had time to be heard. */
  async pins(): Promise<readonly string[]> {
    await pause(Math.max(0, this.#start + 2 * BEAT_MS - performance.now()));
    return [...new Set(this.all.map(({ pin }) => pin))].sort();
  }

  /** Why a job with that pin waits; undefined if it need not. */
  async reasonToWait(pin: string): Promise<string | undefined> {
    const heard = await this.pins();
    if (heard.includes(pin)) return undefined;
    if (heard.length === 0) return "no worker has reported";
    return `it needs workers of ${pin}, but there are only others: ${heard.join(", ")}. They have another version of Lanewise, another kind of device, or round in another way`;
  }

  /** The result keys of chunks that workers have. */
  get held(): ReadonlySet<string> {
    return new Set(this.all.flatMap(({ deliveries }) => deliveries.map((one) => resultKey(one.run, one.chunk))));
  }

  get all(): readonly Beat[] {
    return [...this.#heard.values()].map(({ beat }) => beat);
  }

  /** Without a connection no worker is heard, and none is presumed dead. */
  hear(status: string): void {
    if (status === "disconnect") this.#isConnected = false;
    if (status !== "reconnect") return;
    this.#isConnected = true;
    this.silences += 1;
    for (const [worker, { beat }] of this.#heard) this.#heard.set(worker, { beat, at: performance.now() });
  }

  get isClosed(): boolean {
    return this.#nc.isClosed();
  }

  close(): void {
    clearInterval(this.#watch);
    this.#subscription.unsubscribe();
  }

  #giveBackSilent(): void {
    if (this.#nc.isClosed() || !this.#isConnected) return;
    for (const [worker, { beat, at }] of this.#heard) {
      if (performance.now() - at < SILENT_MS) continue;
      this.#heard.delete(worker);
      this.silences += 1;
      for (const { run, reply } of beat.deliveries) if (reply && this.runs.has(run)) this.#nc.publish(reply, "-NAK");
    }
  }
}

/** Others may publish anything on the subject; it need not be a beat. */
function beatOf(data: Uint8Array): Beat | undefined {
  try {
    const beat: unknown = JSON.parse(Buffer.from(data).toString());
    const isBeat =
      typeof beat === "object" &&
      beat !== null &&
      "worker" in beat &&
      "deliveries" in beat &&
      Array.isArray(beat.deliveries);
    // A worker of this version wrote it; invalid reply subjects have no effect.
    return isBeat ? (beat as Beat) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
