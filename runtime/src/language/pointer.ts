// Pointers, which kernels store in device globals, in fields of structs and in variables, and dereference. In kernels the compiler replaces the calls
// and accesses; this code runs in programs that are not compiled. On the host of a compiled program a pointer copied from a device is an opaque
// bigint.

import { createNullPointer, createPointer } from "../references/index.js";
import type { pointerBrand, structArrayBrand } from "./brands.js";
import type { Access, DeviceGlobal, Properties } from "./device-global.js";
import type { f16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64 } from "./flavours.js";
import type { StructValue } from "./struct-array.js";

/** A pointer to anything. */
export interface AnyPointer {
  readonly [pointerBrand]: unknown;
}

/**
 * A pointer to a `T` in a device's memory: `.value` for scalars, `[i]` for fixed arrays, `.get()` for a reference, `.set(v)` to overwrite it.
 * `isNull` tells whether it is null, as it is in memory that was never written. Dereferencing a null pointer, or one to a freed array, fails with the
 * error `invalid_reference`. There is no pointer arithmetic.
 *
 *     interface Node { value: i32; next: Pointer<Node> }
 *     for (let p = head.value; !p.isNull; p = p.get().next) sum += p.get().value;
 */
export type Pointer<T> = PointerBase<T> & Access<T>;

/** What all pointers have. Kernels make one by `addressOf(values, i)`. */
export interface PointerBase<T> extends AnyPointer {
  readonly [pointerBrand]: { readonly type: T; readonly exactly: (type: T) => T };
  readonly isNull: boolean;
  /** The value of a scalar; for an array or a struct, a reference through which it is read and written. */
  get(): T;
  /** Overwrites the target with a copy. */
  set(value: T | StructValue<T>): void;
}

interface ElementOf {
  readonly Int8Array: i8;
  readonly Uint8Array: u8;
  readonly Uint8ClampedArray: u8;
  readonly Int16Array: i16;
  readonly Uint16Array: u16;
  readonly Int32Array: i32;
  readonly Uint32Array: u32;
  readonly BigInt64Array: i64;
  readonly BigUint64Array: u64;
  readonly Float16Array: f16;
  readonly Float32Array: f32;
  readonly Float64Array: f64;
}

/**
 * A pointer to a device global.
 *
 *     const p = addressOf(x, 1); // in a kernel
 *     p.value = 5;
 */
export function addressOf<T, P extends Properties>(global: DeviceGlobal<T, P>): Pointer<T>;
/** A pointer to element `index`, which is checked, of a typed array, an array of structs or a fixed array in memory. */
export function addressOf<K extends keyof ElementOf>(
  array: ArrayBufferView & { readonly [Symbol.toStringTag]: K },
  index: number,
): Pointer<ElementOf[K]>;
export function addressOf<T>(array: { readonly [structArrayBrand]: T }, index: number): Pointer<T>;
export function addressOf<E extends number | bigint | boolean | object>(
  array: { [index: number]: E },
  index: number,
): Pointer<E>;
/** A pointer to a struct or fixed array in memory, by a reference to it. */
export function addressOf<T extends object>(place: T): Pointer<T>;
export function addressOf(place: object, index?: number): unknown {
  return createPointer(place, index);
}

/**
 * The null pointer.
 *
 *     if (next === nullPointer()) return; // in a kernel
 */
export function nullPointer<T>(): Pointer<T>;
export function nullPointer(): unknown {
  return createNullPointer();
}
