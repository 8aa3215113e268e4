// The optional part for launches over work-groups; modules with such kernels provide it (optional-parts.ts).

import { groupExecutable } from "../device/cpu/index.js";
import { checkLocal, placeLocals } from "./local-arguments.js";

export const groupPart = { checkLocal, placeLocals, groupExecutable };
