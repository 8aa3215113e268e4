// The sparse product as a Lanewise kernel: a work-item for each row; loops of different lengths, gathers.

import type { Queue } from "lanewise";
import type { Launch } from "../../harness/kernel.js";
import type { SparseArrays, SparseScalars } from "./workload.js";

export function lanewise(q: Queue, { starts, columns, values, x, y }: SparseArrays, { rows }: SparseScalars): Launch {
  return (options) =>
    q.parallelFor(
      rows,
      (row) => {
        let sum = 0;
        const end = starts[row + 1]!;
        for (let entry = starts[row]!; entry < end; entry++) sum += values[entry]! * x[columns[entry]!]!;
        y[row] = sum;
      },
      options,
    );
}
