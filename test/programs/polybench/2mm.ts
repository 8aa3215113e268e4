// D := alpha A B C + beta D, through a matrix in between. Sums are kept in the arrays, as they are in C.

import type { Queue } from "lanewise";
import { flat, matrix } from "./matrix.js";
import type { PolybenchProgram } from "./program.js";

export const twoMm: PolybenchProgram = { name: "2mm", run, reference };

const ni = 37;
const nj = 53;
const nk = 71;
const nl = 79;
const alpha = 1.5;
const beta = 1.2;

async function run(q: Queue) {
  const tmp = q.mallocShared(Float64Array, ni * nj);
  const A = q.mallocShared(Float64Array, ni * nk);
  const B = q.mallocShared(Float64Array, nk * nj);
  const C = q.mallocShared(Float64Array, nj * nl);
  const D = q.mallocShared(Float64Array, ni * nl);
  q.parallelFor([ni, nk], (i, j) => {
    A[i * nk + j] = ((i * j + 1) % ni) / ni;
  });
  q.parallelFor([nk, nj], (i, j) => {
    B[i * nj + j] = ((i * (j + 1)) % nj) / nj;
  });
  q.parallelFor([nj, nl], (i, j) => {
    C[i * nl + j] = ((i * (j + 3) + 1) % nl) / nl;
  });
  q.parallelFor([ni, nl], (i, j) => {
    D[i * nl + j] = ((i * (j + 2)) % nk) / nk;
  });
  q.parallelFor([ni, nj], (i, j) => {
    tmp[i * nj + j] = 0;
    for (let k = 0; k < nk; ++k) tmp[i * nj + j]! += alpha * A[i * nk + k]! * B[k * nj + j]!;
  });
  q.parallelFor([ni, nl], (i, j) => {
    D[i * nl + j]! *= beta;
    for (let k = 0; k < nj; ++k) D[i * nl + j]! += tmp[i * nj + k]! * C[k * nl + j]!;
  });
  await q.wait();
  return [D];
}

function reference() {
  const tmp = matrix(ni, nj);
  const A = matrix(ni, nk, (i, j) => ((i * j + 1) % ni) / ni);
  const B = matrix(nk, nj, (i, j) => ((i * (j + 1)) % nj) / nj);
  const C = matrix(nj, nl, (i, j) => ((i * (j + 3) + 1) % nl) / nl);
  const D = matrix(ni, nl, (i, j) => ((i * (j + 2)) % nk) / nk);
  for (let i = 0; i < ni; i++) {
    for (let j = 0; j < nj; j++) {
      tmp[i]![j] = 0;
      for (let k = 0; k < nk; k++) tmp[i]![j]! += alpha * A[i]![k]! * B[k]![j]!;
    }
  }
  for (let i = 0; i < ni; i++) {
    for (let j = 0; j < nl; j++) {
      D[i]![j]! *= beta;
      for (let k = 0; k < nj; k++) D[i]![j]! += tmp[i]![k]! * C[k]![j]!;
    }
  }
  return [flat(D)];
}
