// Makes a kernel for the forms of a launch's reductions: over blocks of its range, or of its work-groups if these wait or share memory.

import { areInBlocks, type Module } from "@lanewise/ir";
import { bindLocalSize, type GroupShape } from "../groups/bind-local-size.js";
import type { GroupKind } from "../groups/group-kind.js";
import type { KernelReduction } from "./kernel-reduction.js";
import { reduceInBlocks } from "./reduce-in-blocks.js";
import { reduceInGroups } from "./reduce-in-groups.js";

export interface ReducedGroups {
  readonly kind: GroupKind;
  /** For kernels that use groups. */
  readonly sizes: GroupShape | undefined;
  /** Whether the lanes of a block run concurrently at their own pace, so that each notes its progress. By default the block does. */
  readonly areLanesApart?: boolean;
}

/** @throws Error if the kernel does not support the reductions; the message says why. */
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
