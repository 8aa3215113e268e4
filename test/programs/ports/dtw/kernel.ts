// Dynamic time warping: the distances of many series from one, in two rows of the table of costs.

import type { Queue } from "lanewise";

const LENGTH = 48;
const COUNT = 37;

const series = Float64Array.from({ length: COUNT * LENGTH }, (_, k) => Math.sin(k / 5) + ((k * 7919) % 101) / 300);
const query = Float64Array.from({ length: LENGTH }, (_, k) => Math.sin(k / 4));

export async function run(q: Queue): Promise<Float64Array> {
  const distances = new Float64Array(COUNT);
  await q.parallelFor(COUNT, (s) => {
    const row = new Float64Array(LENGTH + 1).fill(Infinity);
    row[0] = 0;
    for (let i = 0; i < LENGTH; i++) {
      let diagonal = row[0]!;
      row[0] = Infinity;
      for (let j = 0; j < LENGTH; j++) {
        const cost = Math.abs(series[s * LENGTH + i]! - query[j]!);
        const above = row[j + 1]!;
        row[j + 1] = cost + Math.min(diagonal, above, row[j]!);
        diagonal = above;
      }
    }
    distances[s] = row[LENGTH]!;
  });
  return distances;
}
