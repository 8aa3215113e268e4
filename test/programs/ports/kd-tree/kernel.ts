// The nearest neighbour of each query in a kd-tree, which lies in arrays: the middle of each range is the node.

import type { Queue } from "lanewise";

const POINTS = 127;
const QUERIES = 53;

const coordinate = (k: number) => ((k * 7919) % 1009) / 1009;
const points = Array.from({ length: POINTS }, (_, k) => [coordinate(2 * k), coordinate(2 * k + 1)] as const);
const tree = new Float64Array(POINTS * 2);
const queries = Float64Array.from({ length: QUERIES * 2 }, (_, k) => ((k * 104729) % 997) / 997);

function build(part: readonly (readonly [number, number])[], begin: number, axis: 0 | 1): void {
  if (part.length === 0) return;
  const sorted = part.toSorted((a, b) => a[axis] - b[axis]);
  const middle = sorted.length >> 1;
  tree.set(sorted[middle] ?? [0, 0], (begin + middle) * 2);
  build(sorted.slice(0, middle), begin, axis === 0 ? 1 : 0);
  build(sorted.slice(middle + 1), begin + middle + 1, axis === 0 ? 1 : 0);
}
build(points, 0, 0);

export async function run(q: Queue): Promise<Float64Array> {
  const nearest = new Float64Array(QUERIES);
  await q.parallelFor(QUERIES, (i) => {
    const [x, y] = [queries[i * 2]!, queries[i * 2 + 1]!];
    const stack = new Int32Array(48);
    let [top, best] = [3, Infinity];
    stack[1] = POINTS;
    while (top > 0) {
      top -= 3;
      const [begin, end, axis] = [stack[top]!, stack[top + 1]!, stack[top + 2]!];
      if (begin >= end) continue;
      const middle = begin + ((end - begin) >> 1);
      const [dx, dy] = [x - tree[middle * 2]!, y - tree[middle * 2 + 1]!];
      best = Math.min(best, dx * dx + dy * dy);
      const offset = axis === 0 ? dx : dy;
      if (offset * offset < best || offset >= 0) {
        stack[top] = middle + 1;
        stack[top + 1] = end;
        stack[top + 2] = 1 - axis;
        top += 3;
      }
      if (offset * offset < best || offset < 0) {
        stack[top] = begin;
        stack[top + 1] = middle;
        stack[top + 2] = 1 - axis;
        top += 3;
      }
    }
    nearest[i] = Math.sqrt(best);
  });
  return nearest;
}
