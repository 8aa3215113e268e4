// Specialization constants as the user declares them: values that programs are compiled for. The compiler recognises the brand, gives
// the constant an id and records its default in the images whose kernels use it.

import type { specConstantBrand } from "./brands.js";

/** A specialization constant of a number or boolean. */
export interface SpecConstant<T extends number | bigint | boolean> {
  readonly [specConstantBrand]: T;
  /** In kernels the value that the program is compiled for; on the host the default. */
  readonly value: T;
}

/**
 * Declares a specialization constant, where a device global may stand: `export const radius = specConstant<i32>(3)`, and in
 * kernels `radius.value`. The default is a compile-time constant; without one it is zero or false.
 */
export function specConstant<T extends number | bigint | boolean>(value?: T): SpecConstant<T> {
  // The brand is for the type checker alone; a constant without a default has its value in compiled programs only.
  return Object.freeze({ value }) as SpecConstant<T>;
}
