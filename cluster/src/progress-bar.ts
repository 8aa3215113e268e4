// A progress bar for `onProgress`: on a terminal one line that is redrawn, elsewhere a line for each tenth.

import type { Progress } from "./job/run-job.js";

const WIDTH = 24;
const REDRAW_MS = 100;

/** The parts of a stream that the bar uses: `process.stderr` is one. */
export interface BarStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * For `onProgress`: shows a job's progress, the chunks finished per second, and the estimated time left.
 *
 *     await q.parallelFor(frames, kernel, { onProgress: progressBar(), writes: { image: "slice" } });
 */
export function progressBar(stream: BarStream = process.stderr): (progress: Progress) => void {
  const start = performance.now();
  let [drawnAt, tenths] = [Number.NEGATIVE_INFINITY, 0];
  return (progress) => {
    const { done, chunks } = progress;
    const now = performance.now();
    const isLast = done === chunks;
    if (stream.isTTY) {
      if (!isLast && now - drawnAt < REDRAW_MS) return;
      drawnAt = now;
      stream.write(`\r\u001B[K${lineOf(progress, now - start)}${isLast ? "\n" : ""}`);
    } else if (Math.floor((10 * done) / chunks) > tenths) {
      tenths = Math.floor((10 * done) / chunks);
      stream.write(`${lineOf(progress, now - start)}\n`);
    }
  };
}

function lineOf({ job, done, chunks }: Progress, ms: number): string {
  const full = Math.floor((WIDTH * done) / chunks);
  const rate = done / Math.max(ms / 1000, 0.001);
  const rest = done === chunks ? `in ${(ms / 1000).toFixed(1)} s` : `${Math.ceil((chunks - done) / rate)} s left`;
  return `${job} [${"#".repeat(full)}${"-".repeat(WIDTH - full)}] ${done} of ${chunks} chunks, ${rate.toFixed(1)}/s, ${rest}`;
}
