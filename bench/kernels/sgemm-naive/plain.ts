// The naive matrix product in plain JavaScript.

import type { NaiveArrays, NaiveScalars } from "./workload.js";

export function plain({ a, b, c }: NaiveArrays, { n }: NaiveScalars): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += a[i * n + k]! * b[k * n + j]!;
      c[i * n + j] = sum;
    }
  }
}
