// What launches of kernels with specialization constants, or with captures in `specialized`, have besides, in one piece: modules with such kernels
// hand it over (parts.ts).

import { constantArguments } from "./constant-arguments.js";
import { chooseValues, importedConstant, usedConstant } from "./kernel-constants.js";

export const constantPart = { chooseValues, constantArguments, importedConstant, usedConstant };
