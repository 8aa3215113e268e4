// A sparse matrix in CSR form times a vector: rows of 8 to 24 entries at random columns, so that x is gathered.

import { fillUniform, mixed } from "../../harness/random.js";
import type { ArraysOf, ScalarsOf } from "../../harness/workload.js";

export function workload(rows: number) {
  const starts = new Int32Array(rows + 1);
  for (let row = 0; row < rows; row++) starts[row + 1] = (starts[row] ?? 0) + 8 + (mixed(row, 1) % 17);
  const entries = starts[rows] ?? 0;
  return {
    arrays: {
      starts,
      columns: new Int32Array(entries).map((_, entry) => mixed(entry, 2) % rows),
      values: fillUniform(new Float32Array(entries), 0.5, 1.5, 3),
      x: fillUniform(new Float32Array(rows), 0.5, 1.5, 4),
      y: new Float32Array(rows),
    },
    scalars: { rows },
    outputs: ["y"],
  };
}

export type SparseArrays = ArraysOf<typeof workload>;
export type SparseScalars = ScalarsOf<typeof workload>;
