// `atomicRef`: atomic operations on one element of an array or on a device global. In kernels the compiler replaces the
// calls; what stands here runs in programs that are not compiled. Every operation returns the value before.

import type { DeviceGlobal, Properties } from "./device-global.js";
import { createAtomicRef } from "./host-atomic-ref.js";
import type { Pointer } from "./pointer.js";

/** Atomic operations on one place. Integers wrap; every `fetch…` returns the value before. */
export interface AtomicRef<E> {
  load(): E;
  store(value: E): void;
  fetchAdd(value: E): E;
  fetchSub(value: E): E;
  fetchAnd(value: E): E;
  fetchOr(value: E): E;
  fetchXor(value: E): E;
  fetchMin(value: E): E;
  fetchMax(value: E): E;
  exchange(value: E): E;
  /** Writes `value` if `expected` is there; returns what was there. */
  compareExchange(expected: E, value: E): E;
}

/** Arrays that can be indexed by number: typed arrays, fixed arrays, device globals of fixed arrays. */
export interface Indexed<E> {
  [index: number]: E;
}

/**
 * Element `index` of a typed array, fixed array or device global, for atomic operations:
 * `atomicRef(histogram, bin).fetchAdd(1)`. Elements have 32 or 64 bits. An index outside the array is an error.
 */
export function atomicRef<E extends number | bigint>(array: Indexed<E>, index: number): AtomicRef<E>;
/** A scalar device global, for atomic operations: `atomicRef(counter).fetchAdd(1)`. */
export function atomicRef<T extends number | bigint, P extends Properties>(global: DeviceGlobal<T, P>): AtomicRef<T>;
/** The scalar that a pointer leads to, for atomic operations. */
export function atomicRef<T extends number | bigint>(pointer: Pointer<T>): AtomicRef<T>;
export function atomicRef(place: object, index?: number): AtomicRef<number | bigint> {
  return createAtomicRef(place, index === undefined ? "value" : index);
}
