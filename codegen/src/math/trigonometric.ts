// sin, cos and tan: x minus a multiple of pi (of pi / 2 for tan), then a polynomial, or for tan a rational function. Coefficients: own minimax fits
// (Remez), rounded to f32 one after the other.

import type { Expr } from "@lanewise/ir";
import {
  abs,
  add,
  and,
  bitsOf,
  div,
  eq,
  flipSign,
  gt,
  mul,
  polynomial,
  SIGN_BIT,
  select,
  shl,
  sub,
  TO_INTEGER,
  toF32,
  toF64,
  xor,
} from "./arithmetic.js";
import { mathFunction, type Steps } from "./math-function.js";

/** pi in two f64 (fdlibm, e_rem_pio2.c, doubled). The first has 33 bits: its product with one of 20 bits is exact. */
const PI_HIGH = 3.1415926534682512;
const PI_LOW = 1.2154201013012384e-10;

/** Beyond this the host computes: an f32 cannot find the nearest multiple any more. */
const LIMIT = 2 ** 19;

/**
 * (sin(r) / r - 1) / r^2 in r^2, for |r| <= 1.63: relative error at most 2^-25.6. Chosen among the neighbours of the best fit so that, fused or not,
 * sin(pi / 2) is exactly 1 and no smaller r has a larger sine.
 */
export const SINE = [-0.16666655242443085, 0.00833298359066248, -0.00019803890609182417, 2.5931303753168322e-6];

/** a - n pi (times `fraction`), accurate to f32 even next to multiples of pi, so it is computed in f64. */
function subtractMultiple(steps: Steps, a: Expr, n: Expr, fraction = 1): Expr {
  const wide = steps.let(toF64(n));
  const high = add(mul(wide, -PI_HIGH * fraction), toF64(a));
  return steps.let(toF32(add(mul(wide, -PI_LOW * fraction), high)));
}

/** For |r| up to slightly beyond pi / 2. */
function sine(steps: Steps, r: Expr): Expr {
  const square = steps.let(mul(r, r));
  return add(mul(mul(polynomial(square, SINE), square), r), r);
}

/** The lowest bit of an i32, as a sign bit. */
const lowestAsSign = (bits: Expr) => shl(bits, 31);
const signOf = (x: Expr) => and(bitsOf(x), SIGN_BIT);

/** |x| = n pi + r: sin(r), negated for odd n, and for negative x. */
export const sin = mathFunction(1, (steps, x) => {
  const magnitude = steps.let(abs(x));
  const biased = steps.let(add(mul(magnitude, 1 / Math.PI), TO_INTEGER));
  const n = steps.let(sub(biased, TO_INTEGER));
  const r = subtractMultiple(steps, magnitude, n);
  const sign = xor(lowestAsSign(bitsOf(biased)), signOf(x));
  return { result: flipSign(sine(steps, r), sign), fallback: gt(magnitude, LIMIT) };
});

/** |x| = (n + 1/2) pi + r: -sin(r), negated for odd n. The lowest bit is n + 1's. */
export const cos = mathFunction(1, (steps, x) => {
  const magnitude = steps.let(abs(x));
  const biased = steps.let(add(add(mul(magnitude, 1 / Math.PI), -0.5), TO_INTEGER + 1));
  const n = steps.let(sub(biased, TO_INTEGER + 1));
  const halves = steps.let(add(n, 0.5));
  const r = subtractMultiple(steps, magnitude, halves);
  return { result: flipSign(sine(steps, r), lowestAsSign(bitsOf(biased))), fallback: gt(magnitude, LIMIT) };
});

/** tan(r) = (r + r^3 P(r^2)) / Q(r^2) for |r| <= 0.85: relative error at most 2^-31. */
const TAN_NUMERATOR = [-0.11139772832393646, 0.0010776822455227375];
const TAN_DENOMINATOR = [1, -0.44473105669021606, 0.015987996011972427];

/** |x| = n pi / 2 + r: tan(r), or -1 / tan(r) for odd n; negated for negative x. */
export const tan = mathFunction(1, (steps, x) => {
  const magnitude = steps.let(abs(x));
  const biased = steps.let(add(mul(magnitude, 2 / Math.PI), TO_INTEGER));
  const n = steps.let(sub(biased, TO_INTEGER));
  const r = subtractMultiple(steps, magnitude, n, 1 / 2);
  const square = steps.let(mul(r, r));
  const numerator = steps.let(add(mul(mul(polynomial(square, TAN_NUMERATOR), square), r), r));
  const denominator = steps.let(polynomial(square, TAN_DENOMINATOR));
  const bits = steps.let(bitsOf(biased));
  const isEven = steps.let(eq(and(bits, 1), 0));
  const quotient = div(select(isEven, numerator, denominator), select(isEven, denominator, numerator));
  const sign = xor(lowestAsSign(bits), signOf(x));
  return { result: flipSign(quotient, sign), fallback: gt(magnitude, LIMIT) };
});
