// The prefix sum as three Lanewise kernels: a work-item for each block, one for the scan of the blocks' sums, one for each block again.

import type { Queue, u32 } from "lanewise";
import type { Launch } from "../../harness/kernel.js";
import type { PrefixArrays, PrefixScalars } from "./workload.js";

export function lanewise(q: Queue, { x, blockSums, sums }: PrefixArrays, { block, blocks }: PrefixScalars): Launch {
  return (options) => {
    q.parallelFor(
      blocks,
      (b) => {
        let sum: u32 = 0;
        for (let k = 0; k < block; k++) sum += x[b * block + k]!;
        blockSums[b] = sum;
      },
      options,
    );
    q.singleTask(() => {
      let sum: u32 = 0;
      for (let b = 0; b < blocks; b++) {
        const here = blockSums[b]!;
        blockSums[b] = sum;
        sum += here;
      }
    }, options);
    q.parallelFor(
      blocks,
      (b) => {
        let sum: u32 = blockSums[b]!;
        for (let k = 0; k < block; k++) {
          sum += x[b * block + k]!;
          sums[b * block + k] = sum;
        }
      },
      options,
    );
  };
}
