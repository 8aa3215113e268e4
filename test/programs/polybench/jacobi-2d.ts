// Jacobi's method in two dimensions. The launches are over the inner points.

import type { Queue } from "lanewise";
import { flat, matrix } from "./matrix.js";
import type { PolybenchProgram } from "./program.js";

export const jacobi2d: PolybenchProgram = { name: "jacobi-2d", run, reference };

const steps = 13;
const n = 69;

const at = (i: number, j: number): number => i * n + j;

async function run(q: Queue) {
  using A = q.mallocShared(Float64Array, n * n);
  using B = q.mallocShared(Float64Array, n * n);
  q.parallelFor([n, n], (i, j) => {
    A[at(i, j)] = (i * (j + 2) + 2) / n;
    B[at(i, j)] = (i * (j + 3) + 3) / n;
  });
  for (let t = 0; t < steps; t++) {
    q.parallelFor([n - 2, n - 2], (y, x) => {
      const i = y + 1;
      const j = x + 1;
      B[at(i, j)] = 0.2 * (A[at(i, j)]! + A[at(i, j - 1)]! + A[at(i, 1 + j)]! + A[at(1 + i, j)]! + A[at(i - 1, j)]!);
    });
    q.parallelFor([n - 2, n - 2], (y, x) => {
      const i = y + 1;
      const j = x + 1;
      A[at(i, j)] = 0.2 * (B[at(i, j)]! + B[at(i, j - 1)]! + B[at(i, 1 + j)]! + B[at(1 + i, j)]! + B[at(i - 1, j)]!);
    });
  }
  await q.wait();
  return [q.toHost(A)];
}

function reference() {
  const A = matrix(n, n, (i, j) => (i * (j + 2) + 2) / n);
  const B = matrix(n, n, (i, j) => (i * (j + 3) + 3) / n);
  for (let t = 0; t < steps; t++) {
    for (const [to, from] of [
      [B, A],
      [A, B],
    ] as const) {
      for (let i = 1; i < n - 1; i++) {
        for (let j = 1; j < n - 1; j++) {
          const sum = from[i]![j]! + from[i]![j - 1]! + from[i]![1 + j]! + from[1 + i]![j]! + from[i - 1]![j]!;
          to[i]![j] = 0.2 * sum;
        }
      }
    }
  }
  return [flat(A)];
}
