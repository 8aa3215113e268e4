// The covariance of each two columns of a table. A work-item for each pair; those below the diagonal return, the others store
// two elements.

import type { Queue } from "lanewise";
import { flat, matrix, vector } from "./matrix.js";
import type { PolybenchProgram } from "./program.js";

export const covariance: PolybenchProgram = { name: "covariance", run, reference };

const M = 79;
const N = 99;

async function run(q: Queue) {
  const data = q.mallocShared(Float64Array, N * M);
  const cov = q.mallocShared(Float64Array, M * M);
  const mean = q.mallocShared(Float64Array, M);
  q.parallelFor([N, M], (i, j) => {
    data[i * M + j] = (i * j) / M;
  });
  compare(q, M, N, N, data, cov, mean);
  await q.wait();
  return [cov];
}

/** `floatN` is `n` again, as in PolyBench. */
function compare(
  q: Queue,
  m: number,
  n: number,
  floatN: number,
  data: Float64Array,
  cov: Float64Array,
  mean: Float64Array,
): void {
  q.parallelFor(m, (j) => {
    mean[j] = 0;
    for (let i = 0; i < n; i++) mean[j]! += data[i * m + j]!;
    mean[j]! /= floatN;
  });
  q.parallelFor([n, m], (i, j) => {
    data[i * m + j]! -= mean[j]!;
  });
  q.parallelFor([m, m], (i, j) => {
    if (j >= i) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += data[k * m + i]! * data[k * m + j]!;
      sum /= floatN - 1.0;
      cov[i * m + j] = sum;
      cov[j * m + i] = sum;
    }
  });
}

function reference() {
  const data = matrix(N, M, (i, j) => (i * j) / M);
  const mean = vector(M);
  const cov = matrix(M, M);
  for (let j = 0; j < M; j++) {
    for (let i = 0; i < N; i++) mean[j]! += data[i]![j]!;
    mean[j]! /= N;
  }
  for (let i = 0; i < N; i++) {
    for (let j = 0; j < M; j++) data[i]![j]! -= mean[j]!;
  }
  for (let i = 0; i < M; i++) {
    for (let j = i; j < M; j++) {
      for (let k = 0; k < N; k++) cov[i]![j]! += data[k]![i]! * data[k]![j]!;
      cov[i]![j]! /= N - 1;
      cov[j]![i] = cov[i]![j]!;
    }
  }
  return [flat(cov)];
}
