// What launches over work-groups have besides, in one piece: modules whose kernels know of them hand it over (optional-parts.ts).

import { groupExecutable } from "../device/cpu/index.js";
import { checkLocal, placeLocals } from "./local-arguments.js";

export const groupPart = { checkLocal, placeLocals, groupExecutable };
