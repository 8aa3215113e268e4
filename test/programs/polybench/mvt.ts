// x1 := x1 + A y1 and x2 := x2 + Aᵀ y2, through one function of the kernels: a row and a column differ in two steps.

import type { Queue } from "lanewise";
import { matrix, vector } from "./matrix.js";
import type { PolybenchProgram } from "./program.js";

export const mvt: PolybenchProgram = { name: "mvt", run, reference };

const n = 119;

function addProducts(x: number, A: Float64Array, first: number, step: number, y: Float64Array): number {
  let at = first;
  for (let j = 0; j < y.length; j++) {
    x += A[at]! * y[j]!;
    at += step;
  }
  return x;
}

async function run(q: Queue) {
  const A = q.mallocShared(Float64Array, n * n);
  const x1 = q.mallocShared(Float64Array, n);
  const x2 = q.mallocShared(Float64Array, n);
  const y1 = q.mallocShared(Float64Array, n);
  const y2 = q.mallocShared(Float64Array, n);
  q.parallelFor(n, (i) => {
    x1[i] = (i % n) / n;
    x2[i] = ((i + 1) % n) / n;
    y1[i] = ((i + 3) % n) / n;
    y2[i] = ((i + 4) % n) / n;
    for (let j = 0; j < n; j++) A[i * n + j] = ((i * j) % n) / n;
  });
  q.parallelFor(n, (i) => {
    x1[i] = addProducts(x1[i]!, A, i * n, 1, y1);
  });
  q.parallelFor(n, (i) => {
    x2[i] = addProducts(x2[i]!, A, i, n, y2);
  });
  await q.wait();
  return [x1, x2];
}

function reference() {
  const A = matrix(n, n, (i, j) => ((i * j) % n) / n);
  const x1 = vector(n, (i) => (i % n) / n);
  const x2 = vector(n, (i) => ((i + 1) % n) / n);
  const y1 = vector(n, (i) => ((i + 3) % n) / n);
  const y2 = vector(n, (i) => ((i + 4) % n) / n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) x1[i] = x1[i]! + A[i]![j]! * y1[j]!;
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) x2[i] = x2[i]! + A[j]![i]! * y2[j]!;
  }
  return [x1, x2];
}
