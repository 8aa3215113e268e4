// `lanewise/internal/code`: what emitted code hands over with images of IR, which need parts of the code generator that others do without. As
// lanewise/internal, not for people.

import { hostMathFunctions, mathFunctions } from "@lanewise/codegen";
import { constantCodePart } from "./images/constants/constant-code.js";
import { inGroups } from "./images/programs/kernel-groups.js";
import { reductionPart } from "./images/programs/kernel-reductions.js";
import type { ImageParts } from "./images/registry/optional-parts.js";
import { constantPart } from "./launch/constant-part.js";
import { groupPart } from "./launch/group-part.js";

export const groupCode: ImageParts = { groups: groupPart, groupCode: inGroups };

export const constantCode: ImageParts = { constants: constantPart, constantCode: constantCodePart };

export const reductionCode: ImageParts = { reductionCode: reductionPart };

export const mathCode: ImageParts = { mathCode: mathFunctions };

export const wideMathCode: ImageParts = { wideMathCode: hostMathFunctions };
