// A kernel of work-groups for groups of one size: with regions where they wait for each other or share memory, else as an
// ordinary kernel. For the program manager.

import { type DividedKernel, divideKernel, type GroupForm, type LocalSizes, UndividedKernel } from "@lanewise/codegen";
import { groupUseOf, layoutOf, type Module, runsTogether } from "@lanewise/ir";
import { LanewiseError } from "./errors.js";
import type { SubGroupSize } from "./range.js";

/** The most local memory of a group, in bytes. */
export const MAX_LOCAL_MEMORY = 2 ** 20;

/** Of a launch. */
export interface GroupSizes {
  readonly local: LocalSizes;
  readonly subGroupSize: SubGroupSize;
}

/** "regions": its work-items wait for each other or share memory; "indices": it only asks for local ones; "none": neither. */
export type GroupKind = "none" | "indices" | "regions";

export function groupKindOf(module: Module, kernel: number): GroupKind {
  const use = groupUseOf(module, kernel);
  if (runsTogether(use)) return "regions";
  return use.asks ? "indices" : "none";
}

/** `plan` is undefined where work-items need not know of each other. */
export function inGroups(module: Module, kernel: number, form: GroupForm, name: string): DividedKernel {
  const made = divide(module, kernel, form, name);
  if (!made.plan || made.plan.localMemory <= MAX_LOCAL_MEMORY) return made;
  throw tooMuchLocalMemory(module, kernel, name, []);
}

/** `sized`: the memories whose length the launch says. */
export function tooMuchLocalMemory(
  module: Module,
  kernel: number,
  name: string,
  sized: readonly { readonly name: string; readonly byteLength: number }[],
): LanewiseError {
  const ofConstantSize = groupUseOf(module, kernel).memory.flatMap((index) => {
    const global = module.globals[index];
    return global ? [{ name: global.name, byteLength: layoutOf(global.type, module.structs).size }] : [];
  });
  const memories = [...ofConstantSize, ...sized];
  const total = memories.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const list = memories.map((memory) => `${memory.name}: ${memory.byteLength}`).join(", ");
  return new LanewiseError(
    "kernel_not_supported",
    `Kernel ${name} has ${total} bytes of local memory (${list}); a group can have ${MAX_LOCAL_MEMORY}.`,
    { help: "Use smaller arrays, or arrays of device memory with a part for each group." },
  );
}

function divide(module: Module, kernel: number, form: GroupForm, name: string): DividedKernel {
  try {
    return divideKernel(module, kernel, form);
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
