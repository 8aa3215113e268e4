// Gauss and Seidel's method in place: a point needs those above and before it as they are after the step. Once as one
// work-item, in the order of the C loops; once as wavefronts, a launch for all points of one 2 i + j.

import type { Queue } from "lanewise";
import { flat, matrix } from "./matrix.js";
import type { PolybenchProgram } from "./program.js";

export const seidel2d: PolybenchProgram = { name: "seidel-2d", run, reference };

const steps = 5;
const n = 43;

function mean(A: Float64Array, i: number, j: number): number {
  const above = (i - 1) * n + j;
  const here = i * n + j;
  const below = (i + 1) * n + j;
  return (
    (A[above - 1]! +
      A[above]! +
      A[above + 1]! +
      A[here - 1]! +
      A[here]! +
      A[here + 1]! +
      A[below - 1]! +
      A[below]! +
      A[below + 1]!) /
    9.0
  );
}

function initialise(q: Queue, A: Float64Array): void {
  q.parallelFor([n, n], (i, j) => {
    A[i * n + j] = (i * (j + 2) + 2) / n;
  });
}

async function run(q: Queue) {
  const inOrder = q.mallocShared(Float64Array, n * n);
  initialise(q, inOrder);
  q.singleTask(() => {
    for (let t = 0; t <= steps - 1; t++) {
      for (let i = 1; i <= n - 2; i++) {
        for (let j = 1; j <= n - 2; j++) inOrder[i * n + j] = mean(inOrder, i, j);
      }
    }
  });
  const inWaves = q.mallocShared(Float64Array, n * n);
  initialise(q, inWaves);
  for (let t = 0; t < steps; t++) {
    for (let wave = 3; wave <= 3 * (n - 2); wave++) advance(q, inWaves, wave);
  }
  await q.wait();
  return [inOrder, inWaves];
}

/** The inner points with 2 i + j = wave: i from the first for which j is at most n - 2. */
function advance(q: Queue, A: Float64Array, wave: number): void {
  const first = Math.max(1, Math.ceil((wave - (n - 2)) / 2));
  const last = Math.min(n - 2, Math.floor((wave - 1) / 2));
  q.parallelFor(last - first + 1, (index) => {
    const i = first + index;
    const j = wave - 2 * i;
    A[i * n + j] = mean(A, i, j);
  });
}

function reference() {
  const A = matrix(n, n, (i, j) => (i * (j + 2) + 2) / n);
  for (let t = 0; t < steps; t++) {
    for (let i = 1; i <= n - 2; i++) {
      for (let j = 1; j <= n - 2; j++) {
        let sum = 0;
        for (let y = i - 1; y <= i + 1; y++) for (let x = j - 1; x <= j + 1; x++) sum += A[y]![x]!;
        A[i]![j] = sum / 9;
      }
    }
  }
  return [flat(A), flat(A)];
}
