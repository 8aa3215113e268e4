// How a kernel uses work-groups, which decides how it must be launched.

import { groupUseOf, type Module, runsTogether } from "@lanewise/ir";

/** "regions": its work-items wait for each other or share memory; "indices": it only queries local indices; "none": neither. */
export type GroupKind = "none" | "indices" | "regions";

export function groupKindOf(module: Module, kernel: number): GroupKind {
  const use = groupUseOf(module, kernel);
  if (runsTogether(use)) return "regions";
  return use.asks ? "indices" : "none";
}
