// The workers of one device, and main's side of control.ts: starts workers, sends them programs, and runs one job at a
// time. Starting takes 20 ms and a program has to arrive, so main asks how many workers are ready and never waits for
// them. A pool that loses a worker is at its end: its team makes another.

import type { Block } from "../allocator.js";
import type { DeviceContext } from "../device-context.js";
import { host, type WorkerHandle } from "../host/host.js";
import type { ProgramText } from "../targets/program-text.js";
import type { Run } from "../targets/target.js";
import type { Cut } from "./chunks.js";
import {
  type ChunkFailure,
  initialise,
  join,
  open,
  THREAD_WORD,
  takeFailure,
  threadWord,
  WORD,
  wake,
  wordsFor,
} from "./control.js";
import type { WorkerMessage } from "./worker-loop.js";

/** Work for several threads: the work-items from `begin` of a range. */
export interface JobRequest {
  readonly text: ProgramText;
  /** The calling thread's function of the program. */
  readonly run: Run;
  /** Address of the argument block. */
  readonly args: number;
  readonly begin: number;
  readonly cut: Cut;
  /** Work-items per chunk, at first. */
  readonly chunk: number;
  /** How many threads may work at once. */
  readonly seats: number;
  /** When the pool is given up for it. Main cannot be, so it takes no part. */
  readonly deadline: number | undefined;
  /** The threads' blocks: that of thread i is at base + i * stride. */
  readonly blocks: ThreadBlocks;
  /** The threads' copies of what atomics update; the pool releases them if it is lost, else the caller. */
  readonly copies: Block | undefined;
}
export interface ThreadBlocks {
  readonly base: number;
  readonly stride: number;
}

/** How a job ended. */
export interface JobOutcome {
  readonly failure: ChunkFailure | undefined;
  /** How the pool was lost, and the job with it. */
  readonly lost: Loss | undefined;
  readonly items: number;
  /** That threads spent on them, added up. */
  readonly ms: number;
  /** Work-items per chunk, as found out. */
  readonly chunk: number;
}

/** A worker has ended, or was ended because its job took too long. */
export interface Loss {
  readonly code: "thread_lost" | "timeout";
  readonly reason: string;
}

export interface Job {
  readonly seats: number;
  readonly text: ProgramText;
  /** Once it is done and `poll` was called. */
  outcome: JobOutcome | undefined;
}

/** What a program is called among threads. */
interface Posted {
  readonly id: number;
  /** For each worker: how many messages it had been sent when it had been sent this one; 0: not sent. */
  readonly at: number[];
}

const timedOut: Loss = { code: "timeout", reason: "it took too long" };

/** How long main spins for the last chunks before it sleeps, in ms. */
const SPIN_MS = 0.1;

export class ThreadPool {
  /** Why it can be used no more; undefined while all is well. */
  problem: Loss | undefined;
  readonly #context: DeviceContext;
  readonly #words: Int32Array;
  readonly #threads: number;
  readonly #workerUrl: string | undefined;
  readonly #workers: WorkerHandle[] = [];
  readonly #programs = new WeakMap<ProgramText, Posted>();
  readonly #forgotten = new FinalizationRegistry<number>((id) => this.#post({ kind: "forget", id }));
  #lastProgram = 0;
  #job: (Job & { readonly request: JobRequest; readonly number: number }) | undefined;
  /** Who waits for the job's end, and who waits for a turn. */
  #doneWaiters: (() => void)[] = [];
  #idleWaiters: (() => void)[] = [];
  /** Whether main has worked on the job and left it. */
  #hasLeftSeat = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #blocks: Block | undefined;

  /** For at most `threads` threads at once. */
  constructor(context: DeviceContext, threads: number, workerUrl: string | undefined) {
    this.#context = context;
    this.#threads = threads;
    this.#workerUrl = workerUrl;
    this.#words = new Int32Array(new SharedArrayBuffer(wordsFor(threads + 1) * 4));
    initialise(this.#words);
  }

  /** Sees to it that there are `count` workers, or will be. */
  start(count: number): void {
    while (this.#workers.length < Math.min(count, this.#threads) && this.problem === undefined) this.#startWorker();
    this.#words[WORD.spinSeats] = this.#workers.length - 1;
  }

  /** Whether a worker has ever begun to run. */
  get hasStarted(): boolean {
    return this.#workers.some((_, worker) => (this.#words[threadWord(worker + 1, THREAD_WORD.received)] ?? 0) > 0);
  }

  /** Of main and the workers. */
  get threads(): number {
    return this.#threads + 1;
  }

  get isBusy(): boolean {
    return this.#job !== undefined;
  }

  /** How many workers have the program. Sends it to those that do not. */
  ready(text: ProgramText): number {
    const { id, at } = this.#postedOf(text);
    let ready = 0;
    let isNew = false;
    for (let worker = 0; worker < this.#workers.length; worker++) {
      const sent = at[worker] ?? 0;
      if (sent === 0) {
        at[worker] = this.#postTo(worker, { kind: "program", id, text });
        isNew = true;
      } else if (Atomics.load(this.#words, threadWord(worker + 1, THREAD_WORD.received)) >= sent) ready += 1;
    }
    if (isNew) {
      Atomics.add(this.#words, WORD.epoch, 1);
      Atomics.notify(this.#words, WORD.epoch);
    }
    return ready;
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
    words[WORD.program] = this.#postedOf(request.text).id;
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

  #startWorker(): void {
    const index = this.#workers.length;
    const worker = host.startWorker(this.#workerUrl, (reason) => this.#lose({ code: "thread_lost", reason }));
    this.#workers.push(worker);
    const memory = this.#context.memory.memory;
    this.#postTo(index, { kind: "start", words: this.#words, thread: index + 1, memory });
  }

  #postedOf(text: ProgramText): Posted {
    const known = this.#programs.get(text);
    if (known) return known;
    this.#lastProgram += 1;
    const made = { id: this.#lastProgram, at: [] };
    this.#programs.set(text, made);
    this.#forgotten.register(text, made.id);
    return made;
  }

  #post(message: WorkerMessage): void {
    for (let worker = 0; worker < this.#workers.length; worker++) this.#postTo(worker, message);
  }

  /** Returns how many messages the worker has been sent. */
  #postTo(worker: number, message: WorkerMessage): number {
    // Counted first: a worker that has dealt with more than was sent would wait for a message that never comes.
    const sent = Atomics.add(this.#words, threadWord(worker + 1, THREAD_WORD.posted), 1) + 1;
    this.#workers[worker]?.post(message);
    return sent;
  }

  /** A worker could not start, or has ended: it may have been in a chunk, so that the job cannot end any more. */
  #lose(loss: Loss): void {
    if (this.problem !== undefined) return;
    this.problem = loss;
    const ends = Promise.all(this.#workers.map((worker) => worker.terminate()));
    // Until they have ended they may write there.
    const blocks = [this.#job?.request.copies, this.#blocks].filter((block) => block !== undefined);
    void ends.then(() => {
      for (const block of blocks) this.#context.releaseInternal(block);
    });
    this.#end({ failure: undefined, lost: loss, items: 0, ms: 0, chunk: 1 });
  }
}
