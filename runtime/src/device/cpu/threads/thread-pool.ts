// The threads of one device: runs several jobs at a time, each in a slot (job-slot.ts). A pool that loses a worker ends, and its team makes another.

import type { WorkerSource } from "../../../host/index.js";
import type { Block } from "../../../memory/index.js";
import type { CpuDevice } from "../running/index.js";
import { initialise, SLOTS, wordsFor } from "./control.js";
import type { Job, JobRequest, Loss, ThreadBlocks } from "./job.js";
import { JobSlot, type SlotOwner } from "./job-slot.js";
import { Workers } from "./workers.js";

/** Private memory of threads larger than this is released when its launch is done. */
export const LARGE_STACKS = 16 * 2 ** 20;

const timedOut: Loss = { code: "timeout", reason: "it took too long" };

export class ThreadPool {
  /** Why the pool cannot be used any more; undefined while it can. */
  problem: Loss | undefined;
  readonly workers: Workers;
  readonly #device: CpuDevice;
  readonly #threads: number;
  readonly #slots: readonly JobSlot[];
  readonly #blocks = new Map<JobSlot, Block>();
  #waiters: (() => void)[] = [];
  /** The launch that waits for all slots to be free; no other begins before it. */
  #next: object | undefined;
  #ending: Promise<unknown> = Promise.resolve();

  /** A pool of at most `threads` threads at once. */
  constructor(device: CpuDevice, threads: number, source: WorkerSource) {
    this.#device = device;
    this.#threads = threads;
    const words = new Int32Array(new SharedArrayBuffer(wordsFor(threads + 1) * 4));
    initialise(words);
    this.workers = new Workers(words, device.memory.memory, source, ThreadPool.#loser(new WeakRef(this)));
    const owner: SlotOwner = {
      words,
      memory: device.memory,
      threads: this.threads,
      programId: ({ text }) => this.workers.idOf(text),
      ended: () => {
        this.#returnBlocks();
        this.#resumeWaiters();
      },
      timedOut: () => this.#lose(timedOut),
      look: () => {
        if (this.workers.haveLostOne()) this.#lose({ code: "thread_lost", reason: "one of them has ended" });
      },
    };
    this.#slots = Array.from({ length: SLOTS }, (_, index) => new JobSlot(owner, index));
  }

  /** Workers keep alive what they call, and its closure. That must not include the pool, which is collected when it is unreachable. */
  static #loser(pool: WeakRef<ThreadPool>): (reason: string) => void {
    return (reason) => {
      const lost = pool.deref();
      if (lost) lost.#lose({ code: "thread_lost", reason });
    };
  }

  /** Main and the workers. */
  get threads(): number {
    return this.#threads + 1;
  }

  /**
   * Returns a free slot for `who`, or undefined if it has to wait. A job with a deadline runs alone, because all jobs are lost if it takes too long.
   * A launch that waits to run alone comes before others, except those that cannot wait (`isBlocking`).
   */
  slotFor(who: object, isAlone: boolean, isBlocking: boolean): JobSlot | undefined {
    if (this.#next !== undefined && this.#next !== who && !isBlocking) return undefined;
    const running = this.#slots.filter(({ request }) => request !== undefined);
    const hasToWait = running.some(({ request }) => request?.deadline !== undefined) || (isAlone && running.length > 0);
    if (isAlone) this.#next = hasToWait && !isBlocking ? who : undefined;
    return hasToWait ? undefined : this.#slots.find(({ request }) => request === undefined);
  }

  /** Returns the threads' blocks for a job in that slot, of at least `size` bytes each, with clear failure records. */
  threadBlocks(slot: JobSlot, size: number): ThreadBlocks {
    // Two cache lines, because processors fetch pairs.
    const stride = Math.ceil(size / 128) * 128;
    const known = this.#blocks.get(slot);
    if (known && known.size >= stride * this.threads) return { base: known.offset, stride };
    if (known) this.#device.internal.release(known);
    this.#blocks.delete(slot);
    const made = this.#device.reserveStacks(stride, this.threads);
    this.#blocks.set(slot, made);
    return { base: made.offset, stride };
  }

  /** Releases large blocks of slots without a job. */
  #returnBlocks(): void {
    for (const [slot, block] of this.#blocks) {
      if (slot.request !== undefined || block.size <= LARGE_STACKS) continue;
      this.#blocks.delete(slot);
      this.#device.internal.release(block);
    }
  }

  /** Gives a job to the workers, in a free slot. */
  begin(slot: JobSlot, request: JobRequest): Job {
    const others = this.#slots.flatMap(({ job }) => job ?? []);
    for (const other of others) other.isAlone = false;
    const job = { seats: request.seats, text: request.text, isAlone: others.length === 0, outcome: undefined };
    slot.begin(request, job);
    return job;
  }

  /** Ends the jobs that are done. */
  poll(): void {
    for (const slot of this.#slots) slot.poll();
  }

  /** Waits for the end of a job, so that a slot becomes free. */
  finishOne(): void {
    this.#slots.find(({ request }) => request !== undefined)?.finish();
  }

  /** Calls `resume` when a job has ended. */
  whenFree(resume: () => void): void {
    this.#waiters.push(resume);
  }

  #resumeWaiters(): void {
    for (const resume of this.#waiters.splice(0)) resume();
  }

  /** Ends the workers while no job runs. Resolves when none runs any more. */
  end(): Promise<unknown> {
    this.#lose({ code: "thread_lost", reason: "its context was disposed of" });
    return this.#ending;
  }

  /** Handles a worker that could not start, or has ended: it may have been in a chunk, so its job cannot end any more. */
  #lose(loss: Loss): void {
    if (this.problem !== undefined) return;
    this.problem = loss;
    // Until the workers have ended they may write there.
    const copies = this.#slots.flatMap(({ request }) => request?.copies ?? []);
    const blocks = [...copies, ...this.#blocks.values()];
    this.#blocks.clear();
    this.#device.poolIsEnding();
    this.#ending = this.workers.terminate().then(() => {
      for (const block of blocks) this.#device.internal.release(block);
      this.#device.poolHasEnded();
    });
    for (const slot of this.#slots) slot.end({ failure: undefined, lost: loss, items: 0, ms: 0, chunk: 1 });
    this.#resumeWaiters();
  }
}
