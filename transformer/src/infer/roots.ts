// The variables through which an object may be reached: one, or several if a condition chooses the object.

import { newVariable } from "./collect.js";
import type { Variable } from "./instance.js";
import type { ObjectValue } from "./shape.js";

/** The variable through which an object is reached; undefined if unknown. */
export type Root = Variable | undefined;

/** Returns the variables that a root stands for. */
export const rootsOf = (root: Root): readonly Root[] => (root?.chosen.length ? root.chosen : [root]);

/** Returns one root for an object that may be reached through any of them; those that are known decide. */
export function joinRoots(roots: readonly Root[], shape: ObjectValue): Root {
  const chosen = [...new Set(roots.flatMap(rootsOf))].filter((one) => one !== undefined);
  const [first, second] = chosen;
  if (!first || !second) return first;
  const name = chosen.map((one) => one.name).join(" or ");
  return { ...newVariable({ name, key: { name }, shape }), named: new Set(chosen), chosen };
}
