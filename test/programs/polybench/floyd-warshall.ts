// The shortest paths between all points of a graph, of integers: a launch over all pairs for each point in between. In a launch
// neither the row nor the column of that point changes, so that pairs may go in any order.

import type { Queue } from "lanewise";
import type { PolybenchProgram } from "./program.js";

export const floydWarshall: PolybenchProgram = { name: "floyd-warshall", run, reference };

const n = 67;

async function run(q: Queue) {
  const path = q.mallocShared(Int32Array, n * n);
  q.parallelFor([n, n], (i, j) => {
    path[i * n + j] = ((i * j) % 7) + 1;
    if ((i + j) % 13 === 0 || (i + j) % 7 === 0 || (i + j) % 11 === 0) path[i * n + j] = 999;
  });
  for (let k = 0; k < n; k++) {
    q.parallelFor([n, n], (i, j) => {
      const direct = path[i * n + j]!;
      const around = path[i * n + k]! + path[k * n + j]!;
      path[i * n + j] = direct < around ? direct : around;
    });
  }
  await q.wait();
  return [path];
}

function reference() {
  const path = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => {
      const isFar = (i + j) % 13 === 0 || (i + j) % 7 === 0 || (i + j) % 11 === 0;
      return isFar ? 999 : ((i * j) % 7) + 1;
    }),
  );
  for (let k = 0; k < n; k++) {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        path[i]![j] = path[i]![j]! < path[i]![k]! + path[k]![j]! ? path[i]![j]! : path[i]![k]! + path[k]![j]!;
      }
    }
  }
  return [Int32Array.from(path.flat())];
}
