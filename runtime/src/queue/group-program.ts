// A command group's settings for the program of its kernel.

import type { GroupKernels } from "../images/bundles/index.js";
import type { SpecializationSet } from "../images/constants/index.js";

export interface GroupProgram {
  readonly constants: SpecializationSet;
  readonly kernels: GroupKernels | undefined;
}
