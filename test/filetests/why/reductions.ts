// Reductions: what stands in a block's lanes, what is shared by atomics, what is done in order.
import { type Queue, reduction } from "lanewise";

export function kernels(q: Queue, x: Float32Array, sum: Float32Array, bins: Int32Array, means: Float32Array): void {
  q.parallelFor(x.length, reduction(sum, "add"), (i, total) => { total.combine(x[i]!); });
  q.parallelFor([8, 64], reduction(sum, "max"), (y, column, most) => { most.combine(x[y * 64 + column]!); });
  q.parallelFor(x.length, reduction(bins, "add"), (i, counts) => { counts.at(i & 7).combine(1); });
  q.parallelFor(x.length, reduction(means, "add"), (i, each) => { each.at(i & 7).combine(x[i]!); });
}
