// G := (A B) (C D). One kernel is launched three times, with arrays and sizes captured anew.

import type { i32, Queue } from "lanewise";
import { flat, type Matrix, matrix } from "./matrix.js";
import type { PolybenchProgram } from "./program.js";

export const threeMm: PolybenchProgram = { name: "3mm", run, reference };

const ni = 37;
const nj = 43;
const nk = 53;
const nl = 61;
const nm = 71;

async function run(q: Queue) {
  const A = q.mallocShared(Float64Array, ni * nk);
  const B = q.mallocShared(Float64Array, nk * nj);
  const C = q.mallocShared(Float64Array, nj * nm);
  const D = q.mallocShared(Float64Array, nm * nl);
  const E = q.mallocShared(Float64Array, ni * nj);
  const F = q.mallocShared(Float64Array, nj * nl);
  const G = q.mallocShared(Float64Array, ni * nl);
  q.parallelFor([ni, nk], (i, j) => {
    A[i * nk + j] = ((i * j + 1) % ni) / (5 * ni);
  });
  q.parallelFor([nk, nj], (i, j) => {
    B[i * nj + j] = ((i * (j + 1) + 2) % nj) / (5 * nj);
  });
  q.parallelFor([nj, nm], (i, j) => {
    C[i * nm + j] = ((i * (j + 3)) % nl) / (5 * nl);
  });
  q.parallelFor([nm, nl], (i, j) => {
    D[i * nl + j] = ((i * (j + 2) + 2) % nk) / (5 * nk);
  });
  product(q, E, A, B, ni, nj, nk);
  product(q, F, C, D, nj, nl, nm);
  product(q, G, E, F, ni, nl, nj);
  await q.wait();
  return [G];
}

/** `result` of `rows` x `columns` is `left` times `right`, `inner` long. */
function product(
  q: Queue,
  result: Float64Array,
  left: Float64Array,
  right: Float64Array,
  rows: i32,
  columns: i32,
  inner: i32,
): void {
  q.parallelFor([rows, columns], (row, column) => {
    let sum = 0;
    let at = column;
    for (let k = 0; k < inner; k++) {
      sum += left[row * inner + k]! * right[at]!;
      at += columns;
    }
    result[row * columns + column] = sum;
  });
}

function reference() {
  const A = matrix(ni, nk, (i, j) => ((i * j + 1) % ni) / (5 * ni));
  const B = matrix(nk, nj, (i, j) => ((i * (j + 1) + 2) % nj) / (5 * nj));
  const C = matrix(nj, nm, (i, j) => ((i * (j + 3)) % nl) / (5 * nl));
  const D = matrix(nm, nl, (i, j) => ((i * (j + 2) + 2) % nk) / (5 * nk));
  const times = (left: Matrix, right: Matrix, columns: number): Matrix =>
    matrix(left.length, columns, (i, j) => right.reduce((sum, row, k) => sum + left[i]![k]! * row[j]!, 0));
  return [flat(times(times(A, B, nj), times(C, D, nl), nl))];
}
