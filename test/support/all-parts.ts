// What registrations by hand hand over with any image: emitted code names only what its images need.

import { globals, pointers, printing, privateCopies } from "lanewise/internal";
import { constantCode, groupCode, mathCode, reductionCode, wideMathCode } from "lanewise/internal/code";

export const allParts = [
  globals,
  printing,
  pointers,
  privateCopies,
  constantCode,
  groupCode,
  mathCode,
  reductionCode,
  wideMathCode,
] as const;
