// The code behind all methods, which needs no code generator; imported for its effect. In bundles, the plugins leave this file empty, and add the
// files of the methods that modules name (docs/decisions/0105-methods.md).

import "./methods/command-groups.js";
import "./methods/drawings.js";
import "./methods/graphs.js";
import "./methods/plain-kernels.js";
