// A sum over groups: each work-item adds up elements that lie a group apart, in both halves of what its group has, then the group adds up
// its work-items. Memory is the limit, so what counts is bytes a second, against the triad's; two halves, because processors fetch one
// stretch of memory ahead more slowly than two.

import { type NdItem, ndRange, type Queue } from "lanewise";
import { alternating, checkClose, type Measured, medians, ratio } from "../harness/alternating.js";
import { lanewise as triad } from "../kernels/triad-f32/index.js";

const elements = 1 << 24;
/** A group is one gang, so that memory is read in its order. */
const [groups, size] = [64, 16];
const length = elements / groups;
const half = length / 2;
/** A sum reads one element where the triad reads two and writes one. */
const triadBytes = 3;

export function measureGroupSum(q: Queue): Measured {
  const array = () => q.mallocShared(Float32Array, elements).fill(0.25);
  const [a, b, c] = [array(), array(), array()];
  const sums = q.mallocShared(Float32Array, groups);
  const launchTriad = triad(q, { a, b, c }, { s: 3, n: elements });
  const times = alternating(q, { sum: () => sum(q, b, sums), triad: () => launchTriad() });
  checkClose(sums, sums.slice().fill(length / 4));
  return { value: ratio(times.triad, times.sum) / triadBytes, us: medians(times) };
}

function sum(q: Queue, x: Float32Array, sums: Float32Array): void {
  q.parallelFor(ndRange(groups * size, size), (item: NdItem<1>) => {
    const { group } = item;
    const first = group.id() * length + item.localId();
    let own = 0;
    let other = 0;
    for (let at = 0; at < half; at += size) {
      own += x[first + at]!;
      other += x[first + half + at]!;
    }
    const whole = group.reduce(own + other, "add");
    if (group.isLeader) sums[group.id()] = whole;
  });
}
