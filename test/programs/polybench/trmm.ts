// B := alpha Aᵀ B, where A is lower triangular with a unit diagonal. A work-item for each column of B, which it changes in
// place: row i needs the rows below as they were.

import type { Queue } from "lanewise";
import { flat, matrix } from "./matrix.js";
import type { PolybenchProgram } from "./program.js";

export const trmm: PolybenchProgram = { name: "trmm", run, reference };

const m = 61;
const n = 83;
const alpha = 1.5;

async function run(q: Queue) {
  const A = q.mallocShared(Float64Array, m * m);
  const B = q.mallocShared(Float64Array, m * n);
  q.parallelFor(m, (i) => {
    for (let j = 0; j < i; j++) {
      A[i * m + j] = ((i + j) % m) / m;
    }
    A[i * m + i] = 1.0;
    for (let j = 0; j < n; j++) {
      B[i * n + j] = ((n + (i - j)) % n) / n;
    }
  });
  q.parallelFor(n, (j) => {
    for (let i = 0; i < m; i++) {
      for (let k = i + 1; k < m; k++) {
        B[i * n + j]! += A[k * m + i]! * B[k * n + j]!;
      }
      B[i * n + j] = alpha * B[i * n + j]!;
    }
  });
  await q.wait();
  return [B];
}

function reference() {
  const A = matrix(m, m, (i, j) => (j < i ? ((i + j) % m) / m : j === i ? 1 : 0));
  const B = matrix(m, n, (i, j) => ((n + (i - j)) % n) / n);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) {
      for (let k = i + 1; k < m; k++) B[i]![j]! += A[k]![i]! * B[k]![j]!;
      B[i]![j] = alpha * B[i]![j]!;
    }
  }
  return [flat(B)];
}
