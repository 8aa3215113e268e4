// The types that stand between flavours and typed arrays: which host array an element type is copied to and from, and
// what `mallocShared` returns. Types only; the run-time table of element types is in ../element-types.ts.

import type { FixedArray } from "../values/index.js";
import type { flavour } from "./brands.js";
import type { PlainStruct, StructArray, StructValue } from "./struct-array.js";

/**
 * Float16Array, where the program's `lib` has it (ES2025): asked of the global scope, because its name means nothing elsewhere.
 * So its type does not follow its buffer's.
 */
type HalfArrays<B extends ArrayBufferLike> = typeof globalThis extends {
  readonly Float16Array: { readonly prototype: infer A };
}
  ? { readonly Float16Array: A & { readonly buffer: B } }
  : Record<never, never>;

/** The typed arrays by the name in their `Symbol.toStringTag`, over a buffer of type `B`. */
export interface TypedArrays<B extends ArrayBufferLike = ArrayBufferLike> extends HalfArrays<B> {
  Int8Array: Int8Array<B>;
  Uint8Array: Uint8Array<B>;
  Uint8ClampedArray: Uint8ClampedArray<B>;
  Int16Array: Int16Array<B>;
  Uint16Array: Uint16Array<B>;
  Int32Array: Int32Array<B>;
  Uint32Array: Uint32Array<B>;
  Float32Array: Float32Array<B>;
  Float64Array: Float64Array<B>;
  BigInt64Array: BigInt64Array<B>;
  BigUint64Array: BigUint64Array<B>;
}
export type TypedArrayName = keyof TypedArrays;
export type TypedArray = TypedArrays[TypedArrayName];

/** A typed array's constructor, as `mallocShared` takes it. */
export interface TypedArrayConstructor {
  readonly BYTES_PER_ELEMENT: number;
  readonly prototype: { readonly [Symbol.toStringTag]: TypedArrayName };
}

/** The name of the typed array that a constructor makes, or that an array is. */
export type NameOf<A extends { readonly [Symbol.toStringTag]: TypedArrayName }> = A[typeof Symbol.toStringTag];

/** What `mallocShared(C, …)` returns: the real typed array, over shared memory, that frees itself at the end of `using`. */
export type UsmArray<C extends TypedArrayConstructor> = TypedArrays<SharedArrayBuffer>[NameOf<C["prototype"]>] &
  Disposable;

/** The element that a host value of an array has: `bigint` for 64-bit integers, else `number`. */
export type ElementOf<C extends TypedArrayConstructor> = TypedArrays[NameOf<C["prototype"]>][number];

/** The innermost element of nested fixed arrays. */
export type Element<T> = T extends FixedArray<infer E, number> ? Element<E> : T;

interface ArrayOfFlavour {
  i8: Int8Array;
  u8: Uint8Array | Uint8ClampedArray;
  i16: Int16Array;
  u16: Uint16Array;
  f16: TypedArrays extends { readonly Float16Array: infer A } ? A : never;
  i32: Int32Array;
  u32: Uint32Array;
  f32: Float32Array;
  f64: Float64Array;
  i64: BigInt64Array;
  u64: BigUint64Array;
}
/** Floats also have the names of the integers that may be assigned to them. */
type FlavourName<E> = E extends { readonly [flavour]?: infer F } ? OwnName<Exclude<F, undefined>> : never;
export type OwnName<F> = unknown extends F ? F : "f32" extends F ? "f32" : "f64" extends F ? "f64" : F;

/**
 * What the host copies a `T` to and from: the flavour's typed array, for booleans bytes (0 or 1), for structs an array of structs. A
 * bare `number` has none: write the flavour.
 */
export type HostArray<T> = HostElement<Element<T>>;
type HostElement<E> = [E] extends [boolean]
  ? Uint8Array
  : [E] extends [number | bigint]
    ? FlavourName<E> extends infer N extends keyof ArrayOfFlavour
      ? ArrayOfFlavour[N]
      : never
    : StructArray<E>;

/** What `q.read` gives: a scalar, the typed array of all elements, or, where structs are in it, plain objects and arrays of them. */
export type HostValue<T> = [T] extends [boolean]
  ? boolean
  : [T] extends [number | bigint]
    ? T
    : [Element<T>] extends [boolean | number | bigint]
      ? HostArray<T>
      : PlainStruct<T>;

/** What `q.write` takes: as `HostValue`; of structs any objects with their fields, also an array of structs. */
export type NewHostValue<T> = [Element<T>] extends [boolean | number | bigint]
  ? HostValue<T>
  : StructValue<T> | (T extends FixedArray<infer E, number> ? StructArray<E> : never);
