// A command of a queue: work in steps of at most a fraction of a millisecond where possible, its state, its waiters.
// The scheduler calls `step`; this file decides nothing about order or time.

import type { EventStatus } from "./event.js";

/** What a command does. `step` returns whether more is to do; it may throw, which fails the command. */
export interface Work {
  step(): boolean;
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
  readonly #waiters: (() => void)[] = [];

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

  /** Does the next piece of work. */
  step(): void {
    if (this.status === "submitted") {
      this.status = "running";
      this.times.start = performance.now();
    }
    let isMoreToDo = false;
    try {
      isMoreToDo = this.#work.step();
    } catch (error) {
      this.#error = error;
      this.#end("failed");
      return;
    }
    if (!isMoreToDo) this.#end("complete");
  }

  #end(status: "complete" | "failed"): void {
    this.times.end = performance.now();
    this.status = status;
    this.#work.release();
    for (const wake of this.#waiters.splice(0)) wake();
    if (status === "failed") this.#onFailure(this);
  }

  /** Resolves when the command is final, also if it failed. Does not count as waiting for its outcome. */
  finality(): Promise<void> {
    if (this.isFinal) return Promise.resolve();
    return new Promise((resolve) => {
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
