// Main's side of one slot of control.ts: writes a job there, helps with it, waits for its end and takes its outcome. Which slots are
// used, and what becomes of jobs whose worker is lost, is the pool's.

import { FAILURE, THREAD_STACK_OFFSET } from "@lanewise/ir";
import { host } from "../../../host/index.js";
import type { MappedMemory } from "../../../memory/index.js";
import { JOB_WORD, jobWord, join, open, takeFailure, WORD, wake } from "./control.js";
import type { Job, JobFailure, JobOutcome, JobRequest } from "./job.js";

/** How long main spins for the last chunks before it sleeps, in ms. */
const SPIN_MS = 0.1;
/** How long main sleeps before it looks whether the threads still live. */
const LOOK_MS = 100;
/** What a timer takes at most; with more it would go off at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** What a slot needs to know of its pool. */
export interface SlotOwner {
  readonly words: Int32Array;
  readonly memory: MappedMemory;
  /** Of main and the workers. */
  readonly threads: number;
  readonly programId: (request: JobRequest) => number;
  /** Its job has ended. */
  readonly ended: () => void;
  /** Its job has taken too long. */
  readonly timedOut: () => void;
  /** Main waits for threads, and its event loop cannot tell it of one that has ended. */
  readonly look: () => void;
}

export class JobSlot {
  readonly #owner: SlotOwner;
  readonly #index: number;
  #current: { readonly job: Job; readonly request: JobRequest; readonly number: number } | undefined;
  #waiters: (() => void)[] = [];
  /** Whether main has worked on the job and left it. */
  #hasLeftSeat = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(owner: SlotOwner, index: number) {
    this.#owner = owner;
    this.#index = index;
  }

  /** What it works on. */
  get request(): JobRequest | undefined {
    return this.#current?.request;
  }

  get job(): Job | undefined {
    return this.#current?.job;
  }

  /** Lets the workers in; they are not called yet. The slot is free. */
  begin(request: JobRequest, job: Job): void {
    const { begin, cut, blocks } = request;
    const number = this.#get(JOB_WORD.job) + 1;
    this.#set(JOB_WORD.job, number);
    this.#set(JOB_WORD.program, this.#owner.programId(request));
    this.#set(JOB_WORD.args, request.args);
    this.#set(JOB_WORD.next, begin);
    this.#set(JOB_WORD.total, cut.total);
    this.#set(JOB_WORD.row, cut.row);
    this.#set(JOB_WORD.gang, cut.gang);
    this.#set(JOB_WORD.chunk, request.chunk);
    this.#set(JOB_WORD.seats, request.seats);
    this.#set(JOB_WORD.blocks, blocks.base);
    this.#set(JOB_WORD.stride, blocks.stride);
    this.#set(JOB_WORD.items, 0);
    this.#set(JOB_WORD.microseconds, 0);
    this.#current = { job, request, number };
    this.#hasLeftSeat = false;
    open(this.#owner.words, this.#index);
  }

  /** How many work-items of the range have begun, also before the job. */
  get begun(): number {
    return this.#get(JOB_WORD.next);
  }

  /** Makes the job known to the workers: one is woken, if main is about to work itself, else two, who wake others. */
  call(isMainBusy: boolean): void {
    const { words } = this.#owner;
    Atomics.add(words, WORD.epoch, 1);
    // Who is about to sleep sees the new epoch and does not.
    wake(words, this.#index, isMainBusy ? 1 : 2);
  }

  /** The calling thread works on the job, if there is a free seat: until no chunk is left, or about `until`. */
  help(until?: number): void {
    const run = this.#current?.request.run;
    join(this.#owner.words, this.#index, 0, () => run, until);
    this.#hasLeftSeat = true;
  }

  /** Ends the job if it is done. */
  poll(): void {
    if (!this.#current || Atomics.load(this.#owner.words, this.#at(JOB_WORD.done)) !== this.#current.number) return;
    const failure = this.#takeFailure(this.#current.request);
    const [items, ms] = [this.#get(JOB_WORD.items), this.#get(JOB_WORD.microseconds) / 1000];
    this.end({ failure, lost: undefined, items, ms, chunk: this.#get(JOB_WORD.chunk) });
  }

  /** Clears all records: the next job may begin before somebody looks at this one's outcome. */
  #takeFailure({ blocks: { base, stride } }: JobRequest): JobFailure | undefined {
    const { words, memory, threads } = this.#owner;
    const failure = takeFailure(words, this.#index, threads);
    if (!failure) return undefined;
    const record = memory.bytes(base + failure.thread * stride, THREAD_STACK_OFFSET).slice();
    for (let thread = 0; thread < threads; thread++) {
      memory.view.setInt32(base + thread * stride + FAILURE.site, 0, true);
    }
    return { ...failure, record: new Uint8Array(record).buffer };
  }

  /** Waits for the job's end. Helps as long as there is something to do, if there is no deadline. */
  finish(): void {
    const { number, request } = this.#current ?? {};
    if (number === undefined || request === undefined) return;
    const { words } = this.#owner;
    const { deadline } = request;
    if (deadline === undefined) this.help();
    const end = performance.now() + SPIN_MS;
    const done = this.#at(JOB_WORD.done);
    const isDone = () => Atomics.load(words, done) === number;
    let left = Number.POSITIVE_INFINITY;
    while (!isDone() && left > 0) {
      const now = performance.now();
      if (deadline !== undefined) left = deadline - now;
      if (!host.canBlock || now <= end || left <= 0) continue;
      this.#owner.look();
      // The pool is lost, and the job with it.
      if (this.#current?.number !== number) return;
      Atomics.wait(words, done, number - 1, Math.min(left, LOOK_MS));
    }
    if (isDone()) this.poll();
    else this.#owner.timedOut();
  }

  /** Calls `resume` when the job is done, at a later turn of the event loop. */
  whenDone(resume: () => void): void {
    const { number, request } = this.#current ?? {};
    if (number === undefined) return;
    // A worker that found all seats taken sleeps, though main has left its seat since.
    if (this.#hasLeftSeat) this.call(false);
    this.#hasLeftSeat = false;
    this.#waiters.push(resume);
    this.#watch(number);
    const { deadline } = request ?? {};
    if (deadline !== undefined) this.#setTimer(number, deadline);
  }

  #setTimer(number: number, deadline: number): void {
    const left = deadline - performance.now();
    this.#timer = setTimeout(
      () => {
        // It may be done since long, where something else has held up the event loop.
        this.poll();
        if (this.#current?.number !== number) return;
        if (left > LONGEST_TIMER) this.#setTimer(number, deadline);
        else this.#owner.timedOut();
      },
      Math.min(left, LONGEST_TIMER),
    );
  }

  /** Polls when the job may be done. Who ends a job stores its number, then notifies: that may reach the next one's watch. */
  #watch(number: number): void {
    const again = () => {
      this.poll();
      if (this.#current?.number === number) this.#watch(number);
    };
    const { waitAsync } = Atomics;
    const done = this.#at(JOB_WORD.done);
    // An older browser has to look again and again.
    if (waitAsync) void Promise.resolve(waitAsync(this.#owner.words, done, number - 1).value).then(again);
    else setTimeout(again, 1);
  }

  /** Gives the job its outcome. */
  end(outcome: JobOutcome): void {
    if (!this.#current) return;
    this.#current.job.outcome = outcome;
    this.#current = undefined;
    clearTimeout(this.#timer);
    const waiters = this.#waiters.splice(0);
    // First come those that have waited for the pool.
    this.#owner.ended();
    for (const resume of waiters) resume();
  }

  #at(word: number): number {
    return jobWord(this.#index, word);
  }

  #get(word: number): number {
    return this.#owner.words[this.#at(word)] ?? 0;
  }

  #set(word: number, value: number): void {
    this.#owner.words[this.#at(word)] = value;
  }
}
