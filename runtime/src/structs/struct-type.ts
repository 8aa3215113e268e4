// What `structOf` made: the layout and methods behind each object that it gave out.

import type { ElementType } from "./struct-array.js";

export const structTypes = new WeakMap<object, ElementType>();

/** The struct that the user passed as an element type; undefined for what `structOf` has not made. */
export function structTypeOf(type: unknown): ElementType | undefined {
  if (typeof type !== "object" || type === null) return undefined;
  return structTypes.get(type);
}
