// A sum over groups: each work-item adds up elements that lie a group apart, then the group adds up its work-items. Memory is the
// limit, so what counts is bytes a second, against the triad's.

import { type NdItem, ndRange, type Queue } from "lanewise";
import { lanewise as triad } from "../kernels/triad-f32/index.js";
import { alternating, checkClose, type Measured, medians, ratio } from "./measure.js";

const elements = 1 << 24;
const [groups, size] = [64, 256];
const length = elements / groups;
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
    for (let at = 0; at < length; at += size) own += x[first + at]!;
    const whole = group.reduce(own, "add");
    if (group.isLeader) sums[group.id()] = whole;
  });
}
