// Declares specialization constants: values for which programs are compiled. The compiler recognises the brand, gives the constant an id and records
// its default in the images whose kernels use it. images/constants/host-constant.ts implements the object.

import { createConstantObject } from "../images/constants/index.js";
import type { specConstantBrand } from "./brands.js";
import type { Initial } from "./device-global.js";

/** A specialization constant of a number, boolean, struct or fixed array. */
export interface SpecConstant<T> {
  readonly [specConstantBrand]: T;
  /** In kernels the value for which the program is compiled, which cannot be assigned; on the host the default. */
  readonly value: T;
  /** As `value`. */
  get(): T;
}

/**
 * Declares a specialization constant, wherever a device global may be declared: `export const radius = specConstant<i32>(3)`, and in kernels
 * `radius.value`. The default is a compile-time constant; whatever it omits is zero or false. A command group sets the value for which its kernel is
 * compiled:
 *
 *     q.submit((h) => {
 *       h.setSpecializationConstant(radius, 5);
 *       h.parallelFor(n, blur);
 *     });
 */
export function specConstant<T>(value?: Initial<T>): SpecConstant<T> {
  // The brand is only for the type checker.
  return createConstantObject(value) as SpecConstant<T>;
}
