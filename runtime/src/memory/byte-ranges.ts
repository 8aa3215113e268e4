// Who reads and writes which bytes: what decides whether one command may run before, or beside, another. Device memory and memory of
// the host are one table: a range names the memory that it is of. Data and comparisons only; who asks is the scheduler, of commands
// of one queue, and host-use.ts, of all queues.

/** Bytes of one memory. */
export interface ByteRange {
  /** The memory: one object for each, whatever buffers it has had (`homeOf` in host-use.ts). */
  readonly home: object;
  readonly start: number;
  readonly end: number;
  readonly isWritten: boolean;
}

/** What a command reads and writes; "anything": nobody knows. */
export type Uses = readonly ByteRange[] | "anything";

/** Whether both may run at the same time, or in either order. */
export function areIndependent(a: Uses, b: Uses): boolean {
  if (a === "anything" || b === "anything") return false;
  return !a.some((range) => isInConflict(range, b));
}

/** Whether one of `others` writes what the range reads, or the other way round. */
export function isInConflict(range: ByteRange, others: readonly ByteRange[]): boolean {
  return others.some(
    (other) => other.home === range.home && (other.isWritten || range.isWritten) && isOverlapping(other, range),
  );
}

export function isOverlapping(a: Pick<ByteRange, "start" | "end">, b: Pick<ByteRange, "start" | "end">): boolean {
  return a.start < b.end && b.start < a.end;
}
