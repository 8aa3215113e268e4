// The types of the two sides of a copy. Each side's type follows from the other's, in one signature, so that TypeScript's message for a wrong copy
// names the expected array, and not overloads. Types only.

import type { ReadableArray } from "./accessor.js";
import type { deviceGlobalBrand } from "./brands.js";
import type { AnyDeviceGlobal } from "./device-global.js";
import type { HostArray, NameOf, TypedArray, TypedArrays } from "./host-array.js";
import type { StructArray } from "./struct-array.js";

/** An illegal side of a copy, with a reason that TypeScript shows. */
export interface Forbidden<Reason extends string> {
  readonly forbidden: Reason;
}

type TypeOf<G extends AnyDeviceGlobal> = G[typeof deviceGlobalBrand]["type"];
/** For a union of device globals, that of any of them. */
type HostAccess<G extends AnyDeviceGlobal> = G[typeof deviceGlobalBrand]["hostAccess"];

type ReadableGlobal<G extends AnyDeviceGlobal> =
  HostAccess<G> extends "read" | "read_write"
    ? G
    : Forbidden<`hostAccess "${HostAccess<G>}" forbids copying from this device global`>;
type WritableGlobal<G extends AnyDeviceGlobal> =
  HostAccess<G> extends "write" | "read_write"
    ? G
    : Forbidden<`hostAccess "${HostAccess<G>}" forbids copying to this device global`>;

/** The type of array that a device global is copied to and from. */
type ArrayOf<G extends AnyDeviceGlobal> = [HostArray<TypeOf<G>>] extends [never]
  ? Forbidden<"a number without flavour has no array: declare the device global with i32, f32, …">
  : HostArray<TypeOf<G>>;

type AnyArray = TypedArray | StructArray<unknown>;
/** An accessor of several dimensions. */
interface AnyRows {
  readonly data: ReadableArray;
  readonly rowPitch: number;
}
type LikeArray<A> =
  A extends StructArray<infer T>
    ? StructArray<T>
    : A extends AnyRows
      ? TypedArrays[NameOf<A["data"]>]
      : A extends ReadableArray
        ? TypedArrays[NameOf<A>]
        : AnyArray;
/** `D`, if it has writable rows of the elements that `S` has. */
type LikeRows<S, D extends AnyRows> = D["data"] extends LikeArray<S> ? D : LikeArray<S>;

/** The source type of `q.copy(source, destination)`, if the sides are `S` and `D`. */
export type CopySource<S, D> = D extends AnyDeviceGlobal
  ? ArrayOf<D>
  : S extends AnyDeviceGlobal
    ? ReadableGlobal<S>
    : S extends AnyArray | ReadableArray | AnyRows
      ? S
      : AnyArray;

/** The destination type of `q.copy(source, destination)`. */
export type CopyDestination<S, D> = D extends AnyDeviceGlobal
  ? WritableGlobal<D>
  : S extends AnyDeviceGlobal
    ? ArrayOf<S>
    : D extends AnyRows
      ? LikeRows<S, D>
      : S extends AnyArray | ReadableArray | AnyRows
        ? LikeArray<S>
        : D;

/** Bytes to copy: any view or buffer. */
export type Bytes = ArrayBufferView | ArrayBufferLike;

/** The destination type of `q.memcpy(destination, source)`. */
export type MemcpyDestination<D> = D extends AnyDeviceGlobal ? WritableGlobal<D> : D extends Bytes ? D : Bytes;
/** The source type of `q.memcpy(destination, source)`: bytes, if the destination is a device global. */
export type MemcpySource<S, D> = D extends AnyDeviceGlobal
  ? Bytes
  : S extends AnyDeviceGlobal
    ? ReadableGlobal<S>
    : S extends Bytes
      ? S
      : Bytes;
