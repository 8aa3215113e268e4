// The matrix product in register tiles as a Lanewise kernel: a work-item has four rows of one column, so that a gang holds a tile of
// four rows, and each load of `b` serves four of them.

import type { Queue } from "lanewise";
import type { Launch } from "../../harness/kernel.js";
import type { TiledArrays, TiledScalars } from "./workload.js";

export function lanewise(q: Queue, { a, b, c }: TiledArrays, { n }: TiledScalars): Launch {
  return (options) =>
    q.parallelFor(
      [n / 4, n],
      (tile, j) => {
        const row0 = 4 * tile * n;
        const row1 = row0 + n;
        const row2 = row1 + n;
        const row3 = row2 + n;
        let sum0 = 0;
        let sum1 = 0;
        let sum2 = 0;
        let sum3 = 0;
        for (let k = 0; k < n; k++) {
          const right = b[k * n + j]!;
          sum0 += a[row0 + k]! * right;
          sum1 += a[row1 + k]! * right;
          sum2 += a[row2 + k]! * right;
          sum3 += a[row3 + k]! * right;
        }
        c[row0 + j] = sum0;
        c[row1 + j] = sum1;
        c[row2 + j] = sum2;
        c[row3 + j] = sum3;
      },
      options,
    );
}
