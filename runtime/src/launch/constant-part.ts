// What launches of kernels with specialization constants, or with captures in `specialized`, have besides, in one piece: modules with such kernels
// hand it over (optional-parts.ts).

import { chooseValues, importedConstant, usedConstant } from "../images/constants/index.js";
import { constantArguments } from "./constant-arguments.js";

export const constantPart = { chooseValues, constantArguments, importedConstant, usedConstant };
