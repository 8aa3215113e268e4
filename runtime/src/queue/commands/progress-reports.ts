// Tells a queue's `onProgress` how far a long launch is: at most every 50 ms, and at its end.

import type { Progress } from "./command.js";

export interface LaunchProgress {
  /** The kernel's name: its `name` option, or file, line and enclosing function. */
  readonly kernel: string;
  /** Work-items that are done or under way. */
  readonly done: number;
  /** All work-items. */
  readonly total: number;
}
export type OnProgress = (progress: LaunchProgress) => void;

const INTERVAL_MS = 50;

export class ProgressReports {
  readonly #kernel: string;
  readonly #total: number;
  /** Asked each time, so that it can be set and taken away while the launch runs. */
  readonly #listener: () => OnProgress | undefined;
  #last = performance.now();
  #hasTold = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(kernel: string, total: number, listener: () => OnProgress | undefined) {
    this.#kernel = kernel;
    this.#total = total;
    this.#listener = listener;
  }

  /** After a step of the launch; `done` asks how far it is. */
  after(progress: Progress, done: () => number): void {
    // No step comes while others work.
    if (progress === "away") this.#timer ??= setInterval(() => this.#tell(done()), INTERVAL_MS);
    else this.stop();
    const isLate = performance.now() - this.#last >= INTERVAL_MS;
    if (progress === "more" && isLate) this.#tell(done());
    if (progress === "done" && (isLate || this.#hasTold)) this.#tell(this.#total);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tell(done: number): void {
    this.#last = performance.now();
    this.#hasTold = true;
    this.#listener()?.({ kernel: this.#kernel, done: Math.min(done, this.#total), total: this.#total });
  }
}
