// Small statistics for benchmarks on shared machines: medians of interleaved runs.

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Times have no bound above: on a machine with much else to do, what is quick says more. */
export function lowerQuartile(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN;
}

/** How far the largest is above the smallest: 0.1 is 10 %. */
export function spread(values: readonly number[]): number {
  return Math.max(...values) / Math.min(...values) - 1;
}

/** Milliseconds that `action` takes. */
export function timed(action: () => void): number {
  const start = performance.now();
  action();
  return performance.now() - start;
}
