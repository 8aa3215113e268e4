// Optional parts of the code generator for images of IR: emitted code supplies them (internal-code.ts).

import {
  atomicLowering,
  hostMathFunctions,
  lowerSubGroup,
  mathFunctions,
  narrowLanes,
  replacePrivate,
  splitColumns,
} from "@lanewise/codegen";
import { constantPart, groupPart } from "../../launch/index.js";
import type { ImageParts } from "../registry/index.js";
import { constantCodePart } from "./constant-code.js";
import { inGroups, undividedGroups } from "./kernel-groups.js";
import { reductionPart } from "./kernel-reductions.js";

export const groupCode: ImageParts = {
  groups: groupPart,
  groupCode: inGroups,
  undividedGroups,
  subGroupCode: lowerSubGroup,
};

export const constantCode: ImageParts = { constants: constantPart, constantCode: constantCodePart };

export const reductionCode: ImageParts = { reductionCode: reductionPart };

export const mathCode: ImageParts = { mathCode: mathFunctions };

export const wideMathCode: ImageParts = { wideMathCode: hostMathFunctions };

export const narrowCode: ImageParts = { narrowCode: narrowLanes };

export const atomicCode: ImageParts = { atomicCode: atomicLowering };

export const privateCode: ImageParts = { privateCode: replacePrivate };

export const columnCode: ImageParts = { columnCode: splitColumns };
