// C := alpha A Bᵀ + alpha B Aᵀ + beta C, the lower triangle. A work-item for each row: loops as long as the row.

import type { Queue } from "lanewise";
import { flat, matrix } from "./matrix.js";
import type { PolybenchProgram } from "./program.js";

export const syr2k: PolybenchProgram = { name: "syr2k", run, reference };

const m = 57;
const n = 67;
const alpha = 1.5;
const beta = 1.2;

async function run(q: Queue) {
  const A = q.mallocShared(Float64Array, n * m);
  const B = q.mallocShared(Float64Array, n * m);
  const C = q.mallocShared(Float64Array, n * n);
  q.parallelFor([n, m], (i, j) => {
    A[i * m + j] = ((i * j + 1) % n) / n;
    B[i * m + j] = ((i * j + 2) % m) / m;
  });
  q.parallelFor([n, n], (i, j) => {
    C[i * n + j] = ((i * j + 3) % n) / m;
  });
  q.parallelFor(n, (i) => {
    for (let j = 0; j <= i; j++) C[i * n + j]! *= beta;
    for (let k = 0; k < m; k++) {
      for (let j = 0; j <= i; j++) {
        C[i * n + j]! += A[j * m + k]! * alpha * B[i * m + k]! + B[j * m + k]! * alpha * A[i * m + k]!;
      }
    }
  });
  await q.wait();
  return [C];
}

function reference() {
  const A = matrix(n, m, (i, j) => ((i * j + 1) % n) / n);
  const B = matrix(n, m, (i, j) => ((i * j + 2) % m) / m);
  const C = matrix(n, n, (i, j) => ((i * j + 3) % n) / m);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      C[i]![j]! *= beta;
      for (let k = 0; k < m; k++) {
        C[i]![j]! += A[j]![k]! * alpha * B[i]![k]! + B[j]![k]! * alpha * A[i]![k]!;
      }
    }
  }
  return [flat(C)];
}
