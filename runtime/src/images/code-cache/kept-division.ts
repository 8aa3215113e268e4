// Caches how a kernel of work-groups is divided into regions, beside their code: dividing it again takes as long as generating the code.

import type { DividedKernel, GroupForm } from "@lanewise/codegen";
import { finish, type Module, oneStep, type Site } from "@lanewise/ir";
import { type KeptForm, kept, type Origin } from "./kept.js";

export interface KeptDivision extends Pick<DividedKernel, "plan" | "subGroups"> {
  /** The divided module. */
  readonly module: () => Module;
  /** The sites of that module. */
  readonly sites: readonly Site[];
}

interface Division extends Pick<DividedKernel, "plan" | "subGroups"> {
  /** The sites that follow the kernel's own. */
  readonly sites: readonly Site[];
}

const form: KeptForm<Division> = {
  encode: (data) => ({ data, bytes: new Uint8Array() }),
  // As it was encoded.
  decode: ({ data }) => data as Division,
};

/** `sites` are those of the kernel's module; the divided module's begin with them. */
export function keptDivision(
  origin: Origin | undefined,
  groups: GroupForm,
  sites: readonly Site[],
  divide: () => DividedKernel,
): KeptDivision {
  let divided: DividedKernel | undefined;
  const make = () => {
    divided = divide();
    const { plan, subGroups, module } = divided;
    return { plan, subGroups, sites: module.sites.slice(sites.length) };
  };
  const division = finish(kept(origin, { division: groups }, 0, form, () => oneStep(make)));
  return {
    plan: division.plan,
    subGroups: division.subGroups,
    sites: [...sites, ...division.sites],
    module: () => {
      divided ??= divide();
      return divided.module;
    },
  };
}
