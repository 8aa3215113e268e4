// The work-item as an object, and its group, which a kernel may take instead of indices. Types, which the compiler recognises by their brand: in
// kernels only the numbers that are used remain. In programs that are not compiled, host-item.ts makes the objects. (SYCL 2020, 4.9.1.4 to 4.9.1.8)

import type { itemBrand } from "./brands.js";
import type { i32 } from "./flavours.js";

/** The number of dimensions of a range. */
export type Dimensions = 1 | 2 | 3;

/** A dimension; the outermost (slowest) is 0. It is a constant, and optional in one dimension. */
export type DimensionOf<D extends Dimensions> = D extends 1
  ? [dimension?: 0]
  : D extends 2
    ? [dimension: 0 | 1]
    : [dimension: 0 | 1 | 2];

/** The common members of items and groups. */
interface Branded<K extends "item" | "ndItem" | "group" | "subGroup", D extends Dimensions> {
  readonly [itemBrand]: { readonly kind: K; readonly dimensions: D };
  readonly dimensions: D;
}

/**
 * A work-item of a range: `q.parallelFor([height, width], (item: Item<2>) => { out[item.linearId] = item.id(0) + item.id(1); })`. It may be passed to
 * functions.
 */
export interface Item<D extends Dimensions = 1> extends Branded<"item", D> {
  /** Its index, including the range's offset. */
  id(...dimension: DimensionOf<D>): i32;
  /** The range's size. */
  range(...dimension: DimensionOf<D>): i32;
  /** The first index of the range. */
  offset(...dimension: DimensionOf<D>): i32;
  /** Its position in the range, row by row, from 0, without the offset. */
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
  /** Its position in the whole range, row by row. */
  readonly globalLinearId: i32;
  /** Its position in its group, row by row. */
  readonly localLinearId: i32;
  readonly group: Group<D>;
  readonly subGroup: SubGroup;
  /** As `group.barrier()`. */
  barrier(): void;
}

/** How two values are combined; "and", "or" and "xor" are for integers. */
export type GroupOperation = "add" | "multiply" | "min" | "max" | "and" | "or" | "xor";

/** A group of work-items that run together: they wait for each other at barriers and share local memory. */
export interface Group<D extends Dimensions = 1> extends Branded<"group", D> {
  /** Its index among the groups. */
  id(...dimension: DimensionOf<D>): i32;
  /** The number of groups. */
  range(...dimension: DimensionOf<D>): i32;
  /** The work-item's index in the group. */
  localId(...dimension: DimensionOf<D>): i32;
  /** The group's size. */
  localRange(...dimension: DimensionOf<D>): i32;
  /** Its position among the groups, row by row. */
  readonly linearId: i32;
  /** The work-item's position in the group, row by row. */
  readonly localLinearId: i32;
  /** Whether the work-item is the first of its group. */
  readonly isLeader: boolean;
  /**
   * Waits until every work-item of the group has arrived; after it, all see what each wrote before. All work-items that have not returned must reach
   * the same barrier, or else the launch fails with `barrier_divergence`.
   */
  barrier(): void;
  /**
   * Returns the value of one work-item, by its position in the group. This and each function below must be called by every work-item of the group,
   * none of which has returned, or else the launch fails with `barrier_divergence`. After the call, all see what was written before.
   */
  broadcast(value: number, localLinearId?: number): number;
  broadcast(value: bigint, localLinearId?: number): bigint;
  broadcast(value: boolean, localLinearId?: number): boolean;
  /** Whether it is true for some work-item. */
  any(predicate: boolean): boolean;
  /** Whether it is true for every work-item. */
  all(predicate: boolean): boolean;
  /** Whether it is true for no work-item. */
  none(predicate: boolean): boolean;
  /** Combines all values of the group, in the order of `localLinearId`. */
  reduce(value: number, operation: GroupOperation): number;
  reduce(value: bigint, operation: GroupOperation): bigint;
  /** Combines the values up to and including the work-item's own, in that order. */
  inclusiveScan(value: number, operation: GroupOperation): number;
  inclusiveScan(value: bigint, operation: GroupOperation): bigint;
  /** Combines the values before the work-item's own, in that order; for the first, returns the identity: 0 for "add". */
  exclusiveScan(value: number, operation: GroupOperation): number;
  exclusiveScan(value: bigint, operation: GroupOperation): bigint;
}

/**
 * Neighbours in a group, by `localLinearId`: 8 of them, or as many as the launch requests (`{ subGroupSize: 16 }`); the last sub-group of a group has
 * the rest. They run in lockstep, so what they compute together needs no memory. Each function below must be called by every member, none of which
 * has returned, or else the launch fails with `barrier_divergence`. After it, all members see what was written before. (SYCL 2020, 4.9.1.8 and 4.17)
 */
export interface SubGroup extends Branded<"subGroup", 1> {
  /** Its index among the sub-groups of the group. */
  id(dimension?: 0): i32;
  /** The number of sub-groups in the group. */
  range(dimension?: 0): i32;
  /** The work-item's lane: its index in the sub-group. */
  localId(dimension?: 0): i32;
  /** The number of members of the sub-group. */
  localRange(dimension?: 0): i32;
  /** The number of members of a full sub-group. */
  maxLocalRange(dimension?: 0): i32;
  /** As `id()`. */
  readonly linearId: i32;
  /** As `localId()`. */
  readonly localLinearId: i32;
  /** Whether the work-item is the first of its sub-group. */
  readonly isLeader: boolean;
  barrier(): void;
  /** The value of one member, by its lane; the work-item's own if there is no such member. */
  shuffle(value: number, lane: number): number;
  shuffle(value: bigint, lane: number): bigint;
  shuffle(value: boolean, lane: number): boolean;
  /** The value of the member `delta` lanes below; the work-item's own if there is none. */
  shuffleUp(value: number, delta: number): number;
  shuffleUp(value: bigint, delta: number): bigint;
  shuffleUp(value: boolean, delta: number): boolean;
  /** The value of the member `delta` lanes above; the work-item's own if there is none. */
  shuffleDown(value: number, delta: number): number;
  shuffleDown(value: bigint, delta: number): bigint;
  shuffleDown(value: boolean, delta: number): boolean;
  /** The value of the member whose lane is the work-item's xor `mask`; its own if there is none. */
  shuffleXor(value: number, mask: number): number;
  shuffleXor(value: bigint, mask: number): bigint;
  shuffleXor(value: boolean, mask: number): boolean;
  /** As `shuffle`; without a lane, the first member's value. */
  broadcast(value: number, lane?: number): number;
  broadcast(value: bigint, lane?: number): bigint;
  broadcast(value: boolean, lane?: number): boolean;
  /** Whether it is true for some member. */
  any(predicate: boolean): boolean;
  /** Whether it is true for every member. */
  all(predicate: boolean): boolean;
  /** Whether it is true for no member. */
  none(predicate: boolean): boolean;
  /** Combines all values: neighbours first, then neighbouring pairs, and so on. */
  reduce(value: number, operation: GroupOperation): number;
  reduce(value: bigint, operation: GroupOperation): bigint;
  /** Combines the values up to and including the work-item's own. */
  inclusiveScan(value: number, operation: GroupOperation): number;
  inclusiveScan(value: bigint, operation: GroupOperation): bigint;
  /** Combines the values before the work-item's own; in lane 0, returns the identity: 0 for "add". */
  exclusiveScan(value: number, operation: GroupOperation): number;
  exclusiveScan(value: bigint, operation: GroupOperation): bigint;
}
