// The code behind kernel bundles in command groups; imported for its effect.

import { GroupKernels } from "../images/bundles/group-kernels.js";
import { parts } from "../images/registry/optional-parts.js";

parts.groupKernels = GroupKernels;
