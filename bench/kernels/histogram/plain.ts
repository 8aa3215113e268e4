// The histogram in plain JavaScript.

import type { HistogramArrays, HistogramScalars } from "./workload.js";

export function plain({ data, counts }: HistogramArrays, { n }: HistogramScalars): void {
  for (let i = 0; i < n; i++) counts[data[i]!]!++;
}
