// The event of an algorithm that computes one value.

import type { QueueEvent } from "../queue/commands/index.js";

/**
 * The result of reduce, compact and the like: `await` it for the value. Other commands can depend on its `event`.
 *
 *     const total = await reduce(q, x, "add");
 */
export class ResultEvent<T> implements PromiseLike<T> {
  /** The event of the last command. */
  readonly event: QueueEvent;
  readonly #value: () => T;

  /** @internal Made by algorithms. */
  constructor(event: QueueEvent, value: () => T) {
    this.event = event;
    this.#value = value;
  }

  /** Resolves with the value; rejects with the first error. */
  async wait(): Promise<T> {
    await this.event;
    return this.#value();
  }

  /** Runs commands synchronously until the value is available. Blocks the thread: in a browser prefer `await`. */
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
