// C := alpha A B + beta C. A work-item for each element of C. Sizes and factors are arguments, as they are in C.

import type { Queue } from "lanewise";
import { flat, matrix } from "./matrix.js";
import type { PolybenchProgram } from "./program.js";

export const gemm: PolybenchProgram = { name: "gemm", run, reference };

const NI = 61;
const NJ = 67;
const NK = 71;

async function run(q: Queue) {
  using C = q.mallocShared(Float64Array, NI * NJ);
  using A = q.mallocShared(Float64Array, NI * NK);
  using B = q.mallocShared(Float64Array, NK * NJ);
  initialise(q, NI, NJ, NK, C, A, B);
  multiply(q, NI, NJ, NK, 1.5, 1.2, C, A, B);
  await q.wait();
  return [q.toHost(C)];
}

function initialise(
  q: Queue,
  ni: number,
  nj: number,
  nk: number,
  C: Float64Array,
  A: Float64Array,
  B: Float64Array,
): void {
  q.parallelFor([ni, nj], (i, j) => {
    C[i * nj + j] = ((i * j + 1) % ni) / ni;
  });
  q.parallelFor([ni, nk], (i, j) => {
    A[i * nk + j] = ((i * (j + 1)) % nk) / nk;
  });
  q.parallelFor([nk, nj], (i, j) => {
    B[i * nj + j] = ((i * (j + 2)) % nj) / nj;
  });
}

function multiply(
  q: Queue,
  ni: number,
  nj: number,
  nk: number,
  alpha: number,
  beta: number,
  C: Float64Array,
  A: Float64Array,
  B: Float64Array,
): void {
  q.parallelFor([ni, nj], (i, j) => {
    let sum = C[i * nj + j]! * beta;
    for (let k = 0; k < nk; k++) {
      sum += alpha * A[i * nk + k]! * B[k * nj + j]!;
    }
    C[i * nj + j] = sum;
  });
}

function reference() {
  const alpha = 1.5;
  const beta = 1.2;
  const C = matrix(NI, NJ, (i, j) => ((i * j + 1) % NI) / NI);
  const A = matrix(NI, NK, (i, j) => ((i * (j + 1)) % NK) / NK);
  const B = matrix(NK, NJ, (i, j) => ((i * (j + 2)) % NJ) / NJ);
  for (let i = 0; i < NI; i++) {
    for (let j = 0; j < NJ; j++) C[i]![j]! *= beta;
    for (let k = 0; k < NK; k++) {
      for (let j = 0; j < NJ; j++) C[i]![j]! += alpha * A[i]![k]! * B[k]![j]!;
    }
  }
  return [flat(C)];
}
