// `lanewise/internal/code`: what emitted code hands over with images of IR, which need parts of the code generator that others do without. As
// lanewise/internal, not for people.

import { hostMathFunctions, mathFunctions } from "@lanewise/codegen";
import { constantCodePart } from "./constant-code.js";
import { constantPart } from "./constant-part.js";
import { groupPart } from "./group-part.js";
import { inGroups } from "./kernel-groups.js";
import { reductionPart } from "./kernel-reductions.js";
import type { ImageParts } from "./parts.js";

export const groupCode: ImageParts = { groups: groupPart, groupCode: inGroups };

export const constantCode: ImageParts = { constants: constantPart, constantCode: constantCodePart };

export const reductionCode: ImageParts = { reductionCode: reductionPart };

export const mathCode: ImageParts = { mathCode: mathFunctions };

export const wideMathCode: ImageParts = { wideMathCode: hostMathFunctions };
