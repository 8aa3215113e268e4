// Spectral norm of the Benchmarks Game: the largest singular value of an infinite matrix, by the power method.

import type { i32, Queue } from "lanewise";
import { type Answers, near } from "./program.js";

/** An element of the matrix. */
function a(i: i32, j: i32): number {
  return 1 / (((i + j) * (i + j + 1)) / 2 + i + 1);
}

async function spectralNorm(q: Queue, n: number): Promise<number> {
  const u = q.mallocShared(Float64Array, n).fill(1);
  const v = q.mallocShared(Float64Array, n);
  const between = q.mallocShared(Float64Array, n);

  const timesA = (from: Float64Array, to: Float64Array) =>
    q.parallelFor(n, (i) => {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += a(i, j) * from[j]!;
      to[i] = sum;
    });
  const timesTransposed = (from: Float64Array, to: Float64Array) =>
    q.parallelFor(n, (i) => {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += a(j, i) * from[j]!;
      to[i] = sum;
    });

  for (let round = 0; round < 10; round++) {
    timesA(u, between);
    timesTransposed(between, v);
    timesA(v, between);
    timesTransposed(between, u);
  }
  const sums = q.mallocShared(Float64Array, 2);
  await q.singleTask(() => {
    let vBv = 0;
    let vv = 0;
    for (let i = 0; i < n; i++) {
      vBv += u[i]! * v[i]!;
      vv += v[i]! ** 2;
    }
    sums[0] = vBv;
    sums[1] = vv;
  });
  return Math.sqrt(sums[0]! / sums[1]!);
}

export async function norms(q: Queue): Promise<Answers> {
  return { "n = 100": near([await spectralNorm(q, 100)], [1.274219991], 5e-10) };
}
