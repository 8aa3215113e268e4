// The sparse product in plain JavaScript.

import type { SparseArrays, SparseScalars } from "./workload.js";

export function plain({ starts, columns, values, x, y }: SparseArrays, { rows }: SparseScalars): void {
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    const end = starts[row + 1]!;
    for (let entry = starts[row]!; entry < end; entry++) sum += values[entry]! * x[columns[entry]!]!;
    y[row] = sum;
  }
}
