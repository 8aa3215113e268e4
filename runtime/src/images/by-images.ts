// Maps lists of device images, in order, to values. An entry is collected with any of its images: nothing here keeps them alive.

import type { LoadedImage } from "./image-library.js";

export class ByImages<T> {
  readonly #values = new Map<string, T>();
  readonly #longer = new WeakMap<LoadedImage, ByImages<T>>();

  /** The values for exactly these images, by symbol. */
  of([first, ...others]: readonly LoadedImage[]): Map<string, T> {
    if (!first) return this.#values;
    const next = this.#longer.get(first) ?? new ByImages<T>();
    this.#longer.set(first, next);
    return next.of(others);
  }
}
