// Maps by lists of device images, in order. An entry goes when one of its images does: nothing here holds them.

import type { LoadedImage } from "./image-library.js";

export class ByImages<T> {
  readonly #values = new Map<string, T>();
  readonly #longer = new WeakMap<LoadedImage, ByImages<T>>();

  /** What stands under these images, by symbol: a map of its own for each list. */
  of([first, ...others]: readonly LoadedImage[]): Map<string, T> {
    if (!first) return this.#values;
    const next = this.#longer.get(first) ?? new ByImages<T>();
    this.#longer.set(first, next);
    return next.of(others);
  }
}
