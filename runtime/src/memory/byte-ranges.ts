// The bytes that commands read and write, which decide whether one command may run before or beside another. A range names its memory, a device's
// or a host buffer's. This file only has data and comparisons; the scheduler uses them for commands of one queue, host-use.ts for all queues.

/** Bytes of one memory. */
export interface ByteRange {
  /** Identifies the memory, whatever buffers it has had (`homeOf` in host-use.ts). */
  readonly home: object;
  readonly start: number;
  readonly end: number;
  readonly isWritten: boolean;
}

/** The bytes that a command reads and writes; "anything" if unknown. */
export type Uses = readonly ByteRange[] | "anything";

/** Whether two commands may run at the same time, or in either order. */
export function areIndependent(a: Uses, b: Uses): boolean {
  if (a === "anything" || b === "anything") return false;
  return !a.some((range) => isInConflict(range, b));
}

/** Whether one of `others` writes what the range reads, or reads or writes what it writes. */
export function isInConflict(range: ByteRange, others: readonly ByteRange[]): boolean {
  return others.some(
    (other) => other.home === range.home && (other.isWritten || range.isWritten) && isOverlapping(other, range),
  );
}

export function isOverlapping(a: Pick<ByteRange, "start" | "end">, b: Pick<ByteRange, "start" | "end">): boolean {
  return a.start < b.end && b.start < a.end;
}
