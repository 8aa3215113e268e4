// What the benchmark of the cluster runs: a kernel of as many steps for each work-item as it is told.

import type { ClusterLaunchOptions, ClusterQueue } from "@lanewise/cluster";

export async function steps(
  q: ClusterQueue,
  out: Float64Array,
  count: number,
  options: ClusterLaunchOptions = {},
): Promise<void> {
  await q.parallelFor(
    out.length,
    (i) => {
      let value = i;
      for (let k = 0; k < count; k++) value = value * 0.999999 + 1;
      out[i] = value;
    },
    { rowsPerChunk: 1, ...options, writes: { out: "oneToOne" } },
  );
}
