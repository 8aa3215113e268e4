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
  #promise: Promise<void> | undefined;
  #settle: (() => void) | undefined;

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
    this.#settle?.();
    if (status === "failed") this.#onFailure(this);
  }

  throwIfFailed(): void {
    this.observe();
    if (this.status === "failed") throw this.#error;
  }

  settled(): Promise<void> {
    this.observe();
    this.#promise ??= new Promise((resolve, reject) => {
      this.#settle = () => (this.status === "failed" ? reject(this.#error) : resolve());
      if (this.isFinal) this.#settle();
    });
    return this.#promise;
  }
}
