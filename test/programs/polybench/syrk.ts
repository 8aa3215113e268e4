// C := alpha A Aᵀ + beta C, the lower triangle. A work-item for each element; those above the diagonal return.

import type { Queue } from "lanewise";
import { flat, matrix } from "./matrix.js";
import type { PolybenchProgram } from "./program.js";

export const syrk: PolybenchProgram = { name: "syrk", run, reference };

const m = 67;
const n = 61;
const alpha = 1.5;
const beta = 1.2;

async function run(q: Queue) {
  const A = q.mallocShared(Float64Array, n * m);
  const C = q.mallocShared(Float64Array, n * n);
  q.parallelFor([n, m], (i, j) => {
    A[i * m + j] = ((i * j + 1) % n) / n;
  });
  q.parallelFor([n, n], (i, j) => {
    C[i * n + j] = ((i * j + 2) % m) / m;
  });
  q.parallelFor([n, n], (i, j) => {
    if (j > i) return;
    C[i * n + j]! *= beta;
    for (let k = 0; k < m; k++) {
      C[i * n + j]! += alpha * A[i * m + k]! * A[j * m + k]!;
    }
  });
  await q.wait();
  return [C];
}

function reference() {
  const A = matrix(n, m, (i, j) => ((i * j + 1) % n) / n);
  const C = matrix(n, n, (i, j) => ((i * j + 2) % m) / m);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) C[i]![j]! *= beta;
    for (let k = 0; k < m; k++) {
      for (let j = 0; j <= i; j++) C[i]![j]! += alpha * A[i]![k]! * A[j]![k]!;
    }
  }
  return [flat(C)];
}
