// A kernel with reductions for the forms that those of a launch have: over blocks of its range, or of its work-groups where these wait or
// share memory. For the program manager.

import { bindLocalSize, type GroupKind, reduceInBlocks, reduceInGroups } from "@lanewise/codegen";
import type { Module } from "@lanewise/ir";
import { LanewiseError } from "./errors.js";
import type { GroupSizes } from "./range.js";
import { areInBlocks, type ReductionForm } from "./reduction-form.js";

export interface KernelForm {
  readonly name: string;
  /** The first of its parameters that is a reducer. */
  readonly firstReducer: number;
  readonly groups: GroupKind;
  /** Of kernels that know of groups. */
  readonly sizes: GroupSizes | undefined;
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
