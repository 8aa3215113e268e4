// The chunks of all jobs of a local pool: waiting, delivered to a process, or done. Chunks of processes that have been silent for a while are
// delivered to another, and only the first result of a chunk counts.

import type { Submission } from "../bus.js";
import type { AttemptFailure, ChunkMessage, ChunkResult } from "../messages.js";
import type { DeliveredChunk } from "./local-messages.js";

interface QueuedChunk {
  readonly submission: Submission;
  readonly message: ChunkMessage;
}

interface Delivery extends QueuedChunk {
  readonly worker: string;
  lastSign: number;
}

export class ChunkQueue {
  readonly #jobs = new Map<string, { readonly submission: Submission; readonly committed: Set<number> }>();
  readonly #waiting: QueuedChunk[] = [];
  readonly #delivered = new Map<string, Delivery>();
  #attempts = 0;

  get jobs(): readonly Submission[] {
    return [...this.#jobs.values()].map(({ submission }) => submission);
  }

  has(job: string): boolean {
    return this.#jobs.has(job);
  }

  add(submission: Submission): void {
    this.#jobs.set(submission.job.job, { submission, committed: new Set() });
    for (const message of submission.chunks) this.#waiting.push({ submission, message });
  }

  remove(job: string): void {
    this.#jobs.delete(job);
  }

  blob(job: string, hash: string): Uint8Array | undefined {
    return this.#jobs.get(job)?.submission.blob(hash);
  }

  /** Delivers the next chunk without a result; undefined if there is none. */
  deliver(worker: string): DeliveredChunk | undefined {
    for (let chunk = this.#waiting.shift(); chunk; chunk = this.#waiting.shift()) {
      if (!this.#isOpen(chunk)) continue;
      const attempt = `${worker} ${this.#attempts++}`;
      this.#delivered.set(attempt, { ...chunk, worker, lastSign: performance.now() });
      return { job: chunk.submission.job, chunk: chunk.message, attempt };
    }
    return undefined;
  }

  /** Whether it is the chunk's first result. Deliveries that were taken back may commit, too. */
  commit(attempt: string, result: ChunkResult): boolean {
    const delivery = this.#delivered.get(attempt);
    if (!delivery || !this.#isOpen(delivery)) return false;
    const { submission, message } = delivery;
    this.#jobs.get(message.job)?.committed.add(message.chunk);
    submission.onCommit(message.chunk, result);
    return true;
  }

  acknowledge(attempt: string): void {
    this.#delivered.delete(attempt);
  }

  release(attempt: string, failure: AttemptFailure): void {
    const delivery = this.#delivered.get(attempt);
    if (!delivery) return;
    this.#delivered.delete(attempt);
    if (!this.#isOpen(delivery)) return;
    this.#waiting.push(delivery);
    delivery.submission.onAttemptFailed(delivery.message.chunk, failure);
  }

  signOfLife(worker: string): void {
    for (const delivery of this.#delivered.values())
      if (delivery.worker === worker) delivery.lastSign = performance.now();
  }

  /** Queues the chunks of processes that were silent for `ms` again; those may still commit. Returns whether there were any. */
  redeliverSilent(ms: number): boolean {
    let hasAny = false;
    for (const delivery of this.#delivered.values()) {
      if (performance.now() - delivery.lastSign < ms) continue;
      delivery.lastSign = Number.POSITIVE_INFINITY;
      if (!this.#isOpen(delivery)) continue;
      this.#waiting.unshift(delivery);
      hasAny = true;
    }
    return hasAny;
  }

  /** Releases all chunks of a process that has ended. */
  releaseAll(worker: string, reason: string): void {
    for (const [attempt, delivery] of [...this.#delivered]) {
      if (delivery.worker === worker)
        this.release(attempt, { code: "worker_failed", message: reason, worker, attempt });
    }
  }

  #isOpen({ message, submission }: QueuedChunk): boolean {
    const job = this.#jobs.get(message.job);
    return job?.submission === submission && !job.committed.has(message.chunk);
  }
}
