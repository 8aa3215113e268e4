// What a command's submission returns: a handle that can be awaited, asked and timed. The command itself is in
// command.ts and is run by the scheduler; an event never starts work, except that `waitSync` runs what is due.

import type { Command } from "./command.js";
import { finish } from "./scheduler.js";

/** "submitted": waiting; "running": started; "complete", "failed" and "cancelled" (before it started) are final. */
export type EventStatus = "submitted" | "running" | "complete" | "failed" | "cancelled";

/** Nanoseconds since `performance.timeOrigin`, whole numbers, as exact as the host's clock; undefined until it happened. */
export interface Profiling {
  readonly submit: number;
  /** Stays undefined where the command did not run. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** Whose clock gave start and end. */
  readonly clock: "host" | "device";
  /** How far the device's clock may be from that of `submit`. */
  readonly within: number | undefined;
}

/**
 * A submitted command. `await` it, or call `wait()`: it rejects with the command's error. If nobody does, an error goes to
 * the queue's `onError`. Events keep the process alive until they are final.
 *
 *     const event = q.parallelFor(n, (i) => { … });
 *     await event;
 *     console.log(`${(event.profiling.end - event.profiling.start) / 1e6} ms`);
 */
export class QueueEvent implements PromiseLike<void> {
  readonly #command: Command;

  /** @internal Events are made by queues. */
  constructor(command: Command) {
    this.#command = command;
    command.event = this;
  }

  get status(): EventStatus {
    return this.#command.status;
  }

  get profiling(): Profiling {
    const { submit, start, end, within } = this.#command.times;
    return {
      submit: inNanoseconds(submit),
      start: start && inNanoseconds(start),
      end: end && inNanoseconds(end),
      clock: within === undefined ? "host" : "device",
      within: within && inNanoseconds(within),
    };
  }

  /** The events given as its dependencies that are not final yet. */
  get waitList(): readonly QueueEvent[] {
    return this.#command.waitList.map((command) => QueueEvent.of(command));
  }

  /** Resolves when the command is complete; rejects with its error, or with the signal's reason if it was cancelled. */
  wait(): Promise<void> {
    return this.#command.settled();
  }

  /** SYCL's name for `wait`. */
  waitAndThrow(): Promise<void> {
    return this.wait();
  }

  /**
   * Runs what is due until the command is complete; throws its error. Not from inside a kernel or host task, nor for what waits for
   * a promise. Blocks the thread: in a browser prefer `await`.
   */
  waitSync(): void {
    finish(this.#command);
    this.#command.throwIfFailed();
  }

  // biome-ignore lint/suspicious/noThenProperty: events are awaitable.
  then<A = void, B = never>(
    // biome-ignore lint/suspicious/noConfusingVoidType: as PromiseLike<void> states it.
    onFulfilled?: ((value: void) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.wait().then(onFulfilled, onRejected);
  }

  /** @internal */
  static commandOf(event: QueueEvent): Command {
    return event.#command;
  }

  /** @internal */
  static of(command: Command): QueueEvent {
    return command.event ?? new QueueEvent(command);
  }
}

function inNanoseconds(ms: number): number {
  return Math.round(ms * 1e6);
}
