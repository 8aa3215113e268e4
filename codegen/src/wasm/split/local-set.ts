// A set of a function's locals, one bit each: long kernels copy it at every branch.

export class LocalSet {
  readonly #words: Uint32Array;

  constructor(words: Uint32Array) {
    this.#words = words;
  }

  /** The empty set for this many locals. */
  static none(locals: number): LocalSet {
    return new LocalSet(new Uint32Array(Math.ceil(locals / 32)));
  }

  has(local: number): boolean {
    return (((this.#words[local >>> 5] ?? 0) >>> (local & 31)) & 1) === 1;
  }

  add(local: number): void {
    const word = local >>> 5;
    this.#words[word] = (this.#words[word] ?? 0) | (1 << (local & 31));
  }

  delete(local: number): void {
    const word = local >>> 5;
    this.#words[word] = (this.#words[word] ?? 0) & ~(1 << (local & 31));
  }

  addAll(other: LocalSet): void {
    for (let word = 0; word < this.#words.length; word++) {
      this.#words[word] = (this.#words[word] ?? 0) | (other.#words[word] ?? 0);
    }
  }

  copy(): LocalSet {
    return new LocalSet(this.#words.slice());
  }
}
