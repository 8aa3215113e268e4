// The event of an algorithm that computes one value.

import type { QueueEvent } from "../queue/commands/index.js";

/**
 * What reduce and compact return: `await` it for the value. As a dependency of other commands, use its `event`.
 *
 *     const total = await reduce(q, x, "add");
 */
export class ResultEvent<T> implements PromiseLike<T> {
  /** Of the last command. */
  readonly event: QueueEvent;
  readonly #value: () => T;

  /** @internal Algorithms make them. */
  constructor(event: QueueEvent, value: () => T) {
    this.event = event;
    this.#value = value;
  }

  /** Resolves with the value; rejects with the first error. */
  async wait(): Promise<T> {
    await this.event;
    return this.#value();
  }

  /** Runs what is due until the value is there. Blocks the thread: in a browser prefer `await`. */
  waitSync(): T {
    this.event.waitSync();
    return this.#value();
  }

  // biome-ignore lint/suspicious/noThenProperty: events are awaitable.
  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.wait().then(onFulfilled, onRejected);
  }
}
