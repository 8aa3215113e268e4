// A kernel over an nd-range that does not wait for its group, against the same over a range: it should cost nothing. Its index is what it is
// asked for, or made of the group's and the work-item's own.

import { type NdItem, ndRange, type Queue } from "lanewise";
import { alternating, checkClose, type Measured, medians, ratio } from "../harness/alternating.js";
import { workload } from "../kernels/saxpy/index.js";

const elements = 1 << 20;
const size = 64;

export type Saxpy = (q: Queue, y: Float32Array, x: Float32Array, s: number) => void;

export function measureWithoutBarriers(q: Queue, saxpy: Saxpy): Measured {
  const { arrays, scalars } = workload(elements);
  const [x, y] = [q.mallocShared(Float32Array, arrays.x), q.mallocShared(Float32Array, arrays.y)];
  const expected = q.mallocShared(Float32Array, arrays.y);
  saxpy(q, y, x, scalars.s);
  overRange(q, expected, x, scalars.s);
  q.waitSync();
  checkClose(y, expected);
  const times = alternating(q, {
    "nd-range": () => saxpy(q, y, x, scalars.s),
    range: () => overRange(q, y, x, scalars.s),
  });
  return { value: ratio(times.range, times["nd-range"]), us: medians(times) };
}

const overRange: Saxpy = (q, y, x, s) => {
  q.parallelFor(elements, (i) => {
    y[i] = y[i]! + s * x[i]!;
  });
};

export const byGlobalId: Saxpy = (q, y, x, s) => {
  q.parallelFor(ndRange(elements, size), (item: NdItem<1>) => {
    const i = item.globalId();
    y[i] = y[i]! + s * x[i]!;
  });
};

export const byGroupAndLocalId: Saxpy = (q, y, x, s) => {
  q.parallelFor(ndRange(elements, size), (item: NdItem<1>) => {
    const i = item.group.id() * item.localRange() + item.localId();
    y[i] = y[i]! + s * x[i]!;
  });
};
