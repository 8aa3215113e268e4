// Into which dispatches a launch is divided, so that each takes about a tenth of a second at most: drivers take a GPU for lost that does not answer,
// and between two dispatches a launch can be given up. How long a dispatch will take is known from those before.

/** In ms. */
const LONGEST = 100;
/** Work-items of the first dispatch of a launch of which nothing is known: where it has a timeout, and where it has none. */
const FIRST = { inTime: 2 ** 10, any: 2 ** 18 } as const;
/** So much more than the one before. */
const GROWTH = 8;

interface PiecesOptions {
  /** Of the launch, in units: work-items, or groups. */
  readonly total: number;
  /** Work-items of a unit. */
  readonly items: number;
  /** Units that stay together. */
  readonly multiple: number;
  /** In ms. */
  readonly timeout: number | undefined;
}

/** What a program's dispatches have shown: units in a millisecond. */
export class Pace {
  #known: number | undefined;

  /** Undefined: one dispatch has all of the launch. */
  pieces({ total, items, multiple, timeout }: PiecesOptions): Pieces | undefined {
    const longest = timeout === undefined ? LONGEST : Math.min(LONGEST, timeout / 4);
    const first = (timeout === undefined ? FIRST.any : FIRST.inTime) / items;
    const units = this.#known === undefined ? first : this.#known * longest;
    if (units >= total) return undefined;
    return new Pieces(total, multiple, longest, units, (known) => {
      this.#known = known;
    });
  }
}

export class Pieces {
  readonly #total: number;
  readonly #multiple: number;
  readonly #longest: number;
  readonly #learn: (pace: number) => void;
  #units: number;
  #begin = 0;
  #taken = 0;

  constructor(total: number, multiple: number, longest: number, units: number, learn: (pace: number) => void) {
    this.#total = total;
    this.#multiple = multiple;
    this.#longest = longest;
    this.#units = units;
    this.#learn = learn;
  }

  /** The next one; undefined behind the last. */
  next(): { readonly begin: number; readonly end: number } | undefined {
    const begin = this.#begin;
    if (begin >= this.#total) return undefined;
    const units = Math.max(1, Math.round(this.#units / this.#multiple)) * this.#multiple;
    this.#begin = Math.min(this.#total, begin + units);
    return { begin, end: this.#begin };
  }

  /** Says how long that took. The first one's time has in it what was under way before, and what drivers do for a new program. */
  took(units: number, ms: number): void {
    const most = GROWTH * units;
    if (this.#taken++ === 0) {
      this.#units = ms < this.#longest ? most : units;
      return;
    }
    const pace = units / Math.max(ms, 0.01);
    this.#units = Math.min(most, pace * this.#longest);
    this.#learn(pace);
  }
}
