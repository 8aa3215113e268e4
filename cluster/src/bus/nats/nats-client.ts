// The client's side of NATS: stores the job, gives inputs to who asks, watches the results.

import { randomUUID } from "node:crypto";
import type { KvEntry, KvWatchEntry } from "@nats-io/kv";
import type { QueuedIterator, Subscription } from "@nats-io/transport-node";
import { ClusterError } from "../../errors.js";
import { pinOf, pinOfThisMachine } from "../../pin.js";
import type { AskedDevice, ClientBus, RunningJob, Submission } from "../bus.js";
import type { ChunkResult, JobMessage } from "../messages.js";
import { BEAT_MS, type Beat, Workers } from "./beats.js";
import { BLOB_GONE, parseBlobRequest } from "./blob-requests.js";
import { storedFailure, toldFailure } from "./failures.js";
import { decodeResult } from "./frame.js";
import { gpuPin } from "./gpu-pin.js";
import { putParts, readLarge } from "./large-values.js";
import * as names from "./names.js";
import { ensureConsumer, forgetKeys, forgetRun, type NatsOptions, type NatsStores, openStores } from "./nats-stores.js";
import { isAway, isStoreMissing, patiently, typedError } from "./patience.js";
import { seal } from "./sealed.js";
import { sealedJob, storedJob } from "./stored-job.js";

/** As many chunks are published before the first is confirmed. */
const IN_FLIGHT = 128;
const ALIVE_MS = 2500;

interface Watched {
  readonly client: string;
  /** Before the job was submitted. */
  readonly reconnects: number;
  /** Keys of results and failures that were read. */
  readonly done: Set<string>;
  /** Revisions of results that were damaged, whose chunks are done again. */
  readonly damaged: Set<number>;
  /** Of workers, as far as #rescue has seen to what they may have had. */
  silences: number;
  /** Whether it was said why the job waits. */
  isExplained: boolean;
}

export class NatsClient implements ClientBus {
  readonly #stores: NatsStores;
  readonly #workers: Workers;
  readonly #ackWait: number;
  /** Results may come unseen behind one: servers that were killed may forget how far watches had come. */
  #reconnects = 0;
  readonly #lost = new Set<(reason: unknown) => void>();

  private constructor(stores: NatsStores, ackWait: number) {
    this.#stores = stores;
    this.#ackWait = ackWait;
    this.#workers = new Workers(stores.nc);
    void this.#followConnection();
  }

  static async connect(options: NatsOptions): Promise<NatsClient> {
    return new NatsClient(await openStores(options, "lanewise client"), options.ackWait ?? 10_000);
  }

  /** The workers that were heard of lately. */
  get workers(): readonly Beat[] {
    return this.#workers.all;
  }

  async pin({ device, name }: AskedDevice, signal: AbortSignal | undefined): Promise<string> {
    if (device === "cpu") return pinOfThisMachine();
    return name === undefined ? gpuPin(this.#workers, signal) : pinOf(device, name);
  }

  async submit(submission: Submission): Promise<RunningJob> {
    const { job } = submission;
    names.assertJobId(job.job);
    const run = names.runOf(job);
    const client = randomUUID();
    const reconnects = this.#reconnects;
    const { silences } = this.#workers;
    const [done, damaged] = [new Set<string>(), new Set<number>()];
    const watched: Watched = { client, reconnects, done, damaged, silences, isExplained: false };
    let isStored = false;
    const subscriptions = [this.#serveBlobs(run, submission), this.#hearFailures(run, submission)];
    const watches: QueuedIterator<KvWatchEntry>[] = [];
    this.#lost.add(submission.onLost);
    const timers: NodeJS.Timeout[] = [];
    const leave = () => {
      for (const timer of timers) clearInterval(timer);
      this.#lost.delete(submission.onLost);
      this.#workers.runs.delete(run);
      for (const subscription of subscriptions) subscription.unsubscribe();
      for (const watch of watches) watch.stop();
    };
    try {
      await patiently(() => ensureConsumer(this.#stores, job.pin, this.#ackWait));
      await this.#store(job, client);
      isStored = true;
      if (job.isDurable) await this.#keepBlobs(run, submission);
      this.#workers.runs.add(run);
      await this.#clearQueue(run, job);
      const { watch, committed } = await this.#watchResults(run, submission, watched);
      watches.push(watch, await this.#watchFailures(run, submission));
      await this.#publish(run, client, submission, committed);
      timers.push(
        setInterval(() => void this.#check(run, watched, submission), ALIVE_MS),
        setInterval(() => void this.#rescue(run, watched, submission), BEAT_MS),
        setInterval(() => void this.#explain(watched, job), ALIVE_MS),
      );
    } catch (error) {
      leave();
      const typed = typedError(error);
      // What there was room for is in the way of whoever comes next.
      if (isStored && typed instanceof ClusterError && typed.code === "store_full")
        await patiently(() => forgetRun(this.#stores, job, run));
      throw typed;
    }
    return {
      end: async (isOver) => {
        leave();
        if (!isOver || this.#stores.nc.isClosed()) return;
        await patiently(() => forgetRun(this.#stores, job, run));
      },
    };
  }

  async close(): Promise<void> {
    for (const lose of this.#lost) lose(new ClusterError("closed", "The connection was closed."));
    this.#workers.close();
    await this.#stores.nc.drain();
  }

  /** The id is free, or of the same job, which this client then goes on with. */
  async #store(message: JobMessage, client: string): Promise<void> {
    const { jobs } = this.#stores;
    const entry = await patiently(() => jobs.get(message.job));
    const stored = ifIntact(() => storedJob(entry));
    if (stored && stored.message.digest !== message.digest)
      throw new ClusterError("job_conflict", `There is a job ${message.job} with another kernel or other inputs.`);
    await patiently(() => jobs.put(message.job, sealedJob({ message, client })));
  }

  /** What a server may have lost that was killed: the job, how far its consumers had come. */
  async #check(run: string, watched: Watched, submission: Submission): Promise<void> {
    const { job, onLost } = submission;
    const { client, reconnects, done } = watched;
    const { jobs, results, nc, jsm } = this.#stores;
    if (nc.isClosed()) return;
    try {
      // A read of a bucket that is gone looks as if the server were away.
      for (const stream of names.streamsOfJobs) await jsm.streams.info(stream);
      const stored = storedJob(await jobs.get(job.job));
      if (!stored) onLost(new ClusterError("job_gone", `Job ${job.job} is no longer stored.`));
      else if (stored.client !== client)
        onLost(new ClusterError("job_conflict", `Another client goes on with job ${job.job}.`));
      // Behind a purge of a damaged result, a watch may pass over what follows it.
      if (this.#reconnects === reconnects && watched.damaged.size === 0) return;
      await ensureConsumer(this.#stores, job.pin, this.#ackWait);
      for await (const key of await results.keys(`${run}.>`)) {
        const [, , kind] = key.split(".");
        const entry = kind === "part" || done.has(key) ? undefined : await results.get(key);
        if (entry?.operation !== "PUT") continue;
        if (kind === undefined) await this.#readResult(run, watched, submission, entry);
        else {
          done.add(key);
          readFailure(submission, entry);
        }
      }
    } catch (error) {
      if (isStoreMissing(error))
        onLost(new ClusterError("job_gone", `The server has no store any more.`, { cause: error }));
      // Where the server is away, the next time will tell.
      else if (!isAway(error)) onLost(typedError(error));
    }
  }

  /** A damaged result is taken away, and its chunk is done again: that is a failed attempt. */
  async #readResult(run: string, watched: Watched, submission: Submission, entry: KvEntry): Promise<void> {
    const { results, js } = this.#stores;
    const { job, chunks, onCommit, onAttemptFailed } = submission;
    const { key, value, revision } = entry;
    const chunk = Number(key.slice(run.length + 1));
    let result: ChunkResult;
    try {
      result = decodeResult(await patiently(() => readLarge(results, value)));
    } catch (error) {
      if (!(error instanceof ClusterError) || error.code !== "corrupted") throw error;
      if (watched.damaged.has(revision)) return;
      watched.damaged.add(revision);
      const { code, message } = error;
      onAttemptFailed(chunk, { code, message, worker: "the store", attempt: `${key} ${revision}` });
      await patiently(() => forgetKeys(this.#stores, names.RESULTS_BUCKET, key, revision));
      const subject = names.chunkSubject(job.pin, run, chunk);
      const again = seal({ ...chunks[chunk], isAgain: true });
      await patiently(() => js.publish(subject, again, { msgID: `${watched.client} ${chunk} behind ${revision}` }));
      return;
    }
    watched.done.add(key);
    onCommit(chunk, result);
  }

  /** Gives parts of inputs and of the image to workers that ask. */
  #serveBlobs(run: string, { blob, onLost }: Submission): Subscription {
    return this.#stores.nc.subscribe(names.blobsOf(run), {
      callback: (error, message) => {
        if (error) {
          onLost(typedError(error));
          return;
        }
        const asked = parseBlobRequest(message.data);
        const bytes = asked && blob(asked.hash);
        if (!bytes) message.respond(BLOB_GONE);
        else
          message.respond(
            Buffer.concat([Buffer.of(1), bytes.subarray(asked.offset, asked.offset + this.#stores.partBytes)]),
          );
      },
    });
  }

  #hearFailures(run: string, { job, onAttemptFailed, onLost }: Submission): Subscription {
    return this.#stores.nc.subscribe(names.failuresOf(run), {
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

  async #keepBlobs(run: string, { job, chunks, blob }: Submission): Promise<void> {
    const { blobs, partBytes } = this.#stores;
    const wanted = [job.image, ...chunks.flatMap(({ inputs }) => inputs)].filter(({ isZero }) => !isZero);
    for (const hash of new Set(wanted.map((ref) => ref.hash))) {
      const bytes = blob(hash);
      if (bytes) await patiently(() => putParts(blobs, `${run}.${hash}`, bytes, partBytes));
    }
  }

  /** `committed` has what is done already. */
  async #watchResults(run: string, submission: Submission, watched: Watched) {
    const { results } = this.#stores;
    const committed = new Set<number>();
    await patiently(async () => {
      for await (const key of await results.keys(`${run}.*`)) committed.add(Number(key.slice(run.length + 1)));
    });
    const watch = await patiently(() => results.watch({ key: `${run}.*`, ignoreDeletes: true }));
    const read = (entry: KvWatchEntry) => this.#readResult(run, watched, submission, entry);
    void follow(watch, read, submission.onLost);
    return { watch, committed };
  }

  async #watchFailures(run: string, submission: Submission): Promise<QueuedIterator<KvWatchEntry>> {
    const key = `${run}.*.failed.*`;
    const watch = await patiently(() => this.#stores.results.watch({ key, ignoreDeletes: true }));
    void follow(watch, async (entry) => readFailure(submission, entry), submission.onLost);
    return watch;
  }

  /**
   * What an earlier client of the job has left in the queue is taken away: no chunk is there twice. That comes before the results are read, since
   * chunks whose results are damaged are put there.
   */
  async #clearQueue(run: string, { pin }: JobMessage): Promise<void> {
    const filter = names.chunksOfRun(pin, run);
    await patiently(() => this.#stores.jsm.streams.purge(names.CHUNKS_STREAM, { filter }));
  }

  async #publish(run: string, client: string, { job, chunks }: Submission, done: ReadonlySet<number>): Promise<void> {
    const { js } = this.#stores;
    const left = chunks.filter(({ chunk }) => !done.has(chunk));
    for (let from = 0; from < left.length; from += IN_FLIGHT) {
      await Promise.all(
        left.slice(from, from + IN_FLIGHT).map((chunk) => {
          const subject = names.chunkSubject(job.pin, run, chunk.chunk);
          // JetStream drops what is published again under the id.
          return patiently(() => js.publish(subject, seal(chunk), { msgID: `${client} ${chunk.chunk}` }));
        }),
      );
    }
  }

  /**
   * Behind a silence: when nothing waits any more, publishes again what has no result and is with no worker that is heard. It may have been on its way
   * to one that was stopped, and JetStream would wait for that one's acknowledgement.
   */
  async #rescue(run: string, watched: Watched, { job, chunks, onLost }: Submission): Promise<void> {
    const { js, jsm, nc } = this.#stores;
    const { silences } = this.#workers;
    if (watched.silences === silences || nc.isClosed()) return;
    try {
      const { num_pending: waiting } = await jsm.consumers.info(names.CHUNKS_STREAM, names.consumerOf(job.pin));
      if (waiting > 0) return;
      watched.silences = silences;
      const held = new Set(
        this.#workers.all.flatMap(({ deliveries }) => deliveries.map((one) => names.resultKey(one.run, one.chunk))),
      );
      for (const chunk of chunks) {
        const key = names.resultKey(run, chunk.chunk);
        if (watched.done.has(key) || held.has(key)) continue;
        const subject = names.chunkSubject(job.pin, run, chunk.chunk);
        const msgID = `${watched.client} ${chunk.chunk} ${silences}`;
        await js.publish(subject, seal({ ...chunk, isAgain: true }), { msgID });
      }
    } catch (error) {
      // Where the server is away, there is another silence. A store without its stream is #check's to find.
      if (!isAway(error)) onLost(typedError(error));
    }
  }

  /** A job that no worker may run waits, which its user should know once. */
  async #explain(watched: Watched, { job, pin }: JobMessage): Promise<void> {
    if (watched.isExplained || this.#stores.nc.isClosed()) return;
    const reason = await this.#workers.reasonToWait(pin);
    if (reason === undefined || watched.isExplained) return;
    watched.isExplained = true;
    process.emitWarning(`Job ${job} waits: ${reason}.`);
  }

  /** Nobody is heard while there is no connection. */
  async #followConnection(): Promise<void> {
    for await (const { type } of this.#stores.nc.status()) {
      if (type === "reconnect") this.#reconnects += 1;
      this.#workers.hear(type);
    }
  }
}

function readFailure({ onAttemptFailed }: Submission, { key, value }: KvEntry): void {
  const { chunk, failure } = storedFailure(key, value);
  onAttemptFailed(chunk, failure);
}

/** What is damaged counts as not there: it is written anew. */
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
