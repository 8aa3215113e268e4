// What launches over work-groups have besides, in one piece: modules whose kernels know of them hand it over (parts.ts).

import { checkLocal, placeLocals } from "./local-arguments.js";
import { groupExecutable } from "./targets/group-executable.js";

export const groupPart = { checkLocal, placeLocals, groupExecutable };
