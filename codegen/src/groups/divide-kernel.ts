// Prepares a kernel that uses work-groups for groups of one size: divided into regions if its work-items wait for each other or share memory,
// otherwise as an ordinary kernel. Sub-groups become gangs where possible; a kernel that only uses sub-groups then need not be divided.

import {
  defaultSubGroupSize,
  type Fn,
  forEachStmt,
  groupUseOf,
  hasBody,
  type Module,
  runsTogether,
  type SubGroupSize,
} from "@lanewise/ir";
import type { WasmFeatures } from "../program.js";
import { simplifyBeforeIndices } from "../simplify/simplify-any.js";
import { hasGangs } from "../wasm/gang/choose-gang.js";
import { bindLocalSize, type LocalSizes } from "./bind-local-size.js";
import type { GroupPlan } from "./group-plan.js";
import { splitGroups } from "./split-groups.js";
import { areWhole } from "./sub-groups.js";

export interface GroupForm {
  readonly local: LocalSizes;
  readonly subGroupSize?: SubGroupSize;
  /** The features of the code; "scalar" for JavaScript too. */
  readonly features: WasmFeatures;
  /** Whether one thread must run each group as a whole even if only sub-groups wait. */
  readonly isWhole?: boolean;
}

export interface DividedKernel {
  readonly module: Module;
  /** Undefined if the kernel is an ordinary one. */
  readonly plan: GroupPlan | undefined;
  /** `WasmOptions.subGroups`. */
  readonly subGroups: SubGroupSize | undefined;
}

/** @throws UndividedKernel like `splitGroups`. */
export function divideKernel(module: Module, kernel: number, form: GroupForm): DividedKernel {
  const use = groupUseOf(module, kernel);
  const { local, subGroupSize = defaultSubGroupSize } = form;
  const bound = () => ({ module: bindLocalSize(module, kernel, local, subGroupSize), plan: undefined });
  if (!runsTogether(use)) return { ...bound(), subGroups: undefined };
  const dimensions = module.functions[kernel]?.dimensions ?? 0;
  if (use.isTogether && areWhole({ size: subGroupSize, local, dimensions })) {
    const meetsOthers = form.isWhole || runsTogether({ ...use, isTogether: false });
    const inGangs = meetsOthers ? splitGroups(module, kernel, local, { subGroupSize, areGangs: true }) : bound();
    const kernels = meetsOthers ? inGangs.module.functions : inGangs.module.functions.slice(kernel, kernel + 1);
    if (kernels.every((fn) => !hasBody(fn) || canBeGangs(inGangs.module, fn, form.features, subGroupSize)))
      return { ...inGangs, subGroups: subGroupSize };
  }
  return { ...splitGroups(module, kernel, local, { subGroupSize }), subGroups: undefined };
}

function canBeGangs(module: Module, kernel: Fn, features: WasmFeatures, subGroups: SubGroupSize): boolean {
  const fn = simplifyBeforeIndices(module, kernel);
  let isTogether = false;
  forEachStmt(fn.body, (stmt) => {
    isTogether ||= stmt.kind === "subGroup";
  });
  return !isTogether || hasGangs({ features, module, shape: "rows", subGroups }, fn);
}
