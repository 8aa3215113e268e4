// The arrays that algorithms accept, and the checks that they share. Messages name the algorithm and the argument.

import { LanewiseError } from "../errors/index.js";
import type { TypedArrays } from "../language/index.js";
import { checkLive } from "../memory/index.js";
import { arrayName, checkAttached, describeArray, describeValue, isTypedArray, lengthOf } from "../values/index.js";

/** All typed arrays except those of f16. */
export type NumberArrays = Omit<TypedArrays, "Float16Array">;
export type NumberArrayName = keyof NumberArrays;
/** An array of numbers that the algorithms take. */
export type NumberArray = NumberArrays[NumberArrayName];

/** An array with the same element type, in any memory. */
export type SameArray<A extends NumberArray> = NumberArrays[A[typeof Symbol.toStringTag]];

/** A constructor of array views over memory. */
export interface ArrayType<A> {
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): A;
  readonly BYTES_PER_ELEMENT: number;
}

/** Returns the array if `rows` has a row for it. `what` is "reduce: x". */
export function checkArray<N extends NumberArrayName>(
  array: unknown,
  rows: Readonly<Partial<Record<N, unknown>>>,
  what: string,
): { readonly array: NumberArray; readonly name: N } {
  const name = arrayName(array) ?? "";
  if (isTypedArray(array)) {
    checkAttached(array, what);
    checkLive(array, what);
  }
  // Its name is a key of the table, as just checked, and the table has no row for f16.
  if (Object.hasOwn(rows, name)) return { array: array as NumberArray, name: name as N };
  throw new LanewiseError(
    "invalid",
    `${what} is ${describeValue(array)}; expected one of ${Object.keys(rows).join(", ")}.`,
  );
}

/** Returns the row of an operation or the like. */
export function checkChoice<R extends object, K extends keyof R & string>(rows: R, choice: K, what: string): R[K] {
  if (typeof choice === "string" && Object.hasOwn(rows, choice)) return rows[choice];
  throw new LanewiseError(
    "invalid",
    `${what} is ${describeValue(choice)}; expected one of ${Object.keys(rows).join(", ")}.`,
  );
}

/** Throws unless `array` has as many elements as `other`. */
export function checkSameLength(array: NumberArray, other: NumberArray, what: string, otherName: string): void {
  if (lengthOf(array) === lengthOf(other)) return;
  throw new LanewiseError(
    "invalid",
    `${what} is a ${describeArray(array)}; expected ${lengthOf(other)} elements, the length of ${otherName}.`,
  );
}
