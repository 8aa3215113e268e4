// What is known of a program's speed: how many work-items a call of it gets, and how long a range will take. Begins with
// the guess from its IR and learns from every launch.

import { nextSize } from "../../device/cpu/threads/index.js";

/** The very first chunk: small, because guesses err, and doubled as soon as it is found to be. */
const FIRST = 16;
/** The first chunk of a launch is this part of the others: with other captures a kernel may be slower than it was. */
const CAUTION = 8;
/** So many launches stay with one thread when several threads were slower so many times, one after the other. */
const RETRY = 16;
const MOST_SLOWER = 2;
/** From here on a measured time says more about the work-items than about the call and the clock. */
const TELLING_MS = 0.02;

export class Pace {
  #chunk = FIRST;
  #msPerItem: number;
  #launchesAlone = 0;
  #slower = 0;

  /** `nanoseconds` is the guess for one work-item. */
  constructor(nanoseconds: number) {
    this.#msPerItem = nanoseconds / 1e6;
  }

  /** Work-items per call. */
  get chunk(): number {
    return this.#chunk;
  }

  /** Work-items of the first call for a range of `total`; all, if they are few. */
  firstChunk(total: number): number {
    const careful = this.#chunk / CAUTION;
    return total <= careful ? total : Math.max(FIRST, Math.ceil(careful));
  }

  /** How long one thread will take. */
  estimate(items: number): number {
    return items * this.#msPerItem;
  }

  /** Takes note that a call with `items` took `ms`. */
  measured(items: number, ms: number): void {
    this.#learn(items, ms);
    this.#chunk = nextSize(this.#chunk, items, ms);
  }

  /** Whether a launch may be shared. Counts the launches. */
  mayShare(): boolean {
    if (this.#launchesAlone === 0) return true;
    this.#launchesAlone -= 1;
    return false;
  }

  /** Takes note that threads together took `ms` for `items`, of a program whose one-threaded form is a faster one. */
  compare(items: number, ms: number): void {
    this.#slower = ms > this.estimate(items) ? this.#slower + 1 : 0;
    if (this.#slower < MOST_SLOWER) return;
    this.#launchesAlone = RETRY;
    this.#slower = 0;
  }

  /** Takes note that threads came to `chunk`, and took `ms` for `items`, added up. */
  agreed(chunk: number, items: number, ms: number): void {
    this.#learn(items, ms);
    this.#chunk = chunk;
  }

  #learn(items: number, ms: number): void {
    // A coarse clock says 0.
    if (items === 0 || ms <= 0) return;
    const found = ms / items;
    if (ms >= TELLING_MS) this.#msPerItem = found;
    else this.#msPerItem = Math.min(this.#msPerItem, found);
  }
}
