// The baseline "javascript": ordinary loops over typed arrays, arithmetic in doubles.

import type { Kernel } from "../kernel.js";
import { type Prepared, preparedFunction } from "../variant.js";
import { copyArrays, outputsOf, type Workload } from "../workload.js";

export function preparePlain(kernel: Kernel, workload: Workload): Prepared {
  const arrays = copyArrays(workload.arrays);
  return preparedFunction(
    () => kernel.plain(arrays, workload.scalars),
    () => outputsOf(workload, arrays),
  );
}
