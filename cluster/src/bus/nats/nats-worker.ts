// A worker's side of NATS: pulls chunks, requests inputs from the job's client, creates results, acknowledges twice.

import type { Consumer, JsMsg } from "@nats-io/jetstream";
import { ClusterError } from "../../errors.js";
import { hashOf } from "../../job/blobs.js";
import type { Claim, WorkerBus } from "../bus.js";
import type { AttemptFailure, BlobRef, ChunkMessage, ChunkResult, JobMessage } from "../messages.js";
import { BEAT_MS, type Beat } from "./beats.js";
import { blobRequest } from "./blob-requests.js";
import { sealedFailure, tellFailure } from "./failures.js";
import { encodeResult } from "./frame.js";
import { createLarge, readParts } from "./large-values.js";
import * as names from "./names.js";
import {
  ensureConsumer,
  forgetKeys,
  type NatsOptions,
  type NatsStores,
  openStores,
  storeError,
} from "./nats-stores.js";
import { patiently, pause, unlessAway } from "./patience.js";
import { unseal } from "./sealed.js";
import { storedJob } from "./stored-job.js";

const PULL_MS = 2000;
const WORKING_MS = 2500;
const RETRY_MS = 250;
/** The delay before a chunk whose inputs nobody has is tried again. */
const INPUTS_GONE_MS = 2000;

export interface NatsWorkerOptions extends NatsOptions {
  readonly name: string;
  readonly pin: string;
  readonly threads: number;
}

interface Held {
  readonly message: JsMsg;
  readonly run: string;
  readonly chunk: number;
}

export class NatsWorker implements WorkerBus {
  readonly #stores: NatsStores;
  readonly #options: NatsWorkerOptions;
  readonly #held = new Set<Held>();
  readonly #jobs = new Map<string, JobMessage>();
  readonly #timers: readonly NodeJS.Timeout[];
  #consumer: Consumer | undefined;
  #chunks = 0;
  #isStopped = false;

  private constructor(stores: NatsStores, options: NatsWorkerOptions) {
    this.#stores = stores;
    this.#options = options;
    this.#timers = [
      setInterval(() => this.#beat(), BEAT_MS),
      setInterval(() => {
        for (const { message } of this.#held) message.working();
      }, WORKING_MS),
    ];
  }

  static async connect(options: NatsWorkerOptions): Promise<NatsWorker> {
    const stores = await openStores(options, `lanewise worker ${options.name}`);
    await ensureConsumer(stores, options.pin, options.ackWait ?? 10_000);
    return new NatsWorker(stores, options);
  }

  async claim(): Promise<Claim | undefined> {
    while (!this.#isStopped) {
      const message = await this.#next();
      const claim = message && (await this.#claimOf(message));
      if (claim) return claim;
    }
    return undefined;
  }

  async fetch(job: JobMessage, { hash, size }: BlobRef): Promise<Uint8Array> {
    const run = names.runOf(job);
    const { blobs, partBytes } = this.#stores;
    if (job.isDurable) {
      const kept = await patiently(() => readParts(blobs, `${run}.${hash}`, Math.ceil(size / partBytes)));
      if (kept && hashOf(kept) === hash) return kept;
      // Missing or damaged: the client may still serve it.
    }
    const parts: Uint8Array[] = [];
    for (let offset = 0; offset < size; offset += parts.at(-1)?.length ?? size) {
      const part = await this.#request(run, hash, offset);
      if (part.length === 0) break;
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  /** Stops claiming; finishes the current claims. */
  stop(): void {
    this.#isStopped = true;
  }

  async close(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#stores.nc.drain();
  }

  async #next(): Promise<JsMsg | undefined> {
    try {
      this.#consumer ??= await this.#stores.js.consumers.get(names.CHUNKS_STREAM, names.consumerOf(this.#options.pin));
      return (await this.#consumer.next({ expires: PULL_MS })) ?? undefined;
    } catch (error) {
      unlessAway(error);
      // The server is away, or its store is new: the job's client finds out what that means for the job.
      this.#consumer = undefined;
      await pause(RETRY_MS);
      await ensureConsumer(this.#stores, this.#options.pin, this.#options.ackWait ?? 10_000).catch(unlessAway);
      return undefined;
    }
  }

  /** Undefined: the message needs no work. */
  async #claimOf(message: JsMsg): Promise<Claim | undefined> {
    const named = names.chunkNamedBy(message.subject);
    if (!named) {
      await this.#done(message);
      return undefined;
    }
    const held: Held = { message, ...named };
    const attempt = `${this.#options.name}-${message.seq}-${message.info.deliveryCount}`;
    const open = await this.#openChunk(held, attempt);
    if (!open) return undefined;
    const { job, chunk } = open;
    this.#held.add(held);
    this.#beat();
    return {
      job,
      chunk,
      attempt,
      commit: (result) => this.#commit(held, attempt, result),
      acknowledge: async () => {
        await this.#done(message);
        this.#held.delete(held);
        this.#chunks += 1;
      },
      release: (failure) => this.#release(held, failure),
    };
  }

  /** Undefined: its message is damaged, its job is over, or it has a result from a worker that died before it could acknowledge. */
  async #openChunk(
    held: Held,
    attempt: string,
  ): Promise<{ readonly job: JobMessage; readonly chunk: ChunkMessage } | undefined> {
    const { message, run } = held;
    try {
      // Only clients write it; its contents are checked before it runs.
      const chunk = unseal(message.data, `The message of chunk ${held.chunk} of ${run}`) as ChunkMessage;
      const job = await this.#jobOf(chunk);
      const isAgain = message.info.deliveryCount > 1 || chunk.isAgain;
      if (job && !(isAgain && (await this.#hasResult(run, chunk.chunk)))) return { job, chunk };
      await this.#done(message);
    } catch (error) {
      if (!(error instanceof ClusterError) || error.code !== "corrupted") throw error;
      await this.#release(held, { code: error.code, message: error.message, worker: this.#options.name, attempt });
    }
    return undefined;
  }

  /** Acknowledges twice. If the server is away, the message is redelivered, and its result is found. */
  async #done(message: JsMsg): Promise<void> {
    await message.ackAck().catch(unlessAway);
  }

  async #jobOf({ job, digest }: ChunkMessage): Promise<JobMessage | undefined> {
    const known = this.#jobs.get(job);
    if (known?.digest === digest) return known;
    const stored = await patiently(() => this.#stores.jobs.get(job));
    const message = storedJob(stored)?.message;
    if (message?.digest !== digest) return undefined;
    this.#jobs.clear();
    this.#jobs.set(job, message);
    return message;
  }

  async #hasResult(run: string, chunk: number): Promise<boolean> {
    const entry = await patiently(() => this.#stores.results.get(names.resultKey(run, chunk)));
    return entry?.operation === "PUT";
  }

  async #commit({ run, chunk }: Held, attempt: string, result: ChunkResult): Promise<boolean> {
    const { results, partBytes } = this.#stores;
    const key = names.resultKey(run, chunk);
    const partsKey = `${key}.part.${names.token(attempt)}`;
    const frame = encodeResult(result);
    let isFirst = false;
    try {
      isFirst = await patiently(() => createLarge(results, key, partsKey, frame, partBytes));
    } finally {
      // Nobody reads the parts of a result that does not count.
      if (!isFirst && frame.length >= partBytes)
        await patiently(() => forgetKeys(this.#stores, names.RESULTS_BUCKET, `${partsKey}.*`));
    }
    return isFirst;
  }

  /** Reports the failure before it returns the chunk: it counts once, however often the chunk is delivered. */
  async #release(held: Held, failure: AttemptFailure): Promise<void> {
    const { run, chunk, message } = held;
    const isInputsGone = failure.code === "inputs_gone";
    if (!isInputsGone) this.#stores.nc.publish(names.failuresOf(run), tellFailure({ chunk, failure }));
    try {
      if (!isInputsGone)
        await this.#stores.results.put(names.failureKey(run, chunk, failure.attempt), sealedFailure(failure));
    } catch (error) {
      // A connected client has already received it. If the store is full, every chunk would warn, again and again.
      if (!(storeError(error) instanceof ClusterError))
        process.emitWarning(
          `A failure of chunk ${chunk} could not be stored: ${String(error)}. It was: ${failure.message}`,
        );
    }
    const { deliveryCount } = message.info;
    message.nak(
      isInputsGone ? INPUTS_GONE_MS * Math.min(deliveryCount, 30) : RETRY_MS * 2 ** Math.min(deliveryCount - 1, 8),
    );
    this.#held.delete(held);
  }

  async #request(run: string, hash: string, offset: number): Promise<Uint8Array> {
    const { data } = await patiently(
      () => this.#stores.nc.request(names.blobsOf(run), blobRequest({ hash, offset }), { timeout: 5000 }),
      (error) => /no responders/.test(String(error)),
    ).catch((cause: unknown) => {
      throw new ClusterError("inputs_gone", `No client sends ${hash} of ${run}.`, { cause });
    });
    if (data[0] === 1) return data.subarray(1);
    throw new ClusterError("corrupted", `The client of ${run} does not have ${hash}.`);
  }

  #beat(): void {
    if (this.#stores.nc.isClosed()) return;
    const { name: worker, pin, threads } = this.#options;
    const deliveries = [...this.#held].map(({ message, run, chunk }) => ({ run, chunk, reply: replyOf(message) }));
    const beat: Beat = { worker, pin, threads, done: this.#chunks, deliveries };
    this.#stores.nc.publish(names.beatsOf(names.token(worker)), JSON.stringify(beat));
  }
}

/** The subject for acknowledgements, which the NATS client has but does not declare. Without it, only JetStream detects that the worker is silent. */
function replyOf(message: JsMsg): string {
  return "reply" in message && typeof message.reply === "string" ? message.reply : "";
}
