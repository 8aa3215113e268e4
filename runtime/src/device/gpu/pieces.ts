// Into which dispatches a launch is divided, so that each takes about a tenth of a second at most: drivers take a GPU for lost that does not answer,
// and between two dispatches a launch can be given up. How long a dispatch will take is known from those before.

/** In ms. */
const LONGEST = 100;
/** Work-items of the first dispatch of a launch of which nothing is known: where it has a timeout, and where it has none. */
const FIRST = { inTime: 2 ** 10, any: 2 ** 18 } as const;
/** So much more than the one before. */
const GROWTH = 8;
/** Work-items of a dispatch that is submitted before it is known how long those before it take. */
const AHEAD = 2 ** 22;

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
    return new Pieces({ total, multiple, longest, units, ahead: AHEAD / items }, (known) => {
      this.#known = known;
    });
  }
}

/** A range of units. */
export interface Piece {
  readonly begin: number;
  readonly end: number;
}

interface Division {
  /** Units of the launch. */
  readonly total: number;
  readonly multiple: number;
  /** Milliseconds that a dispatch may take. */
  readonly longest: number;
  /** Units of the first dispatch. */
  readonly units: number;
  readonly ahead: number;
}

export class Pieces {
  readonly #division: Division;
  readonly #learn: (pace: number) => void;
  #units: number;
  #begin = 0;
  #taken = 0;
  #largest = 0;

  constructor(division: Division, learn: (pace: number) => void) {
    this.#division = division;
    this.#units = division.units;
    this.#learn = learn;
  }

  /** The next one; undefined behind the last. */
  next(): Piece | undefined {
    const { total, multiple } = this.#division;
    const begin = this.#begin;
    if (begin >= total) return undefined;
    const units = Math.max(1, Math.round(this.#units / multiple)) * multiple;
    this.#begin = Math.min(total, begin + units);
    return { begin, end: this.#begin };
  }

  /** The same, if it is submitted before it is known how long the one before takes. */
  nextAhead(): Piece | undefined {
    this.#units = Math.max(this.#units, Math.min(GROWTH * this.#units, this.#division.ahead));
    return this.next();
  }

  /**
   * Says how long one took. The first one's time includes what was under way before, and what drivers do for a new program. A small remainder says
   * little, since its time is that of any dispatch.
   */
  took(units: number, ms: number): void {
    const { longest } = this.#division;
    const most = GROWTH * units;
    if (this.#taken++ === 0) {
      this.#largest = units;
      this.#units = ms < longest ? most : units;
      return;
    }
    if (2 * units < this.#largest) return;
    this.#largest = Math.max(this.#largest, units);
    const pace = units / Math.max(ms, 0.01);
    this.#units = Math.min(most, pace * longest);
    this.#learn(pace);
  }
}
