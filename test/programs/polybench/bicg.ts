// s := Aᵀ r and q := A p, the two products of a step of BiCG. The first is added up in global memory, the second in a local.

import type { Queue } from "lanewise";
import { matrix, vector } from "./matrix.js";
import type { PolybenchProgram } from "./program.js";

export const bicg: PolybenchProgram = { name: "bicg", run, reference };

const m = 115;
const n = 123;

async function run(queue: Queue) {
  const A = queue.mallocShared(Float64Array, n * m);
  const s = queue.mallocShared(Float64Array, m);
  const q = queue.mallocShared(Float64Array, n);
  const p = queue.mallocShared(Float64Array, m);
  const r = queue.mallocShared(Float64Array, n);
  queue.parallelFor(m, (i) => {
    p[i] = (i % m) / m;
    s[i] = 0;
  });
  queue.parallelFor(n, (i) => {
    r[i] = (i % n) / n;
    for (let j = 0; j < m; j++) A[i * m + j] = ((i * (j + 1)) % n) / n;
  });
  queue.parallelFor(m, (j) => {
    for (let i = 0; i < n; i++) {
      s[j]! += r[i]! * A[i * m + j]!;
    }
  });
  queue.parallelFor(n, (i) => {
    const row = i * m;
    let sum = 0.0;
    for (let j = 0; j < m; j++) {
      sum = sum + A[row + j]! * p[j]!;
    }
    q[i] = sum;
  });
  await queue.wait();
  return [s, q];
}

function reference() {
  const A = matrix(n, m, (i, j) => ((i * (j + 1)) % n) / n);
  const r = vector(n, (i) => (i % n) / n);
  const p = vector(m, (i) => (i % m) / m);
  const s = vector(m);
  const q = vector(n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      s[j] = s[j]! + r[i]! * A[i]![j]!;
      q[i] = q[i]! + A[i]![j]! * p[j]!;
    }
  }
  return [s, q];
}
