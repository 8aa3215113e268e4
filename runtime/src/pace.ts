// What is known of a program's speed: how many work-items a call of it gets, and how long a range will take. Begins with
// the guess from its IR and learns from every launch.

import { nextSize, TARGET_MS } from "./threads/chunks.js";

/** The first chunk is this part of what would take the whole time, because guesses err. */
const CAUTION = 1 / 16;
const SMALLEST_FIRST = 16;
const LARGEST_FIRST = 2 ** 14;
/** From here on a measured time says more about the work-items than about the call and the clock. */
const TELLING_MS = 0.02;

export class Pace {
  #chunk: number;
  #msPerItem: number;

  /** `nanoseconds` is the guess for one work-item. */
  constructor(nanoseconds: number) {
    this.#msPerItem = nanoseconds / 1e6;
    const first = Math.floor((TARGET_MS * CAUTION) / this.#msPerItem);
    this.#chunk = Math.min(LARGEST_FIRST, Math.max(SMALLEST_FIRST, first));
  }

  /** Work-items per call. */
  get chunk(): number {
    return this.#chunk;
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
