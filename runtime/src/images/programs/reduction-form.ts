// The properties of a launch's reductions that determine the kernel's program.

import type { KernelReduction } from "@lanewise/codegen";

export type ReductionForm = Omit<KernelReduction, "parameter">;

/** Whether a block must combine its values in order, which rules out gangs. */
export function areInOrder(reductions: readonly ReductionForm[]): boolean {
  return reductions.some(({ form }) => form === "copies");
}
