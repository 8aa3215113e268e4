// Math.round and Math.sign, exact.

import { add, eq, gt, lt, nearest, select, sub } from "./arithmetic.js";
import { mathFunction } from "./math-function.js";

/** Halves go up, where the nearest integer's go to even: one more where that went down by half. Keeps -0, as x - n is exact. */
export const round = mathFunction(1, (steps, x) => {
  const integer = steps.let(nearest(x));
  return select(eq(sub(x, integer), 0.5), add(integer, 1), integer);
});

/** Zeros and NaN are their own signs. */
export const sign = mathFunction(1, (_steps, x) => select(gt(x, 0), 1, select(lt(x, 0), -1, x)));
