// Programs generated from IR: the exports for other rooms.

export * as codeParts from "./code-parts.js";
export type { constantCodePart } from "./constant-code.js";
export type { inGroups, undividedGroups } from "./kernel-groups.js";
export type { reductionPart } from "./kernel-reductions.js";
