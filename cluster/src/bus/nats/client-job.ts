// One job of a client: stores it and its chunks, watches the results, and recovers what a server or a worker has lost.

import { randomUUID } from "node:crypto";
import type { KvEntry, KvWatchEntry } from "@nats-io/kv";
import type { QueuedIterator, Subscription } from "@nats-io/transport-node";
import { ClusterError } from "../../errors.js";
import type { RunningJob, Submission } from "../bus.js";
import type { ChunkMessage, ChunkResult } from "../messages.js";
import { BEAT_MS, type Workers } from "./beats.js";
import { storedFailure, toldFailure } from "./failures.js";
import { decodeResult } from "./frame.js";
import { keepInputs, serveInputs } from "./job-inputs.js";
import { readLarge } from "./large-values.js";
import * as names from "./names.js";
import { ensureConsumer, forgetKeys, forgetRun, type NatsStores } from "./nats-stores.js";
import { isAway, isStoreMissing, patiently, typedError } from "./patience.js";
import { seal } from "./sealed.js";
import { sealedJob, storedJob } from "./stored-job.js";

/** The number of chunks published before waiting for confirmations. */
const IN_FLIGHT = 128;
const ALIVE_MS = 2500;

/** The state that a client's jobs share. */
export interface ClientConnection {
  readonly stores: NatsStores;
  readonly workers: Workers;
  readonly ackWait: number;
  /** After a reconnect, results may have been missed: a killed server may forget the position of watches. */
  reconnects: number;
}

export class ClientJob implements RunningJob {
  readonly #connection: ClientConnection;
  readonly #stores: NatsStores;
  readonly #submission: Submission;
  readonly #run: string;
  /** The stored job names its latest client. */
  readonly #client = randomUUID();
  /** The number before the job was submitted. */
  readonly #reconnects: number;
  /** Keys of results and failures read so far. */
  readonly #read = new Set<string>();
  /** Revisions of damaged results, whose chunks are run again. */
  readonly #damaged = new Set<number>();
  /** The workers' silences that #rescue has already handled. */
  #silences: number;
  #isExplained = false;
  #isStored = false;
  readonly #subscriptions: Subscription[] = [];
  readonly #watches: QueuedIterator<KvWatchEntry>[] = [];
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(connection: ClientConnection, submission: Submission) {
    names.assertJobId(submission.job.job);
    this.#connection = connection;
    this.#stores = connection.stores;
    this.#submission = submission;
    this.#run = names.runOf(submission.job);
    this.#reconnects = connection.reconnects;
    this.#silences = connection.workers.silences;
  }

  /** Settles when the job is stored. If it rejects for want of room, it leaves nothing behind. */
  async start(): Promise<void> {
    try {
      await this.#begin();
    } catch (error) {
      this.#leave();
      const typed = typedError(error);
      // The stored part would take room from the next job.
      if (this.#isStored && typed instanceof ClusterError && typed.code === "store_full") await this.#forget();
      throw typed;
    }
  }

  async end(isOver: boolean): Promise<void> {
    this.#leave();
    if (isOver && !this.#stores.nc.isClosed()) await this.#forget();
  }

  lose(reason: unknown): void {
    this.#submission.onLost(reason);
  }

  async #begin(): Promise<void> {
    const { job } = this.#submission;
    const { workers, ackWait } = this.#connection;
    this.#subscriptions.push(serveInputs(this.#stores, this.#run, this.#submission), this.#hearFailures());
    await patiently(() => ensureConsumer(this.#stores, job.pin, ackWait));
    await this.#store();
    if (job.isDurable) await keepInputs(this.#stores, this.#run, this.#submission);
    workers.runs.add(this.#run);
    await this.#clearQueue();
    const committed = await this.#committed();
    await this.#watch("*", (entry) => this.#readResult(entry));
    await this.#watch("*.failed.*", async (entry) => this.#readFailure(entry));
    await this.#publish(committed);
    this.#timers.push(
      setInterval(() => void this.#check(), ALIVE_MS),
      setInterval(() => void this.#rescue(), BEAT_MS),
      setInterval(() => void this.#explain(), ALIVE_MS),
    );
  }

  #leave(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#connection.workers.runs.delete(this.#run);
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    for (const watch of this.#watches) watch.stop();
  }

  #forget(): Promise<void> {
    return patiently(() => forgetRun(this.#stores, this.#submission.job, this.#run));
  }

  /** Checks that the id is free, or has the same job, which this client then continues; stores it. */
  async #store(): Promise<void> {
    const { jobs } = this.#stores;
    const message = this.#submission.job;
    const entry = await patiently(() => jobs.get(message.job));
    const stored = ifIntact(() => storedJob(entry));
    if (stored && stored.message.digest !== message.digest)
      throw new ClusterError("job_conflict", `Job ${message.job} already exists, with another kernel or other inputs.`);
    await patiently(() => jobs.put(message.job, sealedJob({ message, client: this.#client })));
    this.#isStored = true;
  }

  /**
   * Removes what an earlier client of the job has left in the queue, so that no chunk is there twice. Must come before the results are read, because
   * that queues the chunks of damaged results.
   */
  async #clearQueue(): Promise<void> {
    const filter = names.chunksOfRun(this.#submission.job.pin, this.#run);
    await patiently(() => this.#stores.jsm.streams.purge(names.CHUNKS_STREAM, { filter }));
  }

  /** The chunks that already have a result. */
  async #committed(): Promise<ReadonlySet<number>> {
    const committed = new Set<number>();
    await patiently(async () => {
      for await (const key of await this.#stores.results.keys(`${this.#run}.*`)) committed.add(this.#chunkOf(key));
    });
    return committed;
  }

  #chunkOf(key: string): number {
    return Number(key.slice(this.#run.length + 1));
  }

  async #watch(keys: string, read: (entry: KvWatchEntry) => Promise<void>): Promise<void> {
    const options = { key: `${this.#run}.${keys}`, ignoreDeletes: true };
    const watch = await patiently(() => this.#stores.results.watch(options));
    this.#watches.push(watch);
    void follow(watch, read, this.#submission.onLost);
  }

  async #publish(done: ReadonlySet<number>): Promise<void> {
    const left = this.#submission.chunks.filter(({ chunk }) => !done.has(chunk));
    for (let from = 0; from < left.length; from += IN_FLIGHT) {
      const next = left.slice(from, from + IN_FLIGHT);
      await Promise.all(next.map((chunk) => patiently(() => this.#publishChunk(chunk, ""))));
    }
  }

  /** JetStream drops duplicates with the same occasion. */
  async #publishChunk(chunk: ChunkMessage, occasion: string): Promise<void> {
    const subject = names.chunkSubject(this.#submission.job.pin, this.#run, chunk.chunk);
    await this.#stores.js.publish(subject, seal(chunk), { msgID: `${this.#client} ${chunk.chunk}${occasion}` });
  }

  /** Removes a damaged result and runs its chunk again: that counts as a failed attempt. */
  async #readResult({ key, value, revision }: KvEntry): Promise<void> {
    const { chunks, onCommit, onAttemptFailed } = this.#submission;
    const chunk = this.#chunkOf(key);
    let result: ChunkResult;
    try {
      result = decodeResult(await patiently(() => readLarge(this.#stores.results, value)));
    } catch (error) {
      if (!(error instanceof ClusterError) || error.code !== "corrupted") throw error;
      if (this.#damaged.has(revision)) return;
      this.#damaged.add(revision);
      const { code, message } = error;
      onAttemptFailed(chunk, { code, message, worker: "the store", attempt: `${key} ${revision}` });
      await patiently(() => forgetKeys(this.#stores, names.RESULTS_BUCKET, key, revision));
      const again = chunks[chunk];
      if (again) await patiently(() => this.#publishChunk({ ...again, isAgain: true }, ` behind ${revision}`));
      return;
    }
    this.#read.add(key);
    onCommit(chunk, result);
  }

  #readFailure({ key, value }: KvEntry): void {
    const { chunk, failure } = storedFailure(key, value);
    this.#submission.onAttemptFailed(chunk, failure);
  }

  #hearFailures(): Subscription {
    const { job, onAttemptFailed, onLost } = this.#submission;
    return this.#stores.nc.subscribe(names.failuresOf(this.#run), {
      callback: (error, message) => {
        if (error) {
          onLost(typedError(error));
          return;
        }
        const told = toldFailure(message.data, job.chunks);
        if (told) onAttemptFailed(told.chunk, told.failure);
      },
    });
  }

  /** Checks for losses of a killed server: the job, and the position of its consumers. */
  async #check(): Promise<void> {
    const { job, onLost } = this.#submission;
    const { jobs, nc, jsm } = this.#stores;
    if (nc.isClosed()) return;
    try {
      // Reading from a deleted bucket looks as if the server were away.
      for (const stream of names.streamsOfJobs) await jsm.streams.info(stream);
      const stored = storedJob(await jobs.get(job.job));
      if (!stored) onLost(new ClusterError("job_gone", `Job ${job.job} is no longer stored.`));
      else if (stored.client !== this.#client)
        onLost(new ClusterError("job_conflict", `Another client has taken over job ${job.job}.`));
      // After a damaged result is purged, a watch may skip what follows it.
      if (this.#connection.reconnects !== this.#reconnects || this.#damaged.size > 0) await this.#readUnseen();
    } catch (error) {
      if (isStoreMissing(error))
        onLost(new ClusterError("job_gone", `The server no longer has the job's store.`, { cause: error }));
      // If the server is away, the next check will tell.
      else if (!isAway(error)) onLost(typedError(error));
    }
  }

  /** Reads results and failures that the watches have missed. */
  async #readUnseen(): Promise<void> {
    const { results } = this.#stores;
    await ensureConsumer(this.#stores, this.#submission.job.pin, this.#connection.ackWait);
    for await (const key of await results.keys(`${this.#run}.>`)) {
      const [, , kind] = key.split(".");
      const entry = kind === "part" || this.#read.has(key) ? undefined : await results.get(key);
      if (entry?.operation !== "PUT") continue;
      if (kind === undefined) await this.#readResult(entry);
      else {
        this.#read.add(key);
        this.#readFailure(entry);
      }
    }
  }

  /**
   * After a silence: once nothing waits any more, publishes again each chunk without a result that no heard worker has. It may have been on its way
   * to a worker that was stopped, for whose acknowledgement JetStream would wait.
   */
  async #rescue(): Promise<void> {
    const { job, chunks, onLost } = this.#submission;
    const { jsm, nc } = this.#stores;
    const { workers } = this.#connection;
    const { silences } = workers;
    if (this.#silences === silences || nc.isClosed()) return;
    try {
      const { num_pending: waiting } = await jsm.consumers.info(names.CHUNKS_STREAM, names.consumerOf(job.pin));
      if (waiting > 0) return;
      this.#silences = silences;
      const { held } = workers;
      for (const chunk of chunks) {
        const key = names.resultKey(this.#run, chunk.chunk);
        if (!this.#read.has(key) && !held.has(key))
          await this.#publishChunk({ ...chunk, isAgain: true }, ` ${silences}`);
      }
    } catch (error) {
      // If the server is away, there will be another silence. #check detects a store without its stream.
      if (!isAway(error)) onLost(typedError(error));
    }
  }

  /** Warns once that a job waits because no worker may run it. */
  async #explain(): Promise<void> {
    const { job, pin } = this.#submission.job;
    if (this.#isExplained || this.#stores.nc.isClosed()) return;
    const reason = await this.#connection.workers.reasonToWait(pin);
    if (reason === undefined || this.#isExplained) return;
    this.#isExplained = true;
    process.emitWarning(`Job ${job} waits: ${reason}.`);
  }
}

/** Damaged data counts as missing: it is written again. */
function ifIntact<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ClusterError && error.code === "corrupted") return undefined;
    throw error;
  }
}

async function follow(
  watch: QueuedIterator<KvWatchEntry>,
  read: (entry: KvWatchEntry) => Promise<void>,
  onLost: (reason: unknown) => void,
): Promise<void> {
  try {
    for await (const entry of watch) await read(entry);
  } catch (error) {
    onLost(typedError(error));
  }
}
