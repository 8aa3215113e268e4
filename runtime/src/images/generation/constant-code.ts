// Specializes kernels, in one object: modules with specialized kernels supply it (optional-parts.ts).

import { specialize } from "@lanewise/codegen";
import { kernelConstants } from "../constants/index.js";

export const constantCodePart = { kernelConstants, specialize };
