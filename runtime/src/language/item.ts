// The work-item as an object, and its group: what a kernel may take instead of indices. Types, which the compiler knows by their
// brand: in kernels nothing of them is left but the numbers that are asked for. In programs that are not compiled, host-item.ts makes
// the objects. (SYCL 2020, 4.9.1.4 to 4.9.1.8)

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
interface Branded<K extends "item" | "ndItem" | "group" | "subGroup", D extends Dimensions> {
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
  readonly subGroup: SubGroup;
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

/**
 * Neighbours in a group, by `localLinearId`: 8 of them, or as many as the launch asks for (`{ subGroupSize: 16 }`); the last sub-group
 * of a group has what is left. They run in lockstep, so that what they compute together needs no memory. Each of the functions below
 * is called by every member, none of which has returned: else the launch fails with `barrier_divergence`. What was written before, all
 * members read behind it. (SYCL 2020, 4.9.1.8 and 4.17)
 */
export interface SubGroup extends Branded<"subGroup", 1> {
  /** Its index among the sub-groups of the group. */
  id(dimension?: 0): i32;
  /** How many sub-groups the group has. */
  range(dimension?: 0): i32;
  /** The work-item's lane: its index in the sub-group. */
  localId(dimension?: 0): i32;
  /** How many members the sub-group has. */
  localRange(dimension?: 0): i32;
  /** How many a whole one has. */
  maxLocalRange(dimension?: 0): i32;
  /** As `id()`. */
  readonly linearId: i32;
  /** As `localId()`. */
  readonly localLinearId: i32;
  /** Whether the work-item is its first. */
  readonly isLeader: boolean;
  barrier(): void;
  /** The value of one member, by its lane; the work-item's own where there is no such member. */
  shuffle(value: number, lane: number): number;
  shuffle(value: bigint, lane: number): bigint;
  shuffle(value: boolean, lane: number): boolean;
  /** The value of the member `delta` lanes below; the work-item's own where there is none. */
  shuffleUp(value: number, delta: number): number;
  shuffleUp(value: bigint, delta: number): bigint;
  shuffleUp(value: boolean, delta: number): boolean;
  /** The value of the member `delta` lanes above; the work-item's own where there is none. */
  shuffleDown(value: number, delta: number): number;
  shuffleDown(value: bigint, delta: number): bigint;
  shuffleDown(value: boolean, delta: number): boolean;
  /** The value of the member whose lane is the work-item's, exclusive or the mask; its own where there is none. */
  shuffleXor(value: number, mask: number): number;
  shuffleXor(value: bigint, mask: number): bigint;
  shuffleXor(value: boolean, mask: number): boolean;
  /** As `shuffle`; of the first without a lane. */
  broadcast(value: number, lane?: number): number;
  broadcast(value: bigint, lane?: number): bigint;
  broadcast(value: boolean, lane?: number): boolean;
  /** Whether it is true of some member. */
  any(predicate: boolean): boolean;
  /** Whether it is true of every member. */
  all(predicate: boolean): boolean;
  /** Whether it is true of no member. */
  none(predicate: boolean): boolean;
  /** All values in one: neighbours are combined, then neighbouring pairs, and so on. */
  reduce(value: number, operation: GroupOperation): number;
  reduce(value: bigint, operation: GroupOperation): bigint;
  /** The values up to the work-item's own, in one. */
  inclusiveScan(value: number, operation: GroupOperation): number;
  inclusiveScan(value: bigint, operation: GroupOperation): bigint;
  /** The values before the work-item's own, in one; in lane 0 what changes no value: 0 of "add". */
  exclusiveScan(value: number, operation: GroupOperation): number;
  exclusiveScan(value: bigint, operation: GroupOperation): bigint;
}
