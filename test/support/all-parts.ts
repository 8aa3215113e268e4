// What registrations by hand hand over with any image: emitted code names only what its images need.

import { globals, pointers, printing, privateCopies } from "lanewise/internal";
import {
  columnCode,
  constantCode,
  groupCode,
  mathCode,
  narrowCode,
  reductionCode,
  wideMathCode,
} from "lanewise/internal/code";

export const allParts = [
  globals,
  printing,
  pointers,
  privateCopies,
  columnCode,
  constantCode,
  groupCode,
  mathCode,
  narrowCode,
  reductionCode,
  wideMathCode,
] as const;
