// Heat in a cube: launches of three dimensions over the inner points, with a function for the second difference along an axis.

import type { Queue } from "lanewise";
import { matrix } from "./matrix.js";
import type { PolybenchProgram } from "./program.js";

export const heat3d: PolybenchProgram = { name: "heat-3d", run, reference };

const steps = 11;
const n = 21;

/** How much of what flows along an axis stays; `stride` is that axis's. */
function flow(T: Float64Array, at: number, stride: number): number {
  return 0.125 * (T[at + stride]! - 2.0 * T[at]! + T[at - stride]!);
}

function step(q: Queue, from: Float64Array, to: Float64Array): void {
  q.parallelFor([n - 2, n - 2, n - 2], (z, y, x) => {
    const at = ((z + 1) * n + y + 1) * n + x + 1;
    to[at] = flow(from, at, n * n) + flow(from, at, n) + flow(from, at, 1) + from[at]!;
  });
}

async function run(q: Queue) {
  const A = q.mallocShared(Float64Array, n * n * n);
  const B = q.mallocShared(Float64Array, n * n * n);
  q.parallelFor([n, n, n], (i, j, k) => {
    A[(i * n + j) * n + k] = B[(i * n + j) * n + k] = ((i + j + (n - k)) * 10) / n;
  });
  for (let t = 1; t <= steps; t++) {
    step(q, A, B);
    step(q, B, A);
  }
  await q.wait();
  return [A];
}

function reference() {
  const cube = () => Array.from({ length: n }, (_, i) => matrix(n, n, (j, k) => ((i + j + (n - k)) * 10) / n));
  const [A, B] = [cube(), cube()];
  for (let t = 1; t <= steps; t++) {
    for (const [b, a] of [
      [B, A],
      [A, B],
    ] as const) {
      for (let i = 1; i < n - 1; i++) {
        for (let j = 1; j < n - 1; j++) {
          for (let k = 1; k < n - 1; k++) {
            const here = a[i]![j]![k]!;
            b[i]![j]![k] =
              0.125 * (a[i + 1]![j]![k]! - 2 * here + a[i - 1]![j]![k]!) +
              0.125 * (a[i]![j + 1]![k]! - 2 * here + a[i]![j - 1]![k]!) +
              0.125 * (a[i]![j]![k + 1]! - 2 * here + a[i]![j]![k - 1]!) +
              here;
          }
        }
      }
    }
  }
  return [Float64Array.from(A.flat().flatMap((row) => [...row]))];
}
