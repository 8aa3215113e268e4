// A kernel with reductions for the forms that those of a launch have: over blocks of its range, or of its work-groups where these wait or
// share memory. For the program manager.

import { bindLocalSize, reduceInBlocks, reduceInGroups } from "@lanewise/codegen";
import type { Module } from "@lanewise/ir";
import { LanewiseError } from "./errors.js";
import type { GroupKind, GroupSizes } from "./kernel-groups.js";
import type { ReductionForm } from "./reduction-target.js";

export interface KernelForm {
  readonly name: string;
  /** The first of its parameters that is a reducer. */
  readonly firstReducer: number;
  readonly groups: GroupKind;
  /** Of kernels that know of groups. */
  readonly sizes: GroupSizes | undefined;
}

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

export function withReductions(
  module: Module,
  kernel: number,
  reductions: readonly ReductionForm[],
  { name, firstReducer, groups, sizes }: KernelForm,
): Module {
  if (!areInBlocks(reductions)) return module;
  const reducers = reductions.map((one, index) => ({ ...one, parameter: firstReducer + index }));
  try {
    if (groups === "regions" && sizes) return reduceInGroups(module, kernel, reducers, sizes.local);
    const bound = sizes ? bindLocalSize(module, kernel, sizes.local, sizes.subGroupSize) : module;
    return reduceInBlocks(bound, kernel, reducers);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LanewiseError("kernel_not_supported", `Kernel ${name} cannot reduce: ${reason}.`, { cause: error });
  }
}
