// The results of `structOf`: the layout and methods behind each object that it returned.

import type { ElementType } from "./struct-array.js";

export const structTypes = new WeakMap<object, ElementType>();

/** Returns the struct that the user passed as an element type; undefined if it is not a result of `structOf`. */
export function structTypeOf(type: unknown): ElementType | undefined {
  if (typeof type !== "object" || type === null) return undefined;
  return structTypes.get(type);
}
