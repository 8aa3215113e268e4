// saxpy in plain JavaScript.

import type { SaxpyArrays, SaxpyScalars } from "./workload.js";

export function plain({ y, x }: SaxpyArrays, { s, n }: SaxpyScalars): void {
  for (let i = 0; i < n; i++) y[i] = y[i]! + s * x[i]!;
}
