// The local memory in which functions that a group calls together exchange their values: what its globals' ids begin with.

import type { Expr, Module } from "./module.js";

export const GROUP_MEMORY = "local:group functions:";

/** Whether a place is there. */
export function isInGroupMemory(place: Expr, module: Module): boolean {
  if (place.kind === "element" || place.kind === "field") return isInGroupMemory(place.base, module);
  return place.kind === "global" && module.globals[place.global]?.id.startsWith(GROUP_MEMORY) === true;
}
