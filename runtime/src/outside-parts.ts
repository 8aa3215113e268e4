// Images that no module registers may need any part: who reads them has all.

import { globals, pointers, printing, privateCopies } from "./internal.js";
import { constantCode, groupCode, mathCode, reductionCode, wideMathCode } from "./internal-code.js";
import { parts } from "./parts.js";

export function haveAllParts(): void {
  Object.assign(parts, globals, printing, pointers, privateCopies);
  Object.assign(parts, constantCode, groupCode, reductionCode, mathCode, wideMathCode);
}
