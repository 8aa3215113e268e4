// Orders the commands that use one buffer (SYCL 2020, 3.8.1.3): a command waits for earlier ones, of any queue, that use the same bytes, if one of
// the two writes. A command that reads what another has written depends on it: if that one fails, it does not run.

import type { Command } from "../../queue/commands/index.js";
import { isOverlapping } from "../index.js";

/** Bytes of a buffer that a command uses. */
export interface BufferRange {
  readonly uses: BufferUses;
  readonly start: number;
  readonly end: number;
  readonly isWritten: boolean;
  /** Whether the previous contents matter: they are read, or some of them remain. */
  readonly isKept: boolean;
}

interface Written {
  readonly start: number;
  readonly end: number;
  readonly command: Command;
  /** Its number in the order of submission. */
  readonly order: number;
}

/** The commands that use a buffer. */
export interface BufferUses {
  /** The uses of commands that have not run, in order of submission. */
  readonly pending: BufferUse[];
  /** Bytes that a command failed to write, and that no command has overwritten since. */
  spoilt: readonly Written[];
}

export interface WaitedFor {
  /** Commands that must be complete. */
  readonly dependencies: readonly Command[];
  /** Commands that must be final. */
  readonly predecessors: readonly Command[];
}

type Bytes = Pick<BufferRange, "start" | "end">;

/** Returns `parts` without the bytes of `other`. */
function without<B extends Bytes>(parts: readonly B[], other: Bytes): readonly B[] {
  return parts.flatMap((part) => {
    if (!isOverlapping(part, other)) return [part];
    const rest = [
      { ...part, end: other.start },
      { ...part, start: other.end },
    ];
    return rest.filter(({ start, end }) => start < end);
  });
}

/** How many uses have been submitted. */
let submissions = 0;

/** The bytes of buffers that one command uses, from its submission until it has run. */
export class BufferUse {
  readonly #ranges: readonly BufferRange[];
  #command: Command | undefined;
  #order = 0;

  constructor(ranges: readonly BufferRange[]) {
    this.#ranges = ranges.filter(({ start, end }) => start < end);
  }

  get command(): Command | undefined {
    return this.#command;
  }

  /** Returns the earlier commands that must end first. */
  waitsFor(): WaitedFor {
    const dependencies = new Set<Command>();
    const predecessors = new Set<Command>();
    for (const range of this.#ranges) {
      for (const { command, isNeeded } of earlier(range)) (isNeeded ? dependencies : predecessors).add(command);
    }
    return { dependencies: [...dependencies], predecessors: [...predecessors] };
  }

  submitted(command: Command): void {
    this.#command = command;
    this.#order = ++submissions;
    // It may have ended already, because a dependency failed or its signal was aborted.
    if (command.isFinal) this.end(false);
    else for (const uses of this.#buffers()) uses.pending.push(this);
  }

  /** Called when the command has run, or never will. */
  end(isComplete: boolean): void {
    const command = this.#command;
    if (!command) return;
    for (const uses of this.#buffers()) {
      const index = uses.pending.indexOf(this);
      if (index >= 0) uses.pending.splice(index, 1);
    }
    for (const { uses, start, end, isWritten } of this.#ranges) {
      if (isWritten) settle(uses, { start, end, command, order: this.#order }, isComplete);
    }
  }

  /** Returns its accesses to one buffer. */
  *of(uses: BufferUses): Generator<Written & { readonly isWritten: boolean }> {
    const [command, order] = [this.#command, this.#order];
    for (const { start, end, isWritten, uses: own } of this.#ranges) {
      if (command && own === uses) yield { start, end, isWritten, command, order };
    }
  }

  #buffers(): ReadonlySet<BufferUses> {
    return new Set(this.#ranges.map(({ uses }) => uses));
  }
}

/**
 * Returns the earlier commands to wait for, newest first; for each byte only back to the last one that writes it, which waits for those before it.
 */
function* earlier(range: BufferRange): Generator<{ readonly command: Command; readonly isNeeded: boolean }> {
  const { uses, isWritten, isKept } = range;
  const writers: Written[] = [];
  let open: readonly Bytes[] = [range];
  for (let index = uses.pending.length - 1; index >= 0 && open.length > 0; index--) {
    const found = [...(uses.pending[index]?.of(uses) ?? [])];
    for (const other of found) {
      const isInConflict = (other.isWritten || isWritten) && open.some((part) => isOverlapping(part, other));
      if (isInConflict) yield { command: other.command, isNeeded: other.isWritten && isKept };
    }
    for (const other of found) {
      if (!other.isWritten) continue;
      open = without(open, other);
      writers.push(other);
    }
  }
  for (const failed of isKept ? uses.spoilt : []) {
    const inside = { start: Math.max(failed.start, range.start), end: Math.min(failed.end, range.end) };
    const isLater = ({ order }: Written) => order > failed.order;
    const left = writers.filter(isLater).reduce<readonly Bytes[]>(without, inside.start < inside.end ? [inside] : []);
    if (left.length > 0) yield { command: failed.command, isNeeded: true };
  }
}

/**
 * Updates `spoilt` after a command that should have written these bytes: they are spoilt, or valid again unless a later command has spoilt them.
 */
function settle(uses: BufferUses, written: Written, isComplete: boolean): void {
  const isLater = ({ order }: Written) => order > written.order;
  const rest = [
    ...uses.spoilt.filter(isLater),
    ...without(
      uses.spoilt.filter((one) => !isLater(one)),
      written,
    ),
  ];
  uses.spoilt = isComplete ? rest : [...rest, written];
}
