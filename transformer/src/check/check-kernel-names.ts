// Reports host code that names kernels of the program by unknown symbols (LW1460, requirement X8). Modules of other programs are unknown here.

import type { Reporter } from "../diagnostics/reporter.js";
import type { KernelName } from "../recognise/kernel-names.js";

/** `kernels` are the symbols of each module's kernels. */
export function checkKernelNames(
  reporter: Reporter,
  names: readonly KernelName[],
  kernels: ReadonlyMap<string, readonly string[]>,
): void {
  for (const { node, module, symbol } of names) {
    const known = kernels.get(module);
    if (known === undefined || known.includes(symbol)) continue;
    reporter.report("LW1460", node, [symbol, known.join(", ") || "none"]);
  }
}
