// Cuts a range into chunks of rows, only by its size and the job's options: results must not depend on the number of workers.

import { ClusterError } from "../errors.js";

/** The most chunks of a job unless it requests more: enough for some dozens of workers. */
const USUAL_CHUNKS = 256;
const MAX_CHUNKS = 1_000_000;

export interface CutRange {
  /** One to three dimensions, the outermost first. */
  readonly sizes: readonly number[];
  readonly rowsPerChunk: number;
  readonly chunks: number;
}

export function cutRange(range: unknown, rowsPerChunk: unknown): CutRange {
  const sizes: readonly unknown[] = Array.isArray(range) ? range : [range];
  const [rows] = sizes;
  const isRange = sizes.length >= 1 && sizes.length <= 3 && sizes.every(isSize);
  if (!isRange || typeof rows !== "number") {
    throw new ClusterError(
      "invalid",
      `The range is ${JSON.stringify(range)}; expected one to three sizes from 1 to 2^31 - 1.`,
    );
  }
  // Each was checked above to be a number.
  const checked = sizes as readonly number[];
  if (checked.reduce((product, size) => product * size, 1) > 2 ** 31 - 1)
    throw new ClusterError("invalid", `The range has more than 2^31 - 1 work-items.`);
  const step = rowsPerChunk ?? Math.ceil(rows / USUAL_CHUNKS);
  if (!isSize(step))
    throw new ClusterError("invalid", `rowsPerChunk is ${String(step)}; expected an integer of at least 1.`);
  const chunks = Math.ceil(rows / step);
  if (chunks > MAX_CHUNKS)
    throw new ClusterError("limit", `The range has ${chunks} chunks; a job has at most ${MAX_CHUNKS}.`, {
      help: "Raise rowsPerChunk.",
    });
  return { sizes: checked, rowsPerChunk: Math.min(step, rows), chunks };
}

function isSize(size: unknown): size is number {
  return typeof size === "number" && Number.isInteger(size) && size >= 1 && size <= 2 ** 31 - 1;
}

/** The rows of a chunk. */
export function rowsOf({ sizes: [rows = 0], rowsPerChunk }: CutRange, chunk: number): { begin: number; end: number } {
  return { begin: chunk * rowsPerChunk, end: Math.min(rows, (chunk + 1) * rowsPerChunk) };
}
