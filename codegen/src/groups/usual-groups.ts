// What is shown of a kernel of work-groups before it is launched: as it would be compiled for groups of a usual size.

import { type Fn, type Module, usesGroups } from "@lanewise/ir";
import type { KnownLaunch, SubGroupSize, WasmFeatures } from "../program.js";
import type { LocalSizes } from "./bind-local-size.js";
import { divideKernel } from "./divide-kernel.js";
import { knownLaunch } from "./group-plan.js";
import { UndividedKernel } from "./kept-values.js";

export interface UsualGroups {
  readonly module: Module;
  /** The kernel, or its regions. */
  readonly kernels: readonly number[];
  readonly known: KnownLaunch | undefined;
  /** "16 x 16"; undefined of a kernel that is not divided. */
  readonly size: string | undefined;
  /** `WasmOptions.subGroups`. */
  readonly subGroups: SubGroupSize | undefined;
}

const sizesOf = {
  0: [1, 1, 1],
  1: [256, 1, 1],
  2: [16, 16, 1],
  3: [4, 4, 16],
} as const satisfies Record<Fn["dimensions"], LocalSizes>;

export function inUsualGroups(module: Module, kernel: number, features: WasmFeatures): UsualGroups {
  const dimensions = module.functions[kernel]?.dimensions ?? 0;
  const local = sizesOf[dimensions];
  const undivided = { kernels: [kernel], size: undefined, known: undefined };
  if (!usesGroups(module, kernel)) return { module, subGroups: undefined, ...undivided };
  try {
    const { plan, ...divided } = divideKernel(module, kernel, { local, features });
    if (!plan) return { ...divided, ...undivided };
    const kernels = divided.module.functions.flatMap(({ linkage }, index) => (linkage === "kernel" ? [index] : []));
    return { ...divided, kernels, known: knownLaunch(plan), size: local.slice(0, dimensions).join(" x ") };
  } catch (error) {
    // It is shown as it stands; the launch says why it cannot run.
    if (error instanceof UndividedKernel) return { module, subGroups: undefined, ...undivided };
    throw error;
  }
}
