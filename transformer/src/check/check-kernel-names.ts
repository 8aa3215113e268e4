// Host code that asks for kernels of the program by symbols that no kernel has (LW1460, requirement X8). Of modules of other programs
// nothing is known here.

import type { Reporter } from "../diagnostics/reporter.js";
import type { KernelName } from "../recognise/kernel-names.js";

/** `kernels` are the symbols of each module's. */
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
