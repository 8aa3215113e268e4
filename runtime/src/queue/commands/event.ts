// `QueueEvent`: the handle that submitting a command returns, to await, query and time it. The command itself is in command.ts, and the scheduler
// runs it. An event never starts work, except that `waitSync` runs what is due.

import type { Command } from "./command.js";
import { finish } from "./scheduler.js";

/** "submitted": waiting; "running": started; "complete", "failed" and "cancelled" (before it started) are final. */
export type EventStatus = "submitted" | "running" | "complete" | "failed" | "cancelled";

/** Whole nanoseconds since `performance.timeOrigin`, as exact as the host's clock; undefined until it happened. */
export interface Profiling {
  readonly submit: number;
  /** Remains undefined if the command did not run. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** The clock that measured start and end. */
  readonly clock: "host" | "device";
  /** The largest difference between the device's clock and that of `submit`, in nanoseconds. */
  readonly within: number | undefined;
}

/**
 * A submitted command. `await` it, or call `wait()`: it rejects with the command's error. If nobody does, the error goes to the queue's `onError`.
 * Events keep the process alive until they are final.
 *
 *     const event = q.parallelFor(n, (i) => { … });
 *     await event;
 *     console.log(`${(event.profiling.end - event.profiling.start) / 1e6} ms`);
 */
export class QueueEvent implements PromiseLike<void> {
  readonly #command: Command;

  /** @internal Queues create events. */
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

  /** The unfinished events among its dependencies. */
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
   * Runs what is due until the command is complete; throws its error. Cannot be called inside a kernel or host task, or for a command that waits
   * for a promise. Blocks the thread: in a browser prefer `await`.
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
