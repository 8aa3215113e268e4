// The sum as Lanewise kernels: neighbouring work-items read neighbouring elements.

import type { i32, Kernel1, Queue } from "lanewise";
import type { Launch } from "../../harness/kernel.js";
import type { SumArrays, SumScalars } from "./workload.js";

export function lanewise(q: Queue, { x, wideSums, narrowSums, total }: SumArrays, scalars: SumScalars): Launch {
  const { n, wide, narrow } = scalars;
  const first = strided(x, wideSums, n, wide);
  const second = strided(wideSums, narrowSums, wide, narrow);
  const last = strided(narrowSums, total, narrow, 1);
  return (options) => {
    q.parallelFor(wide, first, options);
    q.parallelFor(narrow, second, options);
    q.parallelFor(1, last, options);
  };
}

/** Sum i is of the elements i, i + stride, i + 2 * stride, ... */
function strided(from: Float32Array, sums: Float32Array, n: i32, stride: i32): Kernel1 {
  return (i) => {
    let sum = 0;
    for (let at = i; at < n; at += stride) sum += from[at]!;
    sums[i] = sum;
  };
}
