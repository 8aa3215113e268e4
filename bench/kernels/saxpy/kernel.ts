// saxpy as a Lanewise kernel.

import type { Queue } from "lanewise";
import type { Launch } from "../../harness/kernel.js";
import type { SaxpyArrays, SaxpyScalars } from "./workload.js";

export function lanewise(q: Queue, { y, x }: SaxpyArrays, { s, n }: SaxpyScalars): Launch {
  return (options) =>
    q.parallelFor(
      n,
      (i) => {
        y[i] = y[i]! + s * x[i]!;
      },
      options,
    );
}
