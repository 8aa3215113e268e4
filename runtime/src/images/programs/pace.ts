// Estimates a program's speed: how many work-items each call gets, and how long a range will take. Starts from an estimate of its IR and learns from
// every launch.

import { nextSize } from "../../device/cpu/threads/index.js";

/** The very first chunk: small, because estimates err, and doubled as soon as it proves too small. */
const FIRST = 16;
/** The first chunk of a launch is this fraction of the others: with other captures a kernel may be slower than before. */
const CAUTION = 8;
/**
 * After MOST_SLOWER launches in a row that were slower on several threads, this many launches run on one. Each further launch that is slower
 * doubles the number, up to LONGEST_RETRY.
 */
const RETRY = 16;
const LONGEST_RETRY = 256;
const MOST_SLOWER = 2;
/** Two measurements of the same launch differ by up to this factor. */
const NOISE = 1.1;
/** A launch that is longer than the slower one by more than this factor is shared all the same. */
const ALIKE = 2;
/** Every so many launches, one begins on a single thread to measure it again. More often at first, while engines optimise the code. */
const TRIAL = 64;
/**
 * Launches that take one thread longer than this are always shared: several threads gain more there than it costs to wake them. If work-items
 * differ, a comparison tells more about those than about threads.
 */
const SHORT_MS = 4;
/** From this time on a measurement tells more about the work-items than about the call and the clock. */
const TELLING_MS = 0.02;

export class Pace {
  #chunk = FIRST;
  #msPerItem: number;
  /** For one thread that worked alone; undefined until that was measured. */
  #aloneMsPerItem: number | undefined;
  #launchesAlone = 0;
  #slower = 0;
  #retry = RETRY;
  /** How long one thread takes for the launch that was slower on several. */
  #slowerMs = 0;
  #launches = 0;

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

  /** Whether several threads may be slower than one for this many items. */
  isShort(items: number): boolean {
    return this.#alone(items) < SHORT_MS;
  }

  /** Records that a call with `items` took `ms` on one thread alone. */
  measured(items: number, ms: number): void {
    this.#learn(items, ms);
    if (ms >= TELLING_MS) this.#aloneMsPerItem = ms / items;
    this.#chunk = nextSize(this.#chunk, items, ms);
  }

  /** Whether a launch of `items` should begin on one thread, to measure that, though it may be shared. Call once per launch: it counts them. */
  wantsTrial(items: number): boolean {
    const before = this.#launches;
    this.#launches += 1;
    const isDue = before % TRIAL === 0 || (before < TRIAL && (before & (before - 1)) === 0);
    return isDue && this.isShort(items);
  }

  /** Whether a launch of `items` may be shared. Call once per launch: it counts them. */
  mayShare(items: number): boolean {
    if (this.#launchesAlone === 0 || this.#alone(items) > ALIKE * this.#slowerMs) return true;
    this.#launchesAlone -= 1;
    return false;
  }

  /** Records that `ms` passed until several threads had done `items`. */
  compare(items: number, ms: number): void {
    const alone = this.#alone(items);
    if (ms <= NOISE * alone) {
      this.#slower = 0;
      this.#retry = RETRY;
      return;
    }
    this.#slower += 1;
    if (this.#slower < MOST_SLOWER) return;
    this.#launchesAlone = this.#retry;
    this.#retry = Math.min(2 * this.#retry, LONGEST_RETRY);
    this.#slowerMs = alone;
    // After the next attempt one slower launch is enough.
    this.#slower = MOST_SLOWER - 1;
  }

  #alone(items: number): number {
    return items * (this.#aloneMsPerItem ?? this.#msPerItem);
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
