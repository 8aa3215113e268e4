// Compiles a kernel of work-groups for groups of one size: with regions if work-items wait for each other or share memory, else as an ordinary
// kernel. For generated programs.

import {
  bindLocalSize,
  type DividedKernel,
  divideKernel,
  type GroupForm,
  UndividedKernel,
  withBarrierSites,
} from "@lanewise/codegen";
import { groupUseOf, layoutOf, type Module, runsTogether } from "@lanewise/ir";
import { LanewiseError } from "../../errors/index.js";
import type { GroupSizes } from "../../values/index.js";
import { type GroupsOfProgram, MAX_LOCAL_MEMORY, type NamedMemory, tooMuchLocalMemory } from "../programs/index.js";

/** `plan` is undefined if work-items are independent. */
export function inGroups(module: Module, kernel: number, form: GroupForm, name: string): DividedKernel {
  const made = divide(module, kernel, form, name);
  if (!made.plan || made.plan.localMemory <= MAX_LOCAL_MEMORY) return made;
  throw tooMuchLocalMemory(name, localMemories(module, kernel));
}

/** For devices whose work-items can wait for each other natively. `groups` is undefined if they need not. */
export function undividedGroups(module: Module, kernel: number, { local, subGroupSize }: GroupSizes) {
  if (!runsTogether(groupUseOf(module, kernel)))
    return { module: bindLocalSize(module, kernel, local, subGroupSize), groups: undefined };
  const localMemory = localMemories(module, kernel).reduce((sum, { byteLength }) => sum + byteLength, 0);
  const groups: GroupsOfProgram = { localSizes: local, localMemory };
  return { module: withBarrierSites(module, kernel), groups };
}

/** The local memories whose length does not depend on the launch. */
export function localMemories(module: Module, kernel: number): readonly NamedMemory[] {
  return groupUseOf(module, kernel).memory.flatMap((index) => {
    const global = module.globals[index];
    return global ? [{ name: global.name, byteLength: layoutOf(global.type, module.structs).size }] : [];
  });
}

function divide(module: Module, kernel: number, form: GroupForm, name: string): DividedKernel {
  try {
    return divideKernel(module, kernel, form);
  } catch (error) {
    if (!(error instanceof UndividedKernel)) throw error;
    throw new LanewiseError("kernel_not_supported", `Kernel ${name} cannot run in work-groups: ${error.message}.`, {
      cause: error,
      help: "Index the array again after the barrier.",
    });
  }
}
