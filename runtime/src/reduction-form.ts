// What of a launch's reductions decides the kernel's program.

import type { KernelReduction } from "@lanewise/codegen";

export type ReductionForm = Omit<KernelReduction, "parameter">;

/** Whether the kernel runs over something else than its range: not if all that it combines is shared. */
export function areInBlocks(reductions: readonly ReductionForm[]): boolean {
  return reductions.some(({ form }) => form !== "shared");
}

/** Whether one order must hold for all that a block combines: no gangs then. */
export function areInOrder(reductions: readonly ReductionForm[]): boolean {
  return reductions.some(({ form }) => form === "copies");
}

/** As part of the key of a program. */
export function describeReductions(reductions: readonly ReductionForm[]): string {
  return reductions.map(({ op, form, length }) => `${op} ${form} ${form === "copies" ? length : ""}`).join();
}
