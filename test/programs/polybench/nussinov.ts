// The largest number of pairs that a strand of RNA can form, by dynamic programming over its parts: a launch for each length,
// a diagonal of the table.

import type { Queue } from "lanewise";
import type { PolybenchProgram } from "./program.js";

export const nussinov: PolybenchProgram = { name: "nussinov", run, reference };

const n = 91;

/** Bases are 0 to 3; those that pair add up to 3. */
const match = (first: number, second: number): number => (first + second === 3 ? 1 : 0);
const better = (one: number, other: number): number => (one >= other ? one : other);

async function run(q: Queue) {
  const strand = q.mallocShared(Int8Array, n);
  const table = q.mallocShared(Int32Array, n * n);
  q.parallelFor(n, (i) => {
    strand[i] = (i + 1) % 4;
  });
  q.fill(table, 0);
  for (let distance = 1; distance < n; distance++) {
    q.parallelFor(n - distance, (i) => {
      const j = i + distance;
      let best = table[i * n + j]!;
      best = better(best, table[i * n + j - 1]!);
      best = better(best, table[(i + 1) * n + j]!);
      // Neighbours do not pair.
      if (i < j - 1) best = better(best, table[(i + 1) * n + j - 1]! + match(strand[i]!, strand[j]!));
      else best = better(best, table[(i + 1) * n + j - 1]!);
      for (let k = i + 1; k < j; k++) {
        best = better(best, table[i * n + k]! + table[(k + 1) * n + j]!);
      }
      table[i * n + j] = best;
    });
  }
  await q.wait();
  return [table];
}

function reference() {
  const strand = Array.from({ length: n }, (_, i) => (i + 1) % 4);
  const table = Array.from({ length: n }, () => new Int32Array(n));
  for (let i = n - 1; i >= 0; i--) {
    const row = table[i]!;
    for (let j = i + 1; j < n; j++) {
      if (j - 1 >= 0) row[j] = Math.max(row[j]!, row[j - 1]!);
      if (i + 1 < n) row[j] = Math.max(row[j]!, table[i + 1]![j]!);
      if (j - 1 >= 0 && i + 1 < n) {
        const pairs = i < j - 1 && strand[i]! + strand[j]! === 3 ? 1 : 0;
        row[j] = Math.max(row[j]!, table[i + 1]![j - 1]! + pairs);
      }
      for (let k = i + 1; k < j; k++) row[j] = Math.max(row[j]!, row[k]! + table[k + 1]![j]!);
    }
  }
  return [Int32Array.from(table.flatMap((row) => [...row]))];
}
