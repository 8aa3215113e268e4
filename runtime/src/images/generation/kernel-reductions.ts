// A kernel with reductions for the forms that those of a launch have. For the program manager.

import { combineCopies, combineCopiesInGroups, type GroupKind, reduceKernel } from "@lanewise/codegen";
import type { Module } from "@lanewise/ir";
import { LanewiseError } from "../../errors/index.js";
import type { GroupSizes } from "../../values/index.js";
import type { ReductionForm } from "../programs/index.js";

export interface KernelForm {
  readonly name: string;
  /** The first of its parameters that is a reducer. */
  readonly firstReducer: number;
  readonly groups: GroupKind;
  /** Of kernels that know of groups. */
  readonly sizes: GroupSizes | undefined;
  readonly areLanesApart: boolean;
}

function withReductions(
  module: Module,
  kernel: number,
  reductions: readonly ReductionForm[],
  { name, firstReducer, groups, sizes, areLanesApart }: KernelForm,
): Module {
  const reducers = reductions.map((one, index) => ({ ...one, parameter: firstReducer + index }));
  try {
    return reduceKernel(module, kernel, reducers, { kind: groups, sizes, areLanesApart });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LanewiseError("kernel_not_supported", `Kernel ${name} cannot reduce: ${reason}.`, { cause: error });
  }
}

/** In one piece: modules whose kernels have reducers hand it over (optional-parts.ts). */
export const reductionPart = { withReductions, combineCopies, combineCopiesInGroups };
