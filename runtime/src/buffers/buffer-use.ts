// The order of commands that use one buffer (SYCL 2020, 3.8.1.3): a command waits for earlier ones that use the same bytes where one of
// both writes, whatever their queues. One that goes on with what another has written depends on it: where that fails, it does not run.

import type { Command } from "../command.js";

/** Bytes of a buffer that a command uses. */
export interface BufferRange {
  readonly uses: BufferUses;
  readonly start: number;
  readonly end: number;
  readonly isWritten: boolean;
  /** Whether what was there before matters: it is read, or some of it stays. */
  readonly isKept: boolean;
}

interface Written {
  readonly start: number;
  readonly end: number;
  readonly command: Command;
}

/** Who uses a buffer. */
export interface BufferUses {
  /** Of commands that have not run, in order of submission. */
  readonly pending: Set<BufferUse>;
  /** Bytes that a command was to write and has not, and that nobody has overwritten since. */
  spoilt: readonly Written[];
}

/** What a command has done to what it writes, when it ends: nothing, all, or who knows what. */
export type UseEnd = "untouched" | "complete" | "spoilt";

export interface WaitedFor {
  /** Must be complete. */
  readonly dependencies: readonly Command[];
  /** Must be final. */
  readonly predecessors: readonly Command[];
}

type Bytes = Pick<BufferRange, "start" | "end">;

function isOverlapping(a: Bytes, b: Bytes): boolean {
  return a.start < b.end && b.start < a.end;
}

function covers(a: Bytes, b: Bytes): boolean {
  return a.start <= b.start && b.end <= a.end;
}

/** What one command uses of buffers, from its submission until it is final. */
export class BufferUse {
  readonly #ranges: readonly BufferRange[];
  #command: Command | undefined;

  constructor(ranges: readonly BufferRange[]) {
    this.#ranges = ranges.filter(({ start, end }) => start < end);
  }

  get command(): Command | undefined {
    return this.#command;
  }

  /** What was submitted before and has to end first. */
  waitsFor(): WaitedFor {
    const dependencies = new Set<Command>();
    const predecessors = new Set<Command>();
    for (const range of this.#ranges) {
      for (const other of earlier(range)) (other.isNeeded ? dependencies : predecessors).add(other.command);
    }
    return { dependencies: [...dependencies], predecessors: [...predecessors] };
  }

  submitted(command: Command): void {
    // It may have ended already: what it depends on has failed, or its signal has aborted.
    if (command.isFinal) return;
    this.#command = command;
    for (const { uses } of this.#ranges) uses.pending.add(this);
  }

  /** The command has run, or never will. */
  end(end: UseEnd): void {
    const command = this.#command;
    if (!command) return;
    for (const range of this.#ranges) {
      range.uses.pending.delete(this);
      if (range.isWritten && end !== "untouched") settle(range, command, end);
    }
  }

  *conflicts(
    range: BufferRange,
  ): Generator<{ readonly command: Command; readonly isNeeded: boolean; readonly isAll: boolean }> {
    if (!this.#command) return;
    for (const own of this.#ranges) {
      if (own.uses !== range.uses || !(own.isWritten || range.isWritten) || !isOverlapping(own, range)) continue;
      yield {
        command: this.#command,
        isNeeded: own.isWritten && range.isKept,
        isAll: own.isWritten && covers(own, range),
      };
    }
  }
}

/** Newest first; what lies behind one that writes all of the range is waited for by that. */
function* earlier(range: BufferRange): Generator<{ readonly command: Command; readonly isNeeded: boolean }> {
  for (const use of [...range.uses.pending].reverse()) {
    for (const conflict of use.conflicts(range)) {
      yield conflict;
      if (conflict.isAll) return;
    }
  }
  if (!range.isKept) return;
  for (const failed of range.uses.spoilt)
    if (isOverlapping(failed, range)) yield { command: failed.command, isNeeded: true };
}

/** After a command that was to write these bytes: they are spoilt, or whole again. */
function settle({ uses, start, end }: BufferRange, command: Command, state: UseEnd): void {
  const rest = uses.spoilt.flatMap((one) =>
    [
      { ...one, end: Math.min(one.end, start) },
      { ...one, start: Math.max(one.start, end) },
    ].filter((part) => part.start < part.end),
  );
  uses.spoilt = state === "complete" ? rest : [...rest, { start, end, command }];
}
