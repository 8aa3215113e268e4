// Compiles a kernel for the forms of its launch's reductions. For the program manager.

import { combineCopies, combineCopiesInGroups, type GroupKind, reduceKernel } from "@lanewise/codegen";
import type { Module } from "@lanewise/ir";
import { LanewiseError } from "../../errors/index.js";
import type { GroupSizes } from "../../values/index.js";
import type { ReductionForm } from "../programs/index.js";

export interface KernelForm {
  readonly name: string;
  /** The index of its first reducer parameter. */
  readonly firstReducer: number;
  readonly groups: GroupKind;
  /** For kernels that use groups. */
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

/** In one object: modules whose kernels have reducers supply it (optional-parts.ts). */
export const reductionPart = { withReductions, combineCopies, combineCopiesInGroups };
