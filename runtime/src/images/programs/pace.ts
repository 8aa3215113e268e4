// Estimates a program's speed: how many work-items each call gets, and how long a range will take. Starts from an estimate of its IR and learns from
// every launch.

import { nextSize } from "../../device/cpu/threads/index.js";

/** The very first chunk: small, because estimates err, and doubled as soon as it proves too small. */
const FIRST = 16;
/** The first chunk of a launch is this fraction of the others: with other captures a kernel may be slower than before. */
const CAUTION = 8;
/** After MOST_SLOWER launches in a row that were slower on several threads, this many launches run on one. */
const RETRY = 16;
const MOST_SLOWER = 2;
/** From this time on a measurement tells more about the work-items than about the call and the clock. */
const TELLING_MS = 0.02;

export class Pace {
  #chunk = FIRST;
  #msPerItem: number;
  #launchesAlone = 0;
  #slower = 0;

  /** `nanoseconds` is the estimate for one work-item. */
  constructor(nanoseconds: number) {
    this.#msPerItem = nanoseconds / 1e6;
  }

  /** Work-items per call. */
  get chunk(): number {
    return this.#chunk;
  }

  /** Work-items of the first call for a range of `total`; all of them if they are few. */
  firstChunk(total: number): number {
    const careful = this.#chunk / CAUTION;
    return total <= careful ? total : Math.max(FIRST, Math.ceil(careful));
  }

  /** How long one thread will take. */
  estimate(items: number): number {
    return items * this.#msPerItem;
  }

  /** Records that a call with `items` took `ms`. */
  measured(items: number, ms: number): void {
    this.#learn(items, ms);
    this.#chunk = nextSize(this.#chunk, items, ms);
  }

  /** Whether a launch may be shared. Call once per launch: it counts them. */
  mayShare(): boolean {
    if (this.#launchesAlone === 0) return true;
    this.#launchesAlone -= 1;
    return false;
  }

  /** Records that all threads took `ms` for `items`, for a program whose one-threaded form is faster per thread. */
  compare(items: number, ms: number): void {
    this.#slower = ms > this.estimate(items) ? this.#slower + 1 : 0;
    if (this.#slower < MOST_SLOWER) return;
    this.#launchesAlone = RETRY;
    this.#slower = 0;
  }

  /** Records the threads' chunk size, and the time `ms`, added up, that they took for `items`. */
  agreed(chunk: number, items: number, ms: number): void {
    this.#learn(items, ms);
    this.#chunk = chunk;
  }

  #learn(items: number, ms: number): void {
    // A coarse clock may give 0.
    if (items === 0 || ms <= 0) return;
    const found = ms / items;
    if (ms >= TELLING_MS) this.#msPerItem = found;
    else this.#msPerItem = Math.min(this.#msPerItem, found);
  }
}
