// y := Aᵀ (A x): a launch over the rows, and one over the columns.

import type { Queue } from "lanewise";
import { matrix, vector } from "./matrix.js";
import type { PolybenchProgram } from "./program.js";

export const atax: PolybenchProgram = { name: "atax", run, reference };

const m = 117;
const n = 125;

async function run(q: Queue) {
  const A = q.mallocShared(Float64Array, m * n);
  const x = q.mallocShared(Float64Array, n);
  const y = q.mallocShared(Float64Array, n);
  const tmp = q.mallocShared(Float64Array, m);
  q.parallelFor(n, (i) => {
    x[i] = 1 + i / n;
  });
  q.parallelFor([m, n], (i, j) => {
    A[i * n + j] = ((i + j) % n) / (5 * m);
  });
  q.parallelFor(m, (i) => {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += A[i * n + j]! * x[j]!;
    tmp[i] = sum;
  });
  q.parallelFor(n, (j) => {
    y[j] = 0;
    for (let i = 0; i < m; i++) y[j] = y[j]! + A[i * n + j]! * tmp[i]!;
  });
  await q.wait();
  return [y];
}

function reference() {
  const A = matrix(m, n, (i, j) => ((i + j) % n) / (5 * m));
  const x = vector(n, (i) => 1 + i / n);
  const y = vector(n);
  for (let i = 0; i < m; i++) {
    let tmp = 0;
    for (let j = 0; j < n; j++) tmp = tmp + A[i]![j]! * x[j]!;
    for (let j = 0; j < n; j++) y[j] = y[j]! + A[i]![j]! * tmp;
  }
  return [y];
}
