// A kernel with reductions for the forms that those of a launch have: over blocks of its range, or of its work-groups where these wait or
// share memory.

import { areInBlocks, type Module } from "@lanewise/ir";
import { bindLocalSize, type GroupShape } from "../groups/bind-local-size.js";
import type { GroupKind } from "../groups/group-kind.js";
import type { KernelReduction } from "./kernel-reduction.js";
import { reduceInBlocks } from "./reduce-in-blocks.js";
import { reduceInGroups } from "./reduce-in-groups.js";

export interface ReducedGroups {
  readonly kind: GroupKind;
  /** Of kernels that know of groups. */
  readonly sizes: GroupShape | undefined;
  /** Whether the lanes of a block run at the same time, each at its own pace: each then notes how far it is. Default: the block does. */
  readonly areLanesApart?: boolean;
}

/** @throws Error where the kernel cannot be made so; the message says why. */
export function reduceKernel(
  module: Module,
  kernel: number,
  reductions: readonly KernelReduction[],
  { kind, sizes, areLanesApart = false }: ReducedGroups,
): Module {
  if (!areInBlocks(reductions)) return module;
  if (kind === "regions" && sizes) return reduceInGroups(module, kernel, reductions, sizes.local);
  const bound = sizes ? bindLocalSize(module, kernel, sizes.local, sizes.subGroupSize) : module;
  return reduceInBlocks(bound, kernel, reductions, areLanesApart);
}
