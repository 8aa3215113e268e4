// Ensures that no error of a command is lost: whoever waits gets it; if nobody waits, it goes to `onError`, or, as with any promise, becomes an
// unhandled rejection. Commands that fail because of one dependency are one error, reported once. A cancelled command is not an error: who
// cancelled it knows.

import { host } from "../../host/index.js";
import type { Command } from "./command.js";
import { QueueEvent } from "./event.js";

/** Receives the errors of commands for which nobody waits. An option of queues. */
export type OnError = (error: unknown, event: QueueEvent) => void;

export class FailureReports {
  onError: OnError | undefined;
  /** Commands that failed while nobody waited. Reported at a later turn of the event loop, in case somebody starts to wait. */
  #unreported: Command[] = [];

  constructor(onError: OnError | undefined) {
    this.onError = onError;
  }

  /** Adds a command that is final but not complete. */
  add(command: Command): void {
    if (command.status !== "failed" || command.isObserved || command.origin) return;
    this.#unreported.push(command);
    host.defer(() => this.#reportUnobserved());
  }

  /** Claims the `pending` and unreported commands that nobody waits for: the caller gets their errors. */
  claim(pending: Iterable<Command>): readonly Command[] {
    const claimed = [...this.#unreported, ...pending].filter((command) => !command.isObserved);
    this.#unreported = [];
    for (const command of claimed) command.observe();
    return claimed;
  }

  /** Throws the first error of the commands, which are final; reports the others. */
  throwFirst(claimed: readonly Command[]): void {
    const failed = claimed.filter(({ status }) => status === "failed");
    const byOrigin = new Map(failed.toReversed().map((command) => [command.origin ?? command, command]));
    const [first, ...others] = failed.filter((command) => byOrigin.get(command.origin ?? command) === command);
    for (const other of others) this.#report(other);
    if (first) throw first.error;
  }

  #reportUnobserved(): void {
    const commands = this.#unreported;
    this.#unreported = [];
    for (const command of commands) if (!command.isObserved) this.#report(command);
  }

  #report(command: Command): void {
    command.observe();
    if (!this.onError) {
      void Promise.reject(command.error);
      return;
    }
    try {
      this.onError(command.error, QueueEvent.of(command));
    } catch (error) {
      // The program's own exception must not prevent the next report.
      void Promise.reject(error);
    }
  }
}
