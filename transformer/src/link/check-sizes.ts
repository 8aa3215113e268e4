// Reports kernels and device functions that exceed an image's limits, callees included: private arrays of many megabytes, nested calls that
// would be inlined a million times. The runtime would refuse the image.

import { invariant, type Module, problemsOfSize } from "@lanewise/ir";
import type ts from "typescript-6";
import type { Reporter } from "../diagnostics/reporter.js";

/** The `modules` have been linked internally; `declarations` are by symbol. */
export function checkSizes(
  reporter: Reporter,
  modules: readonly Module[],
  declarations: ReadonlyMap<string, ts.Node>,
): void {
  for (const module of modules) {
    const problems = problemsOfSize(module);
    if (problems.length === 0) continue;
    // A problem of an inner function also affects its callers.
    const entries = module.functions.filter(({ symbol }) => declarations.has(symbol));
    invariant(entries.length > 0, `${module.name} declares what makes it large`);
    const named = entries.filter(({ symbol }) => problems.some((one) => one.function === symbol));
    for (const { symbol, name } of named.length > 0 ? named : entries.slice(0, 1)) {
      const problem = problems.find((one) => one.function === symbol) ?? problems[0];
      const node = declarations.get(symbol);
      if (node && problem) reporter.report("LW1941", node, [named.length > 0 ? name : module.name, problem.message]);
    }
  }
}
