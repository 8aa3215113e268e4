// Specialization constants as the user declares them: values that programs are compiled for. The compiler recognises the brand, gives
// the constant an id and records its default in the images whose kernels use it. What the object does is in ../host-constant.ts.

import { createConstantObject } from "../images/constants/index.js";
import type { specConstantBrand } from "./brands.js";
import type { Initial } from "./device-global.js";

/** A specialization constant of a number, boolean, struct or fixed array. */
export interface SpecConstant<T> {
  readonly [specConstantBrand]: T;
  /** In kernels the value that the program is compiled for, which is not assigned; on the host the default. */
  readonly value: T;
  /** As `value`. */
  get(): T;
}

/**
 * Declares a specialization constant, where a device global may stand: `export const radius = specConstant<i32>(3)`, and in
 * kernels `radius.value`. The default is a compile-time constant; without one, and where it leaves something out, it is zero or false.
 * A command group sets the value that its kernel is compiled for:
 *
 *     q.submit((h) => {
 *       h.setSpecializationConstant(radius, 5);
 *       h.parallelFor(n, blur);
 *     });
 */
export function specConstant<T>(value?: Initial<T>): SpecConstant<T> {
  // The brand is for the type checker alone.
  return createConstantObject(value) as SpecConstant<T>;
}
