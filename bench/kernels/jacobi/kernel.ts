// Jacobi's method as a Lanewise kernel.

import type { Queue } from "lanewise";
import type { Launch } from "../../harness/kernel.js";
import type { JacobiArrays, JacobiScalars } from "./workload.js";

export function lanewise(q: Queue, { from, to }: JacobiArrays, { size, width }: JacobiScalars): Launch {
  return (options) =>
    q.parallelFor(
      [size, size],
      (y, x) => {
        const i = (y + 1) * width + x + 1;
        to[i] = 0.2 * (from[i]! + from[i - 1]! + from[i + 1]! + from[i - width]! + from[i + width]!);
      },
      options,
    );
}
