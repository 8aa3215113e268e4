// The handler of a command group: `q.submit((h) => …)`. It keeps the one command that the group states, and what that waits for;
// the queue makes and submits it when the group's function has returned.

import { LanewiseError } from "./errors.js";
import type { QueueEvent } from "./event.js";
import type { CopyDestination, CopySource, MemcpyDestination, MemcpySource } from "./language/copy-types.js";
import type { Kernel0, Kernel1, Kernel2, Kernel3 } from "./language/kernel-function.js";
import type { Queue } from "./queue.js";
import {
  type CopyOptions,
  type Dependencies,
  type LaunchOptions,
  type MemcpyOptions,
  type Range,
  toCopyOptions,
} from "./queue-options.js";

/** A command that waits for these events. */
type Submission = (queue: Queue, after: readonly QueueEvent[]) => QueueEvent;

/**
 * What a command group is stated with: one command, and the events that it waits for.
 *
 *     const event = q.submit((h) => {
 *       h.dependsOn(uploaded);
 *       h.parallelFor(n, (i) => { out[i] = table[x[i]]; });
 *     });
 *
 * Copies and launches take what the queue's own methods take. A second command, and any call after the function has returned, throws
 * `invalid`.
 */
export class Handler {
  readonly #after: QueueEvent[] = [];
  #submission: Submission | undefined;
  #isClosed = false;

  /** @internal Handlers are made by queues. */
  static submit(queue: Queue, group: (handler: Handler) => void): QueueEvent {
    const handler = new Handler();
    try {
      group(handler);
    } finally {
      handler.#isClosed = true;
    }
    if (handler.#submission) return handler.#submission(queue, handler.#after);
    throw new LanewiseError("invalid", "q.submit: the command group states no command.", {
      help: "Call one of parallelFor, singleTask, copy and memcpy on the handler, before the function returns.",
    });
  }

  /** The command waits for these events; whether they failed makes no difference. */
  dependsOn(events: Dependencies): void {
    this.#checkOpen("dependsOn");
    this.#after.push(...toList(events));
  }

  singleTask(kernel: Kernel0, options: LaunchOptions = {}): void {
    this.#state("singleTask", (queue, after) => queue.singleTask(kernel, withAfter(options, after)));
  }

  parallelFor(range: number | readonly [number], kernel: Kernel1, options?: LaunchOptions): void;
  parallelFor(range: readonly [number, number], kernel: Kernel2, options?: LaunchOptions): void;
  parallelFor(range: readonly [number, number, number], kernel: Kernel3, options?: LaunchOptions): void;
  parallelFor(range: Range, kernel: Kernel1 | Kernel2 | Kernel3, options: LaunchOptions = {}): void {
    this.#state("parallelFor", (queue, after) =>
      // The overloads see to it that range and kernel fit.
      queue.parallelFor(range as number, kernel as Kernel1, withAfter(options, after)),
    );
  }

  /** As `q.copy`. */
  copy<S, D>(
    source: CopySource<S, D>,
    destination: CopyDestination<S, D>,
    countOrOptions?: number | CopyOptions,
    startIndex?: number,
  ): void;
  copy(source: never, destination: never, ...rest: readonly unknown[]): void {
    const { count, start, after } = toCopyOptions(rest);
    this.#state("copy", (queue, others) => {
      const all = [...toList(after), ...others];
      return queue.copy<unknown, unknown>(source, destination, { ...given({ count, startIndex: start }), after: all });
    });
  }

  /** As `q.memcpy`: destination first. */
  memcpy<D, S>(
    destination: MemcpyDestination<D>,
    source: MemcpySource<S, D>,
    numBytesOrOptions?: number | MemcpyOptions,
    offset?: number,
  ): void;
  memcpy(destination: never, source: never, ...rest: readonly unknown[]): void {
    const { count, start, after } = toCopyOptions(rest);
    this.#state("memcpy", (queue, others) => {
      const all = [...toList(after), ...others];
      return queue.memcpy<unknown, unknown>(destination, source, {
        ...given({ numBytes: count, offset: start }),
        after: all,
      });
    });
  }

  #checkOpen(method: string): void {
    if (!this.#isClosed) return;
    throw new LanewiseError(
      "invalid",
      `The handler of q.submit was used (${method}) after its function had returned.`,
      {
        help: "A command group is stated at once: no await in it.",
      },
    );
  }

  #state(method: string, submission: Submission): void {
    this.#checkOpen(method);
    if (this.#submission) {
      throw new LanewiseError("invalid", `q.submit: a command group has one command; ${method} is a second one.`, {
        help: "Submit a group for each, and let the second one depend on the first: h.dependsOn(event).",
      });
    }
    this.#submission = submission;
  }
}

function toList(events: unknown): readonly QueueEvent[] {
  // The queue checks each.
  return events === undefined ? [] : Array.isArray(events) ? events : [events as QueueEvent];
}

function withAfter(options: LaunchOptions, after: readonly QueueEvent[]): LaunchOptions {
  return { ...options, after: [...toList(options.after), ...after] };
}

/** Without the fields that are undefined, as exact optional properties want it. */
function given<T extends Record<string, number | undefined>>(fields: T): { [K in keyof T]?: number } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: number; // those that are left are numbers
  };
}
