// The last used specialized programs of a kernel. Their number is limited, since values may be new at each launch.

/** The most programs of a kernel besides those for the defaults. */
const MOST_SPECIALIZED_PROGRAMS = 64;

export class RecentPrograms<P> {
  /** In the order of use, the last used last. */
  readonly #programs = new Map<string, P>();

  get(key: string): P | undefined {
    const found = this.#programs.get(key);
    if (found === undefined) return undefined;
    this.#programs.delete(key);
    this.#programs.set(key, found);
    return found;
  }

  get size(): number {
    return this.#programs.size;
  }

  [Symbol.iterator](): Iterator<P> {
    return this.#programs.values();
  }

  /** Returns the program that is evicted for it. */
  set(key: string, program: P): P | undefined {
    this.#programs.set(key, program);
    const [oldest] = this.#programs;
    if (oldest === undefined || this.#programs.size <= MOST_SPECIALIZED_PROGRAMS) return undefined;
    this.#programs.delete(oldest[0]);
    return oldest[1];
  }
}
