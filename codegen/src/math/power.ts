// pow: 2^(y log2 |x|). The product needs ten digits, so the logarithm and the product are f64; everything before and after is f32. Coefficients: own
// minimax fits (Remez), those of f32 rounded one after the other.

import type { Expr } from "@lanewise/ir";
import {
  abs,
  add,
  and,
  atLeast,
  atMost,
  bitsOf,
  div,
  eq,
  flipSign,
  floor,
  gt,
  lt,
  mul,
  ne,
  nearest,
  not,
  or,
  polynomial,
  SIGN_BIT,
  select,
  sub,
  TO_INTEGER,
  toF32,
  toF64,
} from "./arithmetic.js";
import { scaleByHalves } from "./exponential.js";
import { split } from "./logarithm.js";
import { mathFunction, type Steps } from "./math-function.js";

/** 2 atanh(s) / s / ln 2 in s^2, for |s| <= 1/5: relative error at most 2^-35. */
const LOGARITHM = [2.88539008183558, 0.9617966221415015, 0.5770922917830474, 0.4112085173202782, 0.34836479847849916];

/** (2^f - 1) / f for |f| <= 1/2: relative error of 2^f at most 2^-28. */
const POWER_OF_TWO = [
  0.6931471824645996, 0.24022647738456726, 0.05550359934568405, 0.009618506766855717, 0.0013390813255682588,
  0.00015326132415793836,
];

/** log2 |x| as an f64: -Infinity at 0; infinity and NaN stay. */
function logarithm(steps: Steps, x: Expr): Expr {
  const magnitude = steps.let(abs(x));
  const { exponent, fraction } = split(steps, magnitude);
  const finite = select(lt(magnitude, Number.POSITIVE_INFINITY), exponent, magnitude);
  const anyExponent = select(eq(magnitude, 0), Number.NEGATIVE_INFINITY, finite);
  // log(1 + f) = 2 atanh(s) with s = f / (2 + f).
  const f = steps.let(toF64(fraction));
  const s = steps.let(div(f, add(f, 2)));
  const square = steps.let(mul(s, s));
  return add(mul(polynomial(square, LOGARITHM), s), toF64(anyExponent));
}

/** 2^t for an f64, as an f32. */
function powerOfTwo(steps: Steps, t: Expr): Expr {
  // Beyond these bounds the result is 0 or infinite; within, the integer's halves are exponents.
  const inRange = steps.let(atLeast(atMost(t, 250), -250));
  const n = steps.let(nearest(inRange));
  const f = steps.let(toF32(sub(inRange, n)));
  const value = add(mul(polynomial(f, POWER_OF_TWO), f), 1);
  return scaleByHalves(steps, value, bitsOf(add(toF32(n), TO_INTEGER + 254)));
}

export const pow = mathFunction(2, (steps, x, y) => {
  const power = powerOfTwo(steps, steps.let(mul(logarithm(steps, x), toF64(y))));
  const half = steps.let(mul(y, 0.5));
  const isInteger = steps.let(eq(floor(y), y));
  // Infinity and all large numbers are even.
  const isOdd = and(isInteger, ne(floor(half), half));
  const signed = flipSign(power, select(isOdd, and(bitsOf(x), SIGN_BIT), 0));
  const isNegative = and(lt(x, 0), gt(x, Number.NEGATIVE_INFINITY));
  const isReal = or(isInteger, not(isNegative));
  return select(eq(y, 0), 1, select(isReal, signed, Number.NaN));
});
