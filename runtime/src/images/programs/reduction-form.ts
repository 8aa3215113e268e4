// What of a launch's reductions decides the kernel's program.

import type { KernelReduction } from "@lanewise/codegen";

export type ReductionForm = Omit<KernelReduction, "parameter">;

/** Whether one order must hold for all that a block combines: no gangs then. */
export function areInOrder(reductions: readonly ReductionForm[]): boolean {
  return reductions.some(({ form }) => form === "copies");
}
