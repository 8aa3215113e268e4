// The code behind kernels that are not compiled; imported for its effect.

import { parts } from "../images/registry/optional-parts.js";
import { createPlainLaunch } from "../launch/plain-launch.js";

parts.plainKernels = createPlainLaunch;
