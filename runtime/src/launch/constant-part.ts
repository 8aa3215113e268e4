// The optional part for kernels with specialization constants, or with captures in `specialized`; modules with such kernels provide it
// (optional-parts.ts).

import { chooseValues, importedConstant, usedConstant } from "../images/constants/index.js";
import { constantArguments } from "./constant-arguments.js";

export const constantPart = { chooseValues, constantArguments, importedConstant, usedConstant };
