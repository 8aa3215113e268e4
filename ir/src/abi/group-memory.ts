// The local memory through which group functions exchange values; its globals' ids begin with this prefix.

import type { Expr, Module } from "../module/index.js";

export const GROUP_MEMORY = "local:group functions:";

/** Whether `place` lies in that memory. */
export function isInGroupMemory(place: Expr, module: Module): boolean {
  if (place.kind === "element" || place.kind === "field") return isInGroupMemory(place.base, module);
  return place.kind === "global" && module.globals[place.global]?.id.startsWith(GROUP_MEMORY) === true;
}
