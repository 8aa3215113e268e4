// Cuts a range into chunks, one call of a kernel each. A call takes about 0.3 ms: V8 replaces its first code by optimised code only between calls,
// queues yield between calls, and threads share the work by them. Pure functions, because main and workers use them alike.

export const TARGET_MS = 0.3;
const LARGEST = 2 ** 30;
/** Long chunks end at a multiple of this, so that threads seldom write to one cache line. */
const GRAIN = 64;

/** Where a range may be cut. */
export interface Cut {
  /** Work-items in all. */
  readonly total: number;
  /** Gangs start again after this many work-items. */
  readonly row: number;
  /** Work-items per gang. */
  readonly gang: number;
}

/** The end of a chunk of about `wanted` work-items: the start of a gang, or the end of the range. */
export function chunkEnd(begin: number, wanted: number, { total, row, gang }: Cut): number {
  const end = begin + wanted;
  if (end >= total) return total;
  const rowStart = end - (end % row);
  // Whole rows, if at least one fits: the last of them starts after `begin`.
  if (wanted >= row) return rowStart;
  const grain = wanted >= GRAIN * 4 && gang < GRAIN ? GRAIN : gang;
  const column = end - rowStart;
  const cut = rowStart + column - (column % grain);
  return cut > begin ? cut : Math.min(begin + gang, rowStart + row, total);
}

/**
 * The size of the next chunks, after one of `items` took `ms`. Coarse clocks give 0 for "less than 0.1 ms". The time of an interrupted thread says
 * nothing, so sizes shrink in steps.
 */
export function nextSize(size: number, items: number, ms: number): number {
  // A chunk that ends at a gang is a little smaller than requested, and one at the end of a range much smaller.
  if (ms < TARGET_MS / 2) return items * 2 <= size ? size : Math.min(LARGEST, size * 2);
  if (ms > TARGET_MS * 2) return Math.max(1, size >> 3, Math.floor((items * TARGET_MS) / ms));
  return size;
}
