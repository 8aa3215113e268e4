// asin, acos, atan and atan2: polynomials for small arguments, and each function's identities for the others. Coefficients: own minimax fits (Remez),
// rounded to f32 one after the other.

import type { Expr } from "@lanewise/ir";
import {
  abs,
  add,
  bitsOf,
  copysign,
  div,
  eq,
  floatOf,
  gt,
  lt,
  max,
  min,
  mul,
  polynomial,
  select,
  sqrt,
  sub,
} from "./arithmetic.js";
import { mathFunction, type Steps } from "./math-function.js";

/** pi / 2 as the sum of two f32. */
const HALF_PI_HIGH = Math.fround(Math.PI / 2);
const HALF_PI_LOW = Math.PI / 2 - HALF_PI_HIGH;

/** pi / 2 - a and pi - a. */
const fromHalfPi = (a: Expr) => sub(HALF_PI_HIGH, sub(a, HALF_PI_LOW));
const fromPi = (a: Expr) => sub(2 * HALF_PI_HIGH, sub(a, 2 * HALF_PI_LOW));

/** (asin(s) / s - 1) / s^2 in s^2, for s <= 1/2: relative error at most 2^-27. */
const ARCSINE = [
  0.16666752099990845, 0.074953094124794, 0.04546914994716644, 0.024184776470065117, 0.04215836524963379,
];

/** asin(|x|), or half of acos(|x|) where |x| > 1/2, using asin(x) = pi / 2 - 2 asin(sqrt((1 - x) / 2)). NaN for |x| > 1. */
function reducedArcsine(steps: Steps, x: Expr): { readonly isLarge: Expr; readonly arc: Expr } {
  const magnitude = steps.let(abs(x));
  const isLarge = steps.let(gt(magnitude, 0.5));
  const square = steps.let(select(isLarge, mul(sub(1, magnitude), 0.5), mul(x, x)));
  const s = steps.let(select(isLarge, sqrt(square), magnitude));
  const arc = steps.let(add(mul(mul(polynomial(square, ARCSINE), square), s), s));
  return { isLarge, arc };
}

export const asin = mathFunction(1, (steps, x) => {
  const { isLarge, arc } = reducedArcsine(steps, x);
  return copysign(select(isLarge, fromHalfPi(mul(arc, 2)), arc), x);
});

export const acos = mathFunction(1, (steps, x) => {
  const { isLarge, arc } = reducedArcsine(steps, x);
  const double = steps.let(add(arc, arc));
  const large = select(lt(x, 0), fromPi(double), double);
  return select(isLarge, large, fromHalfPi(copysign(arc, x)));
});

/** (atan(t) / t - 1) / t^2 in t^2, for t <= 1: relative error at most 2^-28. */
const ARCTANGENT = [
  -0.33333298563957214, 0.19998519122600555, -0.1426382839679718, 0.10949528217315674, -0.08394476771354675,
  0.05778512358665466, -0.030988499522209167, 0.010804064571857452, -0.0017670090310275555,
];

/** atan(t) for 0 <= t <= 1. */
function arctangent(steps: Steps, t: Expr): Expr {
  const square = steps.let(mul(t, t));
  return steps.let(add(mul(mul(polynomial(square, ARCTANGENT), square), t), t));
}

export const atan = mathFunction(1, (steps, x) => {
  const magnitude = steps.let(abs(x));
  const isLarge = steps.let(gt(magnitude, 1));
  const arc = arctangent(steps, steps.let(select(isLarge, div(1, magnitude), magnitude)));
  return copysign(select(isLarge, fromHalfPi(arc), arc), x);
});

/** The smaller magnitude over the larger, with atan2's conventions: 0 / 0 is 0, infinity / infinity is 1. */
function ratio(steps: Steps, a: Expr, b: Expr): Expr {
  // Compares bits: the order is the same, and NaN is above infinity, so that it becomes the denominator. The denominator is never 0.
  const smaller = steps.let(floatOf(min(a, b)));
  const larger = steps.let(floatOf(max(max(a, b), 1)));
  return steps.let(select(eq(smaller, larger), 1, div(smaller, larger)));
}

export const atan2 = mathFunction(2, (steps, y, x) => {
  const rise = steps.let(bitsOf(abs(y)));
  const run = steps.let(bitsOf(abs(x)));
  const arc = arctangent(steps, ratio(steps, rise, run));
  const quadrant = steps.let(select(gt(rise, run), fromHalfPi(arc), arc));
  // Tests the sign bit, so that x = -0 is on the left.
  return copysign(select(lt(bitsOf(x), 0), fromPi(quadrant), quadrant), y);
});
