// Arrays with a length known at compile time: in device globals and, as private memory, in kernels. On the host their values
// are ordinary JavaScript arrays.

import { LanewiseError } from "../errors/index.js";
import { describeValue } from "./describe-value.js";

/**
 * `N` consecutive elements of type `T`. `N` is a literal; nest for more dimensions: `FixedArray<FixedArray<f32, 4>, 4>` is a 4 x 4 matrix, row by
 * row. Array literals of that length are such arrays: `const weights: FixedArray<f32, 3> = [0.25, 0.5, 0.25]`.
 */
export interface FixedArray<T, N extends number> extends ReadonlyArray<T> {
  [index: number]: T;
  readonly length: N;
}

/**
 * Returns an array of `length` elements that are all `value`: `const w: FixedArray<u32, 64> = fixedArray(64, 0)`. In kernels the length is a
 * constant and the array private to the work-item. Arrays and objects are copied for each element: `fixedArray(4, fixedArray(4, 0))` has four rows.
 */
export function fixedArray<T, N extends number>(length: N, value: T): FixedArray<T, N> {
  if (!Number.isInteger(length) || length < 0 || length >= 2 ** 31) {
    throw new LanewiseError(
      "invalid",
      `fixedArray: the length is ${describeValue(length)}; expected an integer from 0 to 2^31 - 1.`,
    );
  }
  // It has that length, as the type says.
  return Array.from({ length }, () => copyOf(value)) as readonly T[] as FixedArray<T, N>;
}

/** Returns a deep copy of `value`; objects of classes keep their class. */
export function copyOf<T>(value: T): T {
  // A copy has the type of its original.
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, copyOf(field)]);
  return Object.assign(Object.create(Object.getPrototypeOf(value)), Object.fromEntries(fields)) as T;
}
