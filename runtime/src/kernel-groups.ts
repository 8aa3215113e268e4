// A kernel of work-groups for groups of one size: with regions where they wait for each other or share memory, else as an
// ordinary kernel. For the program manager.

import {
  bindLocalSize,
  type GroupKernel,
  type GroupPlan,
  type LocalSizes,
  splitGroups,
  UndividedKernel,
} from "@lanewise/codegen";
import { groupUseOf, type Module } from "@lanewise/ir";
import { LanewiseError } from "./errors.js";

/** The most local memory of a group, in bytes. */
const MAX_LOCAL_MEMORY = 2 ** 20;

/** "regions": its work-items wait for each other or share memory; "indices": it only asks for local ones; "none": neither. */
export type GroupKind = "none" | "indices" | "regions";

export function groupKindOf(module: Module, kernel: number): GroupKind {
  const { asks, waits, memory } = groupUseOf(module, kernel);
  if (waits || memory.length > 0) return "regions";
  return asks ? "indices" : "none";
}

/** `plan` is undefined where work-items need not know of each other. */
export function inGroups(
  module: Module,
  kernel: number,
  local: LocalSizes,
  name: string,
): { readonly module: Module; readonly plan: GroupPlan | undefined } {
  const { memory } = groupUseOf(module, kernel);
  if (groupKindOf(module, kernel) !== "regions") return { module: bindLocalSize(module, local), plan: undefined };
  const made = split(module, kernel, local, name);
  const { localMemory } = made.plan;
  if (localMemory <= MAX_LOCAL_MEMORY) return made;
  const names = memory.map((index) => module.globals[index]?.name).join(", ");
  throw new LanewiseError(
    "kernel_not_supported",
    `Kernel ${name} has ${localMemory} bytes of local memory (${names}); a group can have ${MAX_LOCAL_MEMORY}.`,
    { help: "Use smaller arrays, or arrays of device memory with a part for each group." },
  );
}

function split(module: Module, kernel: number, local: LocalSizes, name: string): GroupKernel {
  try {
    return splitGroups(module, kernel, local);
  } catch (error) {
    if (!(error instanceof UndividedKernel)) throw error;
    throw new LanewiseError("kernel_not_supported", `Kernel ${name} cannot run in work-groups: ${error.message}.`, {
      cause: error,
      help: "Behind the barrier, index the array once more.",
    });
  }
}

/** For a launch over a range without groups. */
export function needsGroups(name: string): LanewiseError {
  return new LanewiseError("invalid", `Kernel ${name} uses work-groups; launch it over ndRange(global, local).`);
}
