// How many work-items one call of a kernel gets: as many as take about 0.3 ms. Short calls let V8 replace its first code
// by the optimised one, which it does between calls only, and let the queue yield in time.

const TARGET_MS = 0.3;
/** Chunks are multiples of this, so that vector code has few tails. */
const GRAIN = 16;
const LARGEST = 2 ** 30;

export class Pace {
  #chunk = GRAIN;

  get chunk(): number {
    return this.#chunk;
  }

  /** Takes note that a whole chunk took `ms`. Clocks of browsers are coarse, so 0 may mean "less than 0.1 ms". */
  measured(ms: number): void {
    if (ms < TARGET_MS / 2) this.#chunk = Math.min(LARGEST, this.#chunk * 2);
    else if (ms > TARGET_MS * 2) {
      this.#chunk = Math.max(GRAIN, Math.floor((this.#chunk * TARGET_MS) / ms / GRAIN) * GRAIN);
    }
  }
}
