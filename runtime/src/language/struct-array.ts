// The public type of arrays of structs: the result of `mallocShared(structOf<T>(), …)`, used by the host and captured by kernels. One type for both
// layouts. A type only; the objects are in structs/struct-array.ts and structs/struct-columns.ts.

import type { FixedArray } from "../values/index.js";
import type { flavour, structArrayBrand } from "./brands.js";
import type { AnyReference } from "./function-ref.js";
import type { OwnName, TypedArray, TypedArrayConstructor, TypedArrays, UsmArray } from "./host-array.js";

type Method = (...args: never[]) => unknown;

/** Names of the fields: all members that are not methods. */
type FieldName<T> = {
  [K in keyof T & string]: T[K] extends AnyReference ? K : T[K] extends Method ? never : K;
}[keyof T & string];

/**
 * A `T` as a plain value: an object with its fields, without methods; fixed arrays may be any array of that length. Getters count as fields to
 * TypeScript; an instance of the class has them.
 */
export type StructValue<T> = T extends number | bigint | boolean | AnyReference
  ? T
  : T extends FixedArray<infer E, number>
    ? { readonly length: number; readonly [index: number]: StructValue<E> }
    : { [K in FieldName<T>]: StructValue<T[K]> };

/** The result of `toArray`: as `StructValue`, with JavaScript's arrays. */
export type PlainStruct<T> = T extends number | bigint | boolean | AnyReference
  ? T
  : T extends FixedArray<infer E, number>
    ? PlainStruct<E>[]
    : { [K in FieldName<T>]: PlainStruct<T[K]> };

interface ColumnOfFlavour<B extends ArrayBufferLike> {
  i8: Int8Array<B>;
  u8: Uint8Array<B>;
  i16: Int16Array<B>;
  u16: Uint16Array<B>;
  i32: Int32Array<B>;
  u32: Uint32Array<B>;
  i64: BigInt64Array<B>;
  u64: BigUint64Array<B>;
  f16: TypedArrays<B> extends { readonly Float16Array: infer A } ? A : never;
  f32: Float32Array<B>;
  f64: Float64Array<B>;
}
/** `unknown` for plain numbers. */
type FlavourOf<E> = E extends { readonly [flavour]?: infer F } ? OwnName<Exclude<F, undefined>> : unknown;
/** A number without a flavour is an f64 in memory, a bigint an i64, a boolean a byte. */
type ColumnOf<E> = [E] extends [AnyReference]
  ? BigUint64Array<SharedArrayBuffer>
  : [E] extends [boolean]
    ? Uint8Array<SharedArrayBuffer>
    : [FlavourOf<E>] extends [keyof ColumnOfFlavour<SharedArrayBuffer>]
      ? ColumnOfFlavour<SharedArrayBuffer>[FlavourOf<E>]
      : [E] extends [number]
        ? Float64Array<SharedArrayBuffer>
        : BigInt64Array<SharedArrayBuffer>;

/** "x", or "pos.x" in nested structs: the fields that have a column. */
export type ColumnPath<T> = {
  [K in FieldName<T>]: PathBelow<K, T[K]>;
}[FieldName<T>];

/** A separate conditional type: TypeScript 5.7 defers it, and does not recurse forever into the fields of an unknown `T`. */
type PathBelow<K extends string, F> = F extends number | bigint | boolean | AnyReference | FixedArray<unknown, number>
  ? K
  : `${K}.${ColumnPath<F>}`;

/** The typed array over a field's column. */
export type Column<T, P extends string> = P extends keyof T
  ? T[P] extends FixedArray<infer E, number>
    ? E extends FixedArray<unknown, number>
      ? TypedArray
      : ColumnOf<E>
    : ColumnOf<T[P]>
  : P extends `${infer K}.${infer Rest}`
    ? K extends keyof T
      ? Column<T[K], Rest>
      : never
    : never;

/**
 * An array of structs in a device's memory. `ps[i]` is a live view: `ps[i].x = 1` writes to the array, also through other references to the view;
 * `ps[i] = { … }` copies the fields in. Kernels capture the array and use it in the same way.
 *
 *     const ps = q.mallocShared(structOf<Particle>(), 1000);
 *     ps[0] = { x: 1, y: 2, mass: 3, alive: true };
 *     for (const p of ps) p.mass *= 2;
 *     await q.parallelFor(ps.length, (i) => { ps[i]!.x += ps[i]!.y; });
 *
 * Numbers are stored as in typed arrays, modulo 2^n; a value of another type throws `invalid`, naming the field. On the host `ps[i]` takes some 300
 * ns, `ps.at(i)` and iterating a tenth of that: prefer them in long loops.
 */
export interface StructArray<T> extends Iterable<T> {
  readonly [structArrayBrand]: T;
  [index: number]: T;
  readonly length: number;
  readonly layout: "aos" | "soa";

  /** The element at `index`, from the end if it is negative; undefined if there is none. */
  at(index: number): T | undefined;
  values(): IterableIterator<T>;
  keys(): IterableIterator<number>;
  entries(): IterableIterator<[number, T]>;
  forEach(visit: (element: T, index: number, array: StructArray<T>) => void): void;
  map<U>(visit: (element: T, index: number, array: StructArray<T>) => U): U[];
  filter(visit: (element: T, index: number, array: StructArray<T>) => unknown): T[];
  find(visit: (element: T, index: number, array: StructArray<T>) => unknown): T | undefined;
  findIndex(visit: (element: T, index: number, array: StructArray<T>) => unknown): number;
  some(visit: (element: T, index: number, array: StructArray<T>) => unknown): boolean;
  every(visit: (element: T, index: number, array: StructArray<T>) => unknown): boolean;
  reduce<U>(combine: (sum: U, element: T, index: number, array: StructArray<T>) => U, initial: U): U;

  /** The same memory from `begin` to before `end`, like `subarray` of typed arrays. */
  subarray(begin?: number, end?: number): StructArray<T>;
  /** Copies elements in, starting at `offset`. */
  set(values: StructArray<T> | Iterable<StructValue<T>>, offset?: number): void;
  /** Copies `value` to every element from `begin` to before `end`. */
  fill(value: StructValue<T>, begin?: number, end?: number): this;
  /** Plain objects with the current values. */
  toArray(): PlainStruct<T>[];

  /** The bytes of an "aos" array. */
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  /** All numbers of an "aos" array whose fields are all of one type: `points.view(Float32Array)`. */
  view<C extends TypedArrayConstructor>(type: C): TypedArrays<SharedArrayBuffer>[UsmName<C>];
  /** A field of all elements of a "soa" array: `ps.column("pos.x")`. For fixed arrays, all their elements in order. */
  column<P extends ColumnPath<T>>(path: P): Column<T, P>;
}
type UsmName<C extends TypedArrayConstructor> = UsmArray<C>[typeof Symbol.toStringTag];

/** The size of a new array of structs (its elements are zero), or its elements. */
export type CountOrStructs<T> = number | StructArray<T> | Iterable<StructValue<T>>;

/** The memory layout of an array of structs. */
export interface StructArrayOptions {
  /**
   * "aos", the default: one element after another, as in C. "soa": a column for each field, which is faster for kernels whose work-items read
   * neighbouring elements.
   */
  readonly layout?: "aos" | "soa";
}
