// The code behind the device "host"; imported for its effect.

import { compileForHost } from "../device/host/host.js";
import { parts } from "../images/registry/optional-parts.js";

parts.hostKernels = compileForHost;
