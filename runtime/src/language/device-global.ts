// Declares device globals: the type, its properties, and `deviceGlobal`. The compiler recognises the brand, not the name. On the host the object is a
// handle for copies; globals/global-object.ts implements it, globals/global-storage.ts its storage on devices.

import { createGlobalObject, globalPart } from "../globals/index.js";
import type { FixedArray } from "../values/index.js";
import type { deviceGlobalBrand } from "./brands.js";
import type { AnyReference } from "./function-ref.js";
import type { StructValue } from "./struct-array.js";

/** The implemented version of SYCL's extension for device globals (its feature-test macro): 1. A test: `if (SYCL_EXT_ONEAPI_DEVICE_GLOBAL >= 1)`. */
export const SYCL_EXT_ONEAPI_DEVICE_GLOBAL = 1;

/** The properties a device global may have, as the second type argument of `deviceGlobal`. */
export interface Properties {
  /** Each program has its own instance; then only one image may use the global. */
  readonly deviceImageScope?: true;
  /** The directions in which `q.copy` may copy it; "read_write" by default. */
  readonly hostAccess?: "read" | "write" | "read_write" | "none";
  /** Has no effect on these devices; can be queried. */
  readonly initMode?: "reprogram" | "reset";
  /** Has no effect on these devices; can be queried. */
  readonly implementInCsr?: boolean;
}

/** A device global of any type and properties. */
export interface AnyDeviceGlobal {
  readonly [deviceGlobalBrand]: {
    readonly type: unknown;
    readonly properties: Properties;
    readonly hostAccess: NonNullable<Properties["hostAccess"]>;
  };
}

/** The declared `hostAccess`; "read_write" by default, so that no other type of a device global is less restricted. */
export type HostAccessOf<P extends Properties> = P extends { readonly hostAccess: infer A extends string }
  ? A
  : "read_write";

/** What all device globals have, on the host and in kernels. */
export interface DeviceGlobalBase<T, P extends Properties> extends AnyDeviceGlobal {
  readonly [deviceGlobalBrand]: {
    readonly type: T;
    readonly exactly: (type: T) => T;
    readonly properties: P;
    readonly hostAccess: HostAccessOf<P>;
  };
  /** In kernels: the value of a scalar; for an array or a struct, a reference through which it is read and written. */
  get(): T;
  /** In kernels: overwrites the value with a copy. */
  set(value: StructValue<T>): void;
  /** Whether the declaration has the property. Throws `kernel_not_compiled` in programs that are not compiled. */
  hasProperty<K extends keyof Properties>(key: K): K extends keyof P ? true : false;
  /** The property's value. A property that is not declared does not type-check, and throws `invalid`. */
  getProperty<K extends keyof P>(key: K): P[K];
}

/**
 * A variable in device memory, one instance per device and context, shared by all kernels there. In kernels use `.value` for
 * scalars, `[i]` for arrays, `.get()` for a reference, `.set(v)` to overwrite it; on the host copy with `q.copy`.
 */
// The empty object type is the absence of properties; `keyof` of it is never, as hasProperty needs.
export type DeviceGlobal<T, P extends Properties = NoProperties> = DeviceGlobalBase<T, P> & Access<T>;

/** No properties. */
// biome-ignore lint/complexity/noBannedTypes: an object type without keys is meant, not "any value".
export type NoProperties = {};

/** How a device global, or a pointer's target, is used besides `get` and `set`. */
export type Access<T> = [T] extends [number | bigint | boolean | AnyReference]
  ? { value: T }
  : T extends FixedArray<infer E, infer N>
    ? { [index: number]: E; readonly length: N; [Symbol.iterator](): IterableIterator<E> }
    : NoProperties;

/** The initial value of a device global: a scalar, an array of them, or an object with some of the fields. */
export type Initial<T> =
  T extends FixedArray<infer E, number>
    ? readonly Initial<E>[]
    : T extends number | bigint | boolean | AnyReference
      ? T
      : { readonly [K in keyof T]?: Initial<T[K]> };

/**
 * Declares a device global, at module level: `export const histogram = deviceGlobal<FixedArray<u32, 256>>();`. It starts
 * as zero or as `initial`, a compile-time constant. Properties are the second type argument:
 * `deviceGlobal<i32, { hostAccess: "read" }>(5)`.
 *
 * A program that was not compiled keeps the value on the host, so that kernels run as plain JavaScript; without `initial` its first use throws
 * `kernel_not_compiled`. In a compiled program, host code that uses the value throws `host_access`.
 */
export function deviceGlobal<T, P extends Properties = NoProperties>(initial?: Initial<T>): DeviceGlobal<T, P>;
/** Declares a device global that starts with another one's initial value, converted to its own type. */
export function deviceGlobal<T, P extends Properties & { readonly deviceImageScope?: never } = NoProperties>(
  copyOf: AnyDeviceGlobal,
): DeviceGlobal<T, P>;
export function deviceGlobal(initial?: unknown): unknown {
  return createGlobalObject(initial, globalPart);
}
