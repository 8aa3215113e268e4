// What a command group says of the program of its kernel.

import type { GroupKernels } from "../images/bundles/group-kernels.js";
import type { SpecializationSet } from "../images/constants/specialization-set.js";

export interface GroupProgram {
  readonly constants: SpecializationSet;
  readonly kernels: GroupKernels | undefined;
}
