// The types that relate flavours to typed arrays: the host array to and from which an element type is copied, and the result of `mallocShared`. Types
// only; the run-time table of element types is in values/element-types.ts.

import type { FixedArray } from "../values/index.js";
import type { flavour } from "./brands.js";
import type { PlainStruct, StructArray, StructValue } from "./struct-array.js";

/**
 * Float16Array, if the program's `lib` has it (ES2025). Looked up in the global scope, because the bare name is an error elsewhere. So its type does
 * not depend on its buffer's.
 */
type HalfArrays<B extends ArrayBufferLike> = typeof globalThis extends {
  readonly Float16Array: { readonly prototype: infer A };
}
  ? { readonly Float16Array: A & { readonly buffer: B } }
  : Record<never, never>;

/** The typed arrays, by the name in their `Symbol.toStringTag`, over a buffer of type `B`. */
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
/** The names of the typed arrays that kernels can use: `"Float32Array"` and so on. */
export type TypedArrayName = keyof TypedArrays;
/** A typed array that kernels can use, such as `Float32Array`. */
export type TypedArray = TypedArrays[TypedArrayName];

/** A typed array's constructor, as `mallocShared` accepts it. */
export interface TypedArrayConstructor {
  readonly BYTES_PER_ELEMENT: number;
  readonly prototype: { readonly [Symbol.toStringTag]: TypedArrayName };
}

/** The name of the typed array that a constructor makes, or of an array. */
export type NameOf<A extends { readonly [Symbol.toStringTag]: TypedArrayName }> = A[typeof Symbol.toStringTag];

/** The result of `mallocShared(C, …)`: a real typed array, over shared memory, that frees itself at the end of `using`. */
export type UsmArray<C extends TypedArrayConstructor> = TypedArrays<SharedArrayBuffer>[NameOf<C["prototype"]>] &
  Disposable;

/** The host type of an array's elements: `bigint` for 64-bit integers, else `number`. */
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
/** Floats also carry the names of the integers that may be assigned to them. */
type FlavourName<E> = E extends { readonly [flavour]?: infer F } ? OwnName<Exclude<F, undefined>> : never;
export type OwnName<F> = unknown extends F ? F : "f32" extends F ? "f32" : "f64" extends F ? "f64" : F;

/**
 * The array to and from which the host copies a `T`: the flavour's typed array, bytes (0 or 1) for booleans, an array of structs for structs. A bare
 * `number` has none: write the flavour.
 */
export type HostArray<T> = HostElement<Element<T>>;
type HostElement<E> = [E] extends [boolean]
  ? Uint8Array
  : [E] extends [number | bigint]
    ? FlavourName<E> extends infer N extends keyof ArrayOfFlavour
      ? ArrayOfFlavour[N]
      : never
    : StructArray<E>;

/** The result of `q.read`: a scalar, the typed array of all elements, or, if it contains structs, plain objects and arrays of them. */
export type HostValue<T> = [T] extends [boolean]
  ? boolean
  : [T] extends [number | bigint]
    ? T
    : [Element<T>] extends [boolean | number | bigint]
      ? HostArray<T>
      : PlainStruct<T>;

/** The argument of `q.write`: as `HostValue`; for structs any objects with their fields, or an array of structs. */
export type NewHostValue<T> = [Element<T>] extends [boolean | number | bigint]
  ? HostValue<T>
  : StructValue<T> | (T extends FixedArray<infer E, number> ? StructArray<E> : never);
