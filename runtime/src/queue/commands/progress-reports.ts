// Reports the progress of long launches to the queue's `onProgress`: at most every 50 ms, and at the end.

import type { Progress } from "./command.js";

/** How far a launch is. */
export interface LaunchProgress {
  /** The kernel's name: its `name` option, or file, line and enclosing function. */
  readonly kernel: string;
  /** The number of work-items that have started. */
  readonly done: number;
  /** The number of all work-items. */
  readonly total: number;
}
/** Receives the progress of a launch, some twenty times a second. An option of launches. */
export type OnProgress = (progress: LaunchProgress) => void;

const INTERVAL_MS = 50;

export class ProgressReports {
  readonly #kernel: string;
  readonly #total: number;
  /** Called for each report, so that the listener can be set and removed while the launch runs. */
  readonly #listener: () => OnProgress | undefined;
  #last = performance.now();
  #hasTold = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(kernel: string, total: number, listener: () => OnProgress | undefined) {
    this.#kernel = kernel;
    this.#total = total;
    this.#listener = listener;
  }

  /** Called after each step of the launch; `done` returns how many work-items have started. */
  after(progress: Progress, done: () => number): void {
    // No steps are made while others work.
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
