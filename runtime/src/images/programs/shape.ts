// How gangs of work-items are laid out in a range, and where a chunk may end: chunks begin at gangs, as in `WasmProgram.gang`.

import type { LaunchRange } from "../../values/index.js";

/** "rows": along the innermost dimension; "flat": along the linear ids. */
export type Shape = "rows" | "flat";

const NARROW = 32;
const MANY_ROWS = 16;
const SMALLEST_GANG = 4;

/** Flat if rows are too short to fill gangs and there are enough of them. */
export function shapeOf({ dimensions, sizes }: LaunchRange): Shape {
  if (dimensions < 2) return "rows";
  const [, middle, inner] = sizes;
  // In two dimensions the sizes are [rows, columns, 1].
  if (dimensions === 2) return middle <= NARROW ? "flat" : "rows";
  return inner <= NARROW && middle >= MANY_ROWS ? "flat" : "rows";
}

/** The shape for the work-items of a group, which are few: flat only if rows are short and no gang fills them. */
export function shapeOfGroup({ dimensions }: Pick<LaunchRange, "dimensions">, local: LaunchRange["sizes"]): Shape {
  const inner = local[Math.max(dimensions, 1) - 1] ?? 1;
  return dimensions < 2 || inner >= MANY_ROWS || inner % SMALLEST_GANG === 0 ? "rows" : "flat";
}

/** After how many work-items gangs start again: the innermost size in "rows" of several dimensions, else the whole range. */
export function rowLength(range: LaunchRange, shape: Shape): number {
  if (range.dimensions < 2 || shape === "flat") return range.total;
  return range.sizes[range.dimensions - 1] ?? 1;
}
