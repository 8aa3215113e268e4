// As every-method.ts: what needs the code generator.

import "./methods/fusion.js";
import "./methods/group-kernels.js";
import "./methods/modules.js";
