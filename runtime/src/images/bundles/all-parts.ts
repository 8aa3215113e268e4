// Images that no module registers may need any part: who reads them has all.

import { globals, pointers, printing, privateCopies } from "../../internal.js";
import { constantCode, groupCode, mathCode, reductionCode, wideMathCode } from "../../internal-code.js";
import { parts } from "../registry/optional-parts.js";
import { objectNamed } from "./named-objects.js";

export function haveAllParts(): void {
  Object.assign(parts, { objectNamed }, globals, printing, pointers, privateCopies);
  Object.assign(parts, constantCode, groupCode, reductionCode, mathCode, wideMathCode);
}
