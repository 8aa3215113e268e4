// A[r][q][p] := sum over s of A[r][q][s] C4[s][p], the multiresolution kernel of MADNESS. A launch of three dimensions into an
// array of its own, which is then copied by the queue.

import type { Queue } from "lanewise";
import { matrix } from "./matrix.js";
import type { PolybenchProgram } from "./program.js";

export const doitgen: PolybenchProgram = { name: "doitgen", run, reference };

const nr = 19;
const nq = 23;
const np = 29;

async function run(queue: Queue) {
  const A = queue.mallocShared(Float64Array, nr * nq * np);
  const sum = queue.mallocShared(Float64Array, nr * nq * np);
  const C4 = queue.mallocShared(Float64Array, np * np);
  queue.parallelFor([nr, nq, np], (i, j, k) => {
    A[(i * nq + j) * np + k] = ((i * j + k) % np) / np;
  });
  queue.parallelFor([np, np], (i, j) => {
    C4[i * np + j] = ((i * j) % np) / np;
  });
  queue.parallelFor([nr, nq, np], (r, q, p) => {
    const row = (r * nq + q) * np;
    sum[row + p] = 0;
    for (let s = 0; s < np; s++) sum[row + p]! += A[row + s]! * C4[s * np + p]!;
  });
  queue.copy(sum, A);
  await queue.wait();
  return [A];
}

function reference() {
  const A = Array.from({ length: nr }, (_, i) => matrix(nq, np, (j, k) => ((i * j + k) % np) / np));
  const C4 = matrix(np, np, (i, j) => ((i * j) % np) / np);
  const sum = new Float64Array(np);
  for (const rows of A) {
    for (const row of rows) {
      for (let p = 0; p < np; p++) {
        sum[p] = 0;
        for (let s = 0; s < np; s++) sum[p]! += row[s]! * C4[s]![p]!;
      }
      row.set(sum);
    }
  }
  return [Float64Array.from(A.flat().flatMap((row) => [...row]))];
}
