// Monte Carlo in plain JavaScript.

import type { MonteCarloArrays, MonteCarloScalars } from "./workload.js";

const unit = 2 ** -24;

export function plain({ hits }: MonteCarloArrays, { n, samples }: MonteCarloScalars): void {
  for (let i = 0; i < n; i++) {
    let state = (Math.imul(i, 747796405) + 2891336453) | 1;
    let count = 0;
    for (let sample = 0; sample < samples; sample++) {
      state = next(state);
      const x = (state >>> 8) * unit;
      state = next(state);
      const y = (state >>> 8) * unit;
      if (x * x + y * y < 1) count++;
    }
    hits[i] = count;
  }
}

function next(state: number): number {
  let x = state;
  x ^= x << 13;
  x ^= x >>> 17;
  x ^= x << 5;
  return x;
}
