// The types of functions for `transform`, `compact` and `partition`. Types only: the brand carries the names of the arrays' types, which give the
// compiler the types of elements.

import type { kernelBrand, NameOf } from "../language/index.js";
import type { NumberArray } from "./arrays.js";

/**
 * A function from an element of X to one of O, compiled wherever a lambda or const function is passed for it. Use it for parameters of your own
 * wrappers around `transform`.
 */
export type ElementFunction1<X extends NumberArray, O extends NumberArray> = ((a: X[number]) => O[number]) & {
  readonly [kernelBrand]?: readonly [NameOf<O>, NameOf<X>];
};

/** A function from an element of X and one of Y to one of O. */
export type ElementFunction2<X extends NumberArray, Y extends NumberArray, O extends NumberArray> = ((
  a: X[number],
  b: Y[number],
) => O[number]) & {
  readonly [kernelBrand]?: readonly [NameOf<O>, NameOf<X>, NameOf<Y>];
};

/** A function that decides whether an element of X is wanted: returns a boolean, or 1 or 0. */
export type ElementPredicate<X extends NumberArray> = ((a: X[number]) => boolean | number) & {
  readonly [kernelBrand]?: readonly ["Uint8Array", NameOf<X>];
};
