// Jacobi's method in one dimension: two launches for each step of time, from one array to the other and back.

import type { Queue } from "lanewise";
import { vector } from "./matrix.js";
import type { PolybenchProgram } from "./program.js";

export const jacobi1d: PolybenchProgram = { name: "jacobi-1d", run, reference };

const steps = 40;
const n = 121;

async function run(q: Queue) {
  const A = q.mallocShared(Float64Array, n);
  const B = q.mallocShared(Float64Array, n);
  q.parallelFor(n, (i) => {
    A[i] = (i + 2) / n;
    B[i] = (i + 3) / n;
  });
  let [from, to] = [A, B];
  for (let step = 0; step < 2 * steps; step++) {
    sweep(q, from, to);
    [from, to] = [to, from];
  }
  await q.wait();
  return [A];
}

function sweep(q: Queue, from: Float64Array, to: Float64Array): void {
  q.parallelFor(n, (i) => {
    if (i === 0 || i === n - 1) return;
    to[i] = 0.33333 * (from[i - 1]! + from[i]! + from[i + 1]!);
  });
}

function reference() {
  const A = vector(n, (i) => (i + 2) / n);
  const B = vector(n, (i) => (i + 3) / n);
  for (let t = 0; t < steps; t++) {
    for (let i = 1; i < n - 1; i++) B[i] = 0.33333 * (A[i - 1]! + A[i]! + A[i + 1]!);
    for (let i = 1; i < n - 1; i++) A[i] = 0.33333 * (B[i - 1]! + B[i]! + B[i + 1]!);
  }
  return [A];
}
