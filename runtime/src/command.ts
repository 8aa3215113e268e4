// A command of a queue: work in steps of at most a fraction of a millisecond where possible, its state, its waiters.
// The scheduler calls `step`; this file decides nothing about order or time.

import type { EventStatus } from "./event.js";

/** "more": call again; "away": other threads work, and resume the turn when they are done; "done": it is complete. */
export type Progress = "more" | "away" | "done";

/** A chance to do something. */
export interface Turn {
  /** Whether somebody waits and the event loop stands still: then nothing may be left to it, and no step is "away". */
  readonly isBlocking: boolean;
  /** To be called, at a later turn of the event loop, after a step that was "away". */
  readonly resume: () => void;
}

/** What a command does. `step` may throw, which fails the command. */
export interface Work {
  /** Whether it prints: on one device such commands run one after the other. Absent: no. */
  readonly isPrinting?: boolean;
  step(turn: Turn): Progress;
  /** Called once when the work ended, whether it succeeded or not: gives back arrays and blocks. */
  release(): void;
}

type Times = { readonly submit: number; start: number | undefined; end: number | undefined };

export class Command {
  readonly #work: Work;
  readonly #onFailure: (command: Command) => void;
  readonly dependencies: readonly Command[];
  readonly times: Times = { submit: performance.now(), start: undefined, end: undefined };
  status: EventStatus = "submitted";
  #error: unknown;
  #isObserved = false;
  #waiters: (() => void)[] | undefined;

  /** `onFailure` is told about a failure; whether somebody waits for it is `isObserved`. */
  constructor(work: Work, dependencies: readonly Command[], onFailure: (command: Command) => void) {
    this.#work = work;
    this.dependencies = dependencies;
    this.#onFailure = onFailure;
  }

  get isFinal(): boolean {
    return this.status === "complete" || this.status === "failed";
  }

  /** Whether somebody has asked for the outcome, and so gets the error. */
  get isObserved(): boolean {
    return this.#isObserved;
  }

  /** The error of a failed command. */
  get error(): unknown {
    return this.#error;
  }

  observe(): void {
    this.#isObserved = true;
  }

  /** Does the next piece of work. Does not throw: a failed command is "done". */
  step(turn: Turn): Progress {
    if (this.status === "submitted") {
      this.status = "running";
      this.times.start = performance.now();
    }
    let progress: Progress;
    try {
      progress = this.#work.step(turn);
    } catch (error) {
      this.#error = error;
      this.#end("failed");
      return "done";
    }
    if (progress === "done") this.#end("complete");
    return progress;
  }

  #end(status: "complete" | "failed"): void {
    this.times.end = performance.now();
    this.status = status;
    this.#work.release();
    const waiters = this.#waiters ?? [];
    this.#waiters = undefined;
    for (const wake of waiters) wake();
    if (status === "failed") this.#onFailure(this);
  }

  /** Resolves when the command is final, also if it failed. Does not count as waiting for its outcome. */
  finality(): Promise<void> {
    if (this.isFinal) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters ??= [];
      this.#waiters.push(resolve);
    });
  }

  throwIfFailed(): void {
    this.observe();
    if (this.status === "failed") throw this.#error;
  }

  /** Resolves when the command is complete; rejects with its error. */
  async settled(): Promise<void> {
    this.observe();
    await this.finality();
    this.throwIfFailed();
  }
}
