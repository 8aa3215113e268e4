// The types of accessors: what a command group gets of a buffer, what its kernel captures, and what the host gets. In one dimension an accessor is
// the typed array itself; in two and three it has rows, `a[y]![x]`. Read accessors cannot be assigned to. Types only.

import type { accessorBrand, accessorRowsBrand } from "./brands.js";
import type { i32 } from "./flavours.js";
import type { TypedArray, TypedArrayName } from "./host-array.js";
import type { Dimensions } from "./item.js";

/** How the command accesses the elements. SYCL's access_mode. */
export type AccessMode = "read" | "write" | "read_write";

/** The members of typed arrays that change elements, or return arrays that can be changed. */
type Changing = "copyWithin" | "fill" | "reverse" | "set" | "sort" | "subarray";

interface Branded<A> {
  readonly [accessorBrand]?: A;
}

/** A read-only typed array: for a `Float32Array`, `ReadAccessor<Float32Array>`. The array itself is assignable to it. */
export type ReadAccessor<A extends TypedArray> = { readonly [K in Exclude<keyof A, Changing>]: A[K] } & Branded<A>;

/** The rows of a buffer of several dimensions. */
interface Rows<Row, D extends 2 | 3> extends Iterable<Row> {
  readonly [index: number]: Row;
  readonly [accessorRowsBrand]?: D;
  /** The number of rows: the first of its sizes. */
  readonly length: number;
  at(index: number): Row | undefined;
}

/**
 * An accessor of two dimensions: `a[y]` is row y, `a[y]![x]` an element. `A` is the typed array of a row. In memory, element (y, x) is
 * `data[y * rowPitch + x]`.
 */
export interface Accessor2<A> extends Rows<A, 2> {
  /** From the first element to the last, including what lies between the rows. */
  readonly data: A;
  readonly height: i32;
  readonly width: i32;
  /** The distance between rows, in elements. */
  readonly rowPitch: i32;
  /** An array as long as a row: kernels compare x with its length. */
  readonly alongX: A;
}

/** An accessor of three dimensions: `a[z]![y]![x]`. In memory, element (z, y, x) is `data[z * slicePitch + y * rowPitch + x]`. */
export interface Accessor3<A> extends Rows<Accessor2<A>, 3> {
  readonly data: A;
  readonly depth: i32;
  readonly height: i32;
  readonly width: i32;
  readonly rowPitch: i32;
  /** The distance between slices, in elements. */
  readonly slicePitch: i32;
  readonly alongX: A;
  /** An array as long as a column. */
  readonly alongY: A;
}

type Elements<A extends TypedArray, M extends AccessMode> = [M] extends ["read"] ? ReadAccessor<A> : A;

/** The result of `h.accessor(buffer, mode)`. */
export type Accessor<A extends TypedArray, D extends Dimensions = 1, M extends AccessMode = "read_write"> = D extends 1
  ? Elements<A, M>
  : D extends 2
    ? Accessor2<Elements<A, M>>
    : Accessor3<Elements<A, M>>;

/** The type of an offset or a range in `D` dimensions. */
export type SizesOf<D extends Dimensions> = D extends 1
  ? number | readonly [number]
  : D extends 2
    ? readonly [number, number]
    : readonly [number, number, number];

/** Which part of a buffer an accessor is of, and whether its old values count. */
export interface AccessorOptions<D extends Dimensions> {
  /** The first element in each dimension, which has index 0 in the accessor. Default: the buffer's first. */
  readonly offset?: SizesOf<D>;
  /** The number of elements. Default: up to the buffer's end. */
  readonly range?: SizesOf<D>;
  /** The old contents are not needed: the command writes every element that will be read. With "write" and "read_write". */
  readonly noInit?: boolean;
}

/** An array that a command can copy from: a typed array, or a read accessor. */
export interface ReadableArray extends ArrayLike<number | bigint> {
  readonly [Symbol.toStringTag]: TypedArrayName;
  readonly BYTES_PER_ELEMENT: number;
}
