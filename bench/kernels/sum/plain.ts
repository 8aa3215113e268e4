// The sum in plain JavaScript.

import type { SumArrays, SumScalars } from "./workload.js";

export function plain({ x, total }: SumArrays, { n }: SumScalars): void {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += x[i]!;
  total[0] = sum;
}
