// How a kernel with work-groups or reductions is shown before a launch: compiled for groups of a usual size and for the usual forms of its
// reductions.

import {
  areInBlocks,
  defaultSubGroupSize,
  type Fn,
  groupUseOf,
  type Module,
  runsTogether,
  type SubGroupSize,
  usesGroups,
} from "@lanewise/ir";
import { UnusualReductions, usualReductions } from "../ahead/usual-reductions.js";
import { inlineWithPaths } from "../inline.js";
import type { KnownLaunch, WasmFeatures } from "../program.js";
import type { KernelReduction } from "../reductions/kernel-reduction.js";
import { reduceKernel } from "../reductions/reduce-kernel.js";
import { withBarrierSites } from "./barrier-sites.js";
import { bindLocalSize, type GroupShape, type LocalSizes } from "./bind-local-size.js";
import { divideKernel } from "./divide-kernel.js";
import { groupKindOf } from "./group-kind.js";
import { knownLaunch } from "./group-plan.js";
import { UndividedKernel } from "./kept-values.js";

export interface UsualGroups {
  readonly module: Module;
  /** The kernel, or its regions. */
  readonly kernels: readonly number[];
  readonly known: KnownLaunch | undefined;
  /** "16 x 16"; undefined for a kernel that is not divided. */
  readonly size: string | undefined;
  /** The features its code may use: no vectors if its reductions are in order. */
  readonly features: WasmFeatures;
  /** Whether it runs over blocks of its range, one for each work-item. */
  readonly areBlocks: boolean;
  /** `WasmOptions.subGroups`. */
  readonly subGroups: SubGroupSize | undefined;
}

const sizesOf = {
  0: [1, 1, 1],
  1: [256, 1, 1],
  2: [16, 16, 1],
  3: [4, 4, 16],
} as const satisfies Record<Fn["dimensions"], LocalSizes>;

/** The last `reducers` parameters of the kernel are reducers. */
export function inUsualGroups(given: Module, kernel: number, asked: WasmFeatures, reducers = 0): UsualGroups {
  const dimensions = given.functions[kernel]?.dimensions ?? 0;
  const local = sizesOf[dimensions];
  const { module, reductions } = inUsualForms(given, kernel, reducers, local);
  // Like the runtime's `areInOrder`: no gangs then.
  const features = reductions.some(({ form }) => form === "copies") ? "scalar" : asked;
  const isWhole = areInBlocks(reductions);
  const undivided = { kernels: [kernel], size: undefined, known: undefined, features, areBlocks: isWhole };
  if (!usesGroups(module, kernel)) return { module, subGroups: undefined, ...undivided };
  try {
    const { plan, ...divided } = divideKernel(module, kernel, { local, features, isWhole });
    if (!plan) return { ...divided, ...undivided };
    const kernels = divided.module.functions.flatMap(({ linkage }, index) => (linkage === "kernel" ? [index] : []));
    const size = local.slice(0, dimensions).join(" x ");
    return { ...divided, kernels, known: knownLaunch(plan), size, features, areBlocks: isWhole };
  } catch (error) {
    // Shown undivided; the launch reports why it cannot run.
    if (error instanceof UndividedKernel) return { module, subGroups: undefined, ...undivided };
    throw error;
  }
}

export interface UsualUndividedGroups {
  readonly module: Module;
  /** Undefined for a kernel whose work-items are independent. */
  readonly group: GroupShape | undefined;
}

/** The same for devices whose work-items wait by themselves. */
export function inUsualUndividedGroups(given: Module, kernel: number, reducers = 0): UsualUndividedGroups {
  const local = sizesOf[given.functions[kernel]?.dimensions ?? 0];
  const { module } = inUsualForms(given, kernel, reducers, local, true);
  const group = { local, subGroupSize: defaultSubGroupSize };
  if (runsTogether(groupUseOf(module, kernel))) return { module: withBarrierSites(module, kernel), group };
  return { module: bindLocalSize(module, kernel, local, defaultSubGroupSize), group: undefined };
}

interface Reduced {
  readonly module: Module;
  readonly reductions: readonly KernelReduction[];
}

function inUsualForms(
  given: Module,
  kernel: number,
  reducers: number,
  local: LocalSizes,
  areLanesApart = false,
): Reduced {
  const asItStands = { module: given, reductions: [] };
  if (reducers === 0) return asItStands;
  const kind = groupKindOf(given, kernel);
  const sizes = kind === "none" ? undefined : { local, subGroupSize: defaultSubGroupSize };
  try {
    const whole = inlineWithPaths(given, kernel);
    const reductions = usualReductions(whole, kernel, reducers);
    return { module: reduceKernel(whole, kernel, reductions, { kind, sizes, areLanesApart }), reductions };
  } catch (error) {
    // The launch determines what it combines.
    if (error instanceof UnusualReductions) return asItStands;
    throw error;
  }
}
