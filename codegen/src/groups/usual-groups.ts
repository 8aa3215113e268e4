// What is shown of a kernel of work-groups before it is launched: as it would be compiled for groups of a usual size.

import { type Fn, groupUseOf, type Module, runsTogether } from "@lanewise/ir";
import type { KnownLaunch } from "../program.js";
import { bindLocalSize, type LocalSizes } from "./bind-local-size.js";
import { knownLaunch } from "./group-plan.js";
import { UndividedKernel } from "./kept-values.js";
import { splitGroups } from "./split-groups.js";

export interface UsualGroups {
  readonly module: Module;
  /** The kernel, or its regions. */
  readonly kernels: readonly number[];
  readonly known: KnownLaunch | undefined;
  /** "16 x 16"; undefined of a kernel that is not divided. */
  readonly size: string | undefined;
}

const sizesOf = {
  0: [1, 1, 1],
  1: [256, 1, 1],
  2: [16, 16, 1],
  3: [4, 4, 16],
} as const satisfies Record<Fn["dimensions"], LocalSizes>;

export function inUsualGroups(module: Module, kernel: number): UsualGroups {
  const use = groupUseOf(module, kernel);
  const dimensions = module.functions[kernel]?.dimensions ?? 0;
  const sizes = sizesOf[dimensions];
  if (!runsTogether(use)) {
    const bound = use.asks ? bindLocalSize(module, kernel, sizes) : module;
    return { module: bound, kernels: [kernel], known: undefined, size: undefined };
  }
  try {
    const { module: regions, plan } = splitGroups(module, kernel, sizes);
    const size = sizes.slice(0, dimensions).join(" x ");
    return { module: regions, kernels: [...regions.functions.keys()], known: knownLaunch(plan), size };
  } catch (error) {
    // It is shown as it stands; the launch says why it cannot run.
    if (error instanceof UndividedKernel) return { module, kernels: [kernel], known: undefined, size: undefined };
    throw error;
  }
}
