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

/**
 * A work-item of an nd-range, `ndRange(global, local)`, which is divided into groups:
 *
 *     q.parallelFor(ndRange(1024, 64), (item: NdItem<1>) => {
 *       const tile = localMemory(Float32Array, 64);
 *       tile[item.localId()] = x[item.globalId()]!;
 *       item.barrier();
 *       out[item.globalId()] = tile[63 - item.localId()]!;
 *     });
 */
export interface NdItem<D extends Dimensions = 1> extends Branded<"ndItem", D> {
  /** Its index in the whole range. */
  globalId(...dimension: DimensionOf<D>): i32;
  /** Its index in its group. */
  localId(...dimension: DimensionOf<D>): i32;
  /** The whole range's size. */
  globalRange(...dimension: DimensionOf<D>): i32;
  /** The group's size. */
  localRange(...dimension: DimensionOf<D>): i32;
  /** Its place in the whole range, row by row. */
  readonly globalLinearId: i32;
  /** Its place in its group, row by row. */
  readonly localLinearId: i32;
  readonly group: Group<D>;
  /** As `group.barrier()`. */
  barrier(): void;
}

/** What combines two values; "and", "or" and "xor" are of integers. */
export type GroupOperation = "add" | "multiply" | "min" | "max" | "and" | "or" | "xor";

/** A group of work-items, which run together: they wait for each other at barriers and share local memory. */
export interface Group<D extends Dimensions = 1> extends Branded<"group", D> {
  /** Its index among the groups. */
  id(...dimension: DimensionOf<D>): i32;
  /** How many groups there are. */
  range(...dimension: DimensionOf<D>): i32;
  /** The work-item's index in the group. */
  localId(...dimension: DimensionOf<D>): i32;
  /** The group's size. */
  localRange(...dimension: DimensionOf<D>): i32;
  /** Its place among the groups, row by row. */
  readonly linearId: i32;
  /** The work-item's place in the group, row by row. */
  readonly localLinearId: i32;
  /** Whether the work-item is the first of its group. */
  readonly isLeader: boolean;
  /**
   * Waits until every work-item of the group is here; what each wrote before, all read behind it. All must reach the same barrier, but for
   * those that have returned: else the launch fails with `barrier_divergence`.
   */
  barrier(): void;
  /**
   * Each of the functions below is called by every work-item of the group, none of which has returned: else the launch fails with
   * `barrier_divergence`. What was written before, all read behind it. This one gives the value of one work-item, by its place in the group.
   */
  broadcast(value: number, localLinearId?: number): number;
  broadcast(value: bigint, localLinearId?: number): bigint;
  broadcast(value: boolean, localLinearId?: number): boolean;
  /** Whether it is true of some work-item. */
  any(predicate: boolean): boolean;
  /** Whether it is true of every work-item. */
  all(predicate: boolean): boolean;
  /** Whether it is true of no work-item. */
  none(predicate: boolean): boolean;
  /** All values of the group in one, combined in the order of `localLinearId`. */
  reduce(value: number, operation: GroupOperation): number;
  reduce(value: bigint, operation: GroupOperation): bigint;
  /** The values up to the work-item's own, combined in that order. */
  inclusiveScan(value: number, operation: GroupOperation): number;
  inclusiveScan(value: bigint, operation: GroupOperation): bigint;
  /** The values before the work-item's own, combined in that order; of the first what changes no value: 0 of "add". */
  exclusiveScan(value: number, operation: GroupOperation): number;
  exclusiveScan(value: bigint, operation: GroupOperation): bigint;
}
