// The histogram as a Lanewise kernel: atomic additions, as work-items meet at a bin.

import { atomicRef, type Queue } from "lanewise";
import type { Launch } from "../../harness/kernel.js";
import type { HistogramArrays, HistogramScalars } from "./workload.js";

export function lanewise(q: Queue, { data, counts }: HistogramArrays, { n }: HistogramScalars): Launch {
  return (options) =>
    q.parallelFor(
      n,
      (i) => {
        atomicRef(counts, data[i]!).fetchAdd(1);
      },
      options,
    );
}
