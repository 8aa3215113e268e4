// The naive matrix product as a Lanewise kernel: a work-item for each element.

import type { Queue } from "lanewise";
import type { Launch } from "../../harness/kernel.js";
import type { NaiveArrays, NaiveScalars } from "./workload.js";

export function lanewise(q: Queue, { a, b, c }: NaiveArrays, { n }: NaiveScalars): Launch {
  return (options) =>
    q.parallelFor(
      [n, n],
      (i, j) => {
        let sum = 0;
        for (let k = 0; k < n; k++) sum += a[i * n + k]! * b[k * n + j]!;
        c[i * n + j] = sum;
      },
      options,
    );
}
