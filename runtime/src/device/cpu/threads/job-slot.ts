// Main's side of one slot of control.ts: writes a job there, helps with it, waits for its end and takes its outcome. The pool decides which slots are
// used, and handles jobs whose worker is lost.

import { FAILURE, THREAD_STACK_OFFSET } from "@lanewise/ir";
import { host } from "../../../host/index.js";
import type { MappedMemory } from "../../../memory/index.js";
import { jobWord, join, open, takeFailure, wake } from "./control.js";
import type { Job, JobFailure, JobOutcome, JobRequest } from "./job.js";
import * as WORD from "./words.js";

/** How long main spins for the last chunks before it sleeps, in ms. */
const SPIN_MS = 0.1;
/** How long main sleeps before it checks whether the threads still live. */
const LOOK_MS = 100;
/** The longest delay of a timer; a longer one would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** A slot's interface to its pool. */
export interface SlotOwner {
  readonly words: Int32Array;
  readonly memory: MappedMemory;
  /** Main and the workers. */
  readonly threads: number;
  readonly programId: (request: JobRequest) => number;
  /** Called when the slot's job has ended. */
  readonly ended: () => void;
  /** Called when the slot's job has taken too long. */
  readonly timedOut: () => void;
  /** Called while main waits for threads, when its event loop cannot report one that has ended. */
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

  /** The current job's request. */
  get request(): JobRequest | undefined {
    return this.#current?.request;
  }

  get job(): Job | undefined {
    return this.#current?.job;
  }

  /** Opens a free slot's gate for a job; the workers are not woken yet. */
  begin(request: JobRequest, job: Job): void {
    const { begin, cut, blocks } = request;
    const number = this.#get(WORD.job) + 1;
    this.#set(WORD.job, number);
    this.#set(WORD.program, this.#owner.programId(request));
    this.#set(WORD.args, request.args);
    this.#set(WORD.next, begin);
    this.#set(WORD.total, cut.total);
    this.#set(WORD.row, cut.row);
    this.#set(WORD.gang, cut.gang);
    this.#set(WORD.chunk, request.chunk);
    this.#set(WORD.seats, request.seats);
    this.#set(WORD.blocks, blocks.base);
    this.#set(WORD.stride, blocks.stride);
    this.#set(WORD.items, 0);
    this.#set(WORD.microseconds, 0);
    this.#current = { job, request, number };
    this.#hasLeftSeat = false;
    open(this.#owner.words, this.#index);
  }

  /** How many work-items of the range have begun, including those before the job. */
  get begun(): number {
    return this.#get(WORD.next);
  }

  /** Announces the job to the workers: wakes one, if main is about to work itself, else two, which wake others. */
  call(isMainBusy: boolean): void {
    const { words } = this.#owner;
    Atomics.add(words, WORD.epoch, 1);
    // A worker that is about to sleep sees the new epoch and does not.
    wake(words, this.#index, isMainBusy ? 1 : 2);
  }

  /** Works on the job on the calling thread, if there is a free seat, until no chunk is left or about `until`. */
  help(until?: number): void {
    const run = this.#current?.request.run;
    join(this.#owner.words, this.#index, 0, () => run, until);
    this.#hasLeftSeat = true;
  }

  /** Ends the job if it is done. */
  poll(): void {
    if (!this.#current || Atomics.load(this.#owner.words, this.#at(WORD.done)) !== this.#current.number) return;
    const failure = this.#takeFailure(this.#current.request);
    const [items, ms] = [this.#get(WORD.items), this.#get(WORD.microseconds) / 1000];
    this.end({ failure, lost: undefined, items, ms, chunk: this.#get(WORD.chunk) });
  }

  /** Clears all records, because the next job may begin before this one's outcome is read. */
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

  /** Waits for the job's end. Without a deadline, helps as long as there is work. */
  finish(): void {
    const { number, request } = this.#current ?? {};
    if (number === undefined || request === undefined) return;
    const { words } = this.#owner;
    const { deadline } = request;
    if (deadline === undefined) this.help();
    const end = performance.now() + SPIN_MS;
    const done = this.#at(WORD.done);
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
        // The job may have finished long ago, if something else has blocked the event loop.
        this.poll();
        if (this.#current?.number !== number) return;
        if (left > LONGEST_TIMER) this.#setTimer(number, deadline);
        else this.#owner.timedOut();
      },
      Math.min(left, LONGEST_TIMER),
    );
  }

  /** Polls when the job may be done. The thread that ends a job stores its number, then notifies, which may reach the next job's watch. */
  #watch(number: number): void {
    const again = () => {
      this.poll();
      if (this.#current?.number === number) this.#watch(number);
    };
    const { waitAsync } = Atomics;
    const done = this.#at(WORD.done);
    // Older browsers have to poll.
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
    // Launches that have waited for the pool come first.
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
