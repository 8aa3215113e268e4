// Optional parts that only some images need: emitted code supplies them (internal.ts).

import { privateCopyPart } from "../../device/cpu/running/index.js";
import { printingPart } from "../../diagnostics/index.js";
import { globalStoragePart } from "../../globals/index.js";
import { constantPart, groupPart } from "../../launch/index.js";
import { pointerPart } from "../../memory/index.js";
import type { ImageParts } from "../registry/index.js";
import { linkPart } from "./links.js";

export const links: ImageParts = { links: linkPart };
export const groups: ImageParts = { groups: groupPart };
export const globals: ImageParts = { globals: globalStoragePart };
export const printing: ImageParts = { printing: printingPart };
/** Pointers may lead to device globals. */
export const pointers: ImageParts = { pointers: pointerPart, globals: globalStoragePart };
export const constants: ImageParts = { constants: constantPart };
export const privateCopies: ImageParts = { privateCopies: privateCopyPart };
