// What specializes kernels, in one piece: modules with kernels that are hand it over (optional-parts.ts).

import { specialize } from "@lanewise/codegen";
import { kernelConstants } from "../constants/index.js";

export const constantCodePart = { kernelConstants, specialize };
