// y := alpha A x + beta B x. A work-item for each row, with two sums in one while loop.

import type { Queue } from "lanewise";
import { matrix, vector } from "./matrix.js";
import type { PolybenchProgram } from "./program.js";

export const gesummv: PolybenchProgram = { name: "gesummv", run, reference };

const N = 91;

async function run(q: Queue) {
  const A = q.mallocShared(Float64Array, N * N);
  const B = q.mallocShared(Float64Array, N * N);
  const x = q.mallocShared(Float64Array, N);
  const y = q.mallocShared(Float64Array, N);
  initialise(q, N, A, B, x);
  sum(q, N, 1.5, 1.2, A, B, x, y);
  await q.wait();
  return [y];
}

function initialise(q: Queue, n: number, A: Float64Array, B: Float64Array, x: Float64Array): void {
  q.parallelFor(n, (i) => {
    x[i] = (i % n) / n;
    for (let j = 0; j < n; j++) {
      A[i * n + j] = ((i * j + 1) % n) / n;
      B[i * n + j] = ((i * j + 2) % n) / n;
    }
  });
}

function sum(
  q: Queue,
  n: number,
  alpha: number,
  beta: number,
  A: Float64Array,
  B: Float64Array,
  x: Float64Array,
  y: Float64Array,
): void {
  q.parallelFor(n, (i) => {
    let a = 0;
    let b = 0;
    let j = 0;
    while (j < n) {
      const at = i * n + j;
      a = A[at]! * x[j]! + a;
      b = B[at]! * x[j]! + b;
      j++;
    }
    y[i] = alpha * a + beta * b;
  });
}

function reference() {
  const A = matrix(N, N, (i, j) => ((i * j + 1) % N) / N);
  const B = matrix(N, N, (i, j) => ((i * j + 2) % N) / N);
  const x = vector(N, (i) => (i % N) / N);
  const y = vector(N);
  const tmp = vector(N);
  for (let i = 0; i < N; i++) {
    for (let j = 0; j < N; j++) {
      tmp[i] = A[i]![j]! * x[j]! + tmp[i]!;
      y[i] = B[i]![j]! * x[j]! + y[i]!;
    }
    y[i] = 1.5 * tmp[i]! + 1.2 * y[i]!;
  }
  return [y];
}
