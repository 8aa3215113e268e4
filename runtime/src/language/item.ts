// The work-item as an object, and its group: what a kernel may take instead of indices. Types, which the compiler knows by their
// brand: in kernels nothing of them is left but the numbers that are asked for. In programs that are not compiled, host-item.ts makes
// the objects. (SYCL 2020, 4.9.1.4 to 4.9.1.7)

import type { itemBrand } from "./brands.js";
import type { i32 } from "./flavours.js";

/** How many dimensions a range has. */
export type Dimensions = 1 | 2 | 3;

/** A dimension, the outermost (slowest) being 0. It is a constant; of one dimension it may be left out. */
export type DimensionOf<D extends Dimensions> = D extends 1
  ? [dimension?: 0]
  : D extends 2
    ? [dimension: 0 | 1]
    : [dimension: 0 | 1 | 2];

/** What items and groups have in common. */
interface Branded<K extends "item" | "ndItem" | "group", D extends Dimensions> {
  readonly [itemBrand]: { readonly kind: K; readonly dimensions: D };
  readonly dimensions: D;
}

/**
 * A work-item of a range: `q.parallelFor([height, width], (item: Item<2>) => { out[item.linearId] = item.id(0) + item.id(1); })`. It
 * may be passed to functions.
 */
export interface Item<D extends Dimensions = 1> extends Branded<"item", D> {
  /** Its index, counted from the range's offset. */
  id(...dimension: DimensionOf<D>): i32;
  /** The range's size. */
  range(...dimension: DimensionOf<D>): i32;
  /** The index that the range begins at. */
  offset(...dimension: DimensionOf<D>): i32;
  /** Its place in the range, row by row, from 0: the offset makes no difference. */
  readonly linearId: i32;
}
