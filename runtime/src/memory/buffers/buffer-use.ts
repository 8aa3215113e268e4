// The order of commands that use one buffer (SYCL 2020, 3.8.1.3): a command waits for earlier ones that use the same bytes where one of
// both writes, whatever their queues. One that goes on with what another has written depends on it: where that fails, it does not run.

import type { Command } from "../../queue/commands/index.js";
import { isOverlapping } from "../index.js";

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
  /** Its place in the order of submission. */
  readonly order: number;
}

/** Who uses a buffer. */
export interface BufferUses {
  /** Of commands that have not run, in order of submission. */
  readonly pending: BufferUse[];
  /** Bytes that a command was to write and has not, and that nobody has overwritten since. */
  spoilt: readonly Written[];
}

export interface WaitedFor {
  /** Must be complete. */
  readonly dependencies: readonly Command[];
  /** Must be final. */
  readonly predecessors: readonly Command[];
}

type Bytes = Pick<BufferRange, "start" | "end">;

/** What is left of `parts` without the bytes of `other`. */
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

/** How many uses were submitted. */
let submissions = 0;

/** What one command uses of buffers, from its submission until it has run. */
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

  /** What was submitted before and has to end first. */
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
    // It may have ended already: what it depends on has failed, or its signal has aborted.
    if (command.isFinal) this.end(false);
    else for (const uses of this.#buffers()) uses.pending.push(this);
  }

  /** The command has run, or never will. */
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

  /** What it does with one buffer. */
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

/** Newest first, for each byte up to the one that writes it: that waits for what is before. */
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

/** After a command that was to write these bytes: they are spoilt, or whole again but for what a later one has spoilt. */
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
