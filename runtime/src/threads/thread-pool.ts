// The threads of one device, and main's side of control.ts: runs one job at a time. A pool that loses a worker is at its
// end: its team makes another.

import type { Block } from "../allocator.js";
import type { DeviceContext } from "../device-context.js";
import { host } from "../host/host.js";
import { initialise, join, open, takeFailure, WORD, wake, wordsFor } from "./control.js";
import type { Job, JobOutcome, JobRequest, Loss, ThreadBlocks } from "./job.js";
import { Workers } from "./workers.js";

const timedOut: Loss = { code: "timeout", reason: "it took too long" };

/** How long main spins for the last chunks before it sleeps, in ms. */
const SPIN_MS = 0.1;

export class ThreadPool {
  /** Why it can be used no more; undefined while all is well. */
  problem: Loss | undefined;
  readonly workers: Workers;
  readonly #context: DeviceContext;
  readonly #words: Int32Array;
  readonly #threads: number;
  #job: (Job & { readonly request: JobRequest; readonly number: number }) | undefined;
  /** Who waits for the job's end, and who waits for a turn. */
  #doneWaiters: (() => void)[] = [];
  #idleWaiters: (() => void)[] = [];
  /** Whether main has worked on the job and left it. */
  #hasLeftSeat = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #blocks: Block | undefined;
  #ending: Promise<unknown> = Promise.resolve();

  /** For at most `threads` threads at once. */
  constructor(context: DeviceContext, threads: number, workerUrl: string | undefined) {
    this.#context = context;
    this.#threads = threads;
    this.#words = new Int32Array(new SharedArrayBuffer(wordsFor(threads + 1) * 4));
    initialise(this.#words);
    // Workers keep what they call: not the pool, which is to go when nothing else leads to it.
    const pool = new WeakRef(this);
    const onEnd = (reason: string) => {
      const lost = pool.deref();
      if (lost) lost.#lose({ code: "thread_lost", reason });
    };
    this.workers = new Workers(this.#words, context.memory.memory, workerUrl, onEnd);
  }

  /** Of main and the workers. */
  get threads(): number {
    return this.#threads + 1;
  }

  get isBusy(): boolean {
    return this.#job !== undefined;
  }

  /** The threads' blocks, with at least `size` bytes each, their failure records clear. While no job runs. */
  threadBlocks(size: number): ThreadBlocks {
    // Two cache lines, because processors fetch pairs.
    const stride = Math.ceil(size / 128) * 128;
    const threads = this.#threads + 1;
    if (!this.#blocks || this.#blocks.size < stride * threads) {
      if (this.#blocks) this.#context.releaseInternal(this.#blocks);
      this.#blocks = undefined;
      this.#blocks = this.#context.allocateInternal(stride * threads, "The threads' private memory");
    }
    return { base: this.#blocks.offset, stride };
  }

  /** Gives a job to the workers. The pool is not busy. */
  begin(request: JobRequest): Job {
    const words = this.#words;
    const { begin, cut, blocks } = request;
    const number = (words[WORD.job] ?? 0) + 1;
    const job = { number, request, seats: request.seats, text: request.text, outcome: undefined };
    this.#job = job;
    this.#hasLeftSeat = false;
    words[WORD.job] = number;
    words[WORD.program] = this.workers.idOf(request.text);
    words[WORD.args] = request.args;
    words[WORD.next] = begin;
    words[WORD.total] = cut.total;
    words[WORD.row] = cut.row;
    words[WORD.gang] = cut.gang;
    words[WORD.chunk] = request.chunk;
    words[WORD.seats] = request.seats;
    words[WORD.blocks] = blocks.base;
    words[WORD.stride] = blocks.stride;
    words[WORD.items] = 0;
    words[WORD.microseconds] = 0;
    open(words);
    return job;
  }

  /** How many work-items of its range the job has begun, also before it; undefined when it has ended. */
  begunBy(job: Job): number | undefined {
    return this.#job === job ? this.#words[WORD.next] : undefined;
  }

  /** Makes the job known to the workers: one is woken, if main is about to work itself, else two, who wake others. */
  call(isMainBusy: boolean): void {
    Atomics.add(this.#words, WORD.epoch, 1);
    // Who is about to sleep sees the new epoch and does not.
    wake(this.#words, isMainBusy ? 1 : 2);
  }

  /** The calling thread works on the job, if there is a free seat: until no chunk is left, or about `until`. */
  help(until?: number): void {
    const run = this.#job?.request.run;
    join(this.#words, 0, () => run, until);
    this.#hasLeftSeat = true;
  }

  /** Ends the job if it is done. */
  poll(): void {
    const job = this.#job;
    if (!job || Atomics.load(this.#words, WORD.done) !== job.number) return;
    const [items = 0, microseconds = 0] = this.#words.subarray(WORD.items, WORD.microseconds + 1);
    const chunk = this.#words[WORD.chunk] ?? 1;
    const failure = takeFailure(this.#words, this.#threads + 1);
    this.#end({ failure, lost: undefined, items, ms: microseconds / 1000, chunk });
  }

  /** Waits for the job's end. Helps as long as there is something to do, if there is no deadline. */
  finish(): void {
    const { number, request } = this.#job ?? {};
    if (number === undefined || request === undefined) return;
    const { deadline } = request;
    if (deadline === undefined) this.help();
    const end = performance.now() + SPIN_MS;
    const isDone = () => Atomics.load(this.#words, WORD.done) === number;
    let left = Number.POSITIVE_INFINITY;
    while (!isDone() && left > 0) {
      const now = performance.now();
      if (deadline !== undefined) left = deadline - now;
      if (host.canBlock && now > end && left > 0) Atomics.wait(this.#words, WORD.done, number - 1, left);
    }
    if (isDone()) this.poll();
    else this.#lose(timedOut);
  }

  /** Calls `resume` when the job is done, at a later turn of the event loop. */
  whenDone(resume: () => void): void {
    const { number } = this.#job ?? {};
    if (number === undefined) return;
    // A worker that found all seats taken sleeps, though main has left its seat since.
    if (this.#hasLeftSeat) this.call(false);
    this.#hasLeftSeat = false;
    this.#doneWaiters.push(resume);
    this.#watch(number);
    const { deadline } = this.#job?.request ?? {};
    if (deadline === undefined) return;
    this.#timer = setTimeout(() => this.#lose(timedOut), deadline - performance.now());
  }

  /** Polls when the job may be done. Who ends a job stores its number, then notifies: that may reach the next one's watch. */
  #watch(number: number): void {
    const again = () => {
      this.poll();
      if (this.#job?.number === number) this.#watch(number);
    };
    const { waitAsync } = Atomics;
    // An older browser has to look again and again.
    if (waitAsync) void Promise.resolve(waitAsync(this.#words, WORD.done, number - 1).value).then(again);
    else setTimeout(again, 1);
  }

  /** Calls `resume` when the pool has no job. */
  whenIdle(resume: () => void): void {
    this.#idleWaiters.push(resume);
  }

  #end(outcome: JobOutcome): void {
    if (this.#job) this.#job.outcome = outcome;
    this.#job = undefined;
    clearTimeout(this.#timer);
    // A queue whose job is done may have another: first come those that have waited.
    for (const resume of [...this.#idleWaiters.splice(0), ...this.#doneWaiters.splice(0)]) resume();
  }

  /** Ends the workers; no job runs. Resolves when none runs any more. */
  end(): Promise<unknown> {
    this.#lose({ code: "thread_lost", reason: "its context was disposed of" });
    return this.#ending;
  }

  /** A worker could not start, or has ended: it may have been in a chunk, so that the job cannot end any more. */
  #lose(loss: Loss): void {
    if (this.problem !== undefined) return;
    this.problem = loss;
    // Until they have ended they may write there.
    const blocks = [this.#job?.request.copies, this.#blocks].filter((block) => block !== undefined);
    this.#context.poolIsEnding();
    this.#ending = this.workers.terminate().then(() => {
      for (const block of blocks) this.#context.releaseInternal(block);
      this.#context.poolHasEnded();
    });
    this.#end({ failure: undefined, lost: loss, items: 0, ms: 0, chunk: 1 });
  }
}
