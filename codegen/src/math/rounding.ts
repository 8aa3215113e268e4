// Math.round and Math.sign, exact, for both types.

import { add, eq, gt, lt, nearest, select, sub } from "./arithmetic.js";
import { mathFunction, type WriteFunction, wideFunction } from "./math-function.js";

/** Math.round rounds halves up, `nearest` to even: add one where that went down by half. Keeps -0, since x - n is exact. */
const writeRound: WriteFunction = (steps, x) => {
  const integer = steps.let(nearest(x));
  return select(eq(sub(x, integer), 0.5), add(integer, 1), integer);
};

/** Zeros and NaN are their own sign. */
const writeSign: WriteFunction = (_steps, x) => select(gt(x, 0), 1, select(lt(x, 0), -1, x));

export const round = { f32: mathFunction(1, writeRound), f64: wideFunction(1, writeRound) };
export const sign = { f32: mathFunction(1, writeSign), f64: wideFunction(1, writeSign) };
