// The prefix sum in plain JavaScript.

import type { PrefixArrays, PrefixScalars } from "./workload.js";

export function plain({ x, sums }: PrefixArrays, { n }: PrefixScalars): void {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += x[i]!;
    sums[i] = sum;
  }
}
