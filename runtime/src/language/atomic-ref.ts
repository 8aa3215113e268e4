// `atomicRef`: atomic operations on one element of an array or on a device global. In kernels the compiler replaces the calls; this code runs in
// programs that are not compiled. Every operation returns the old value.

import type { DeviceGlobal, Properties } from "./device-global.js";
import { createAtomicRef } from "./host-atomic-ref.js";
import type { Pointer } from "./pointer.js";

/** How an atomic operation orders other accesses, as SYCL's `memory_order`; "sequential" is its seq_cst. */
export type MemoryOrder = "relaxed" | "acquire" | "release" | "acquireRelease" | "sequential";
/** The work-items for which it orders them, as SYCL's `memory_scope`. */
export type MemoryScope = "workItem" | "subGroup" | "workGroup" | "device" | "system";

type LoadOrder = Exclude<MemoryOrder, "release" | "acquireRelease">;
type StoreOrder = Exclude<MemoryOrder, "acquire" | "acquireRelease">;

/**
 * Atomic operations on one scalar in memory. Integers wrap; every `fetch…` returns the old value. Order and scope are constants, by default "relaxed"
 * and "device"; on these devices every operation is as strong as "sequential" and "system".
 */
export interface AtomicRef<E> {
  load(order?: LoadOrder, scope?: MemoryScope): E;
  store(value: E, order?: StoreOrder, scope?: MemoryScope): void;
  fetchAdd(value: E, order?: MemoryOrder, scope?: MemoryScope): E;
  fetchSub(value: E, order?: MemoryOrder, scope?: MemoryScope): E;
  fetchAnd(value: E, order?: MemoryOrder, scope?: MemoryScope): E;
  fetchOr(value: E, order?: MemoryOrder, scope?: MemoryScope): E;
  fetchXor(value: E, order?: MemoryOrder, scope?: MemoryScope): E;
  fetchMin(value: E, order?: MemoryOrder, scope?: MemoryScope): E;
  fetchMax(value: E, order?: MemoryOrder, scope?: MemoryScope): E;
  exchange(value: E, order?: MemoryOrder, scope?: MemoryScope): E;
  /** Writes `value` if the old value equals `expected`, bit by bit; returns the old value. */
  compareExchange(expected: E, value: E, order?: MemoryOrder, scope?: MemoryScope): E;
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
/** The scalar to which a pointer points, for atomic operations. */
export function atomicRef<T extends number | bigint>(pointer: Pointer<T>): AtomicRef<T>;
export function atomicRef(place: object, index?: number): AtomicRef<number | bigint> {
  return createAtomicRef(place, index === undefined ? "value" : index);
}
