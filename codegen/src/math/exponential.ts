// exp and expm1: x = n ln 2 + r with |r| <= ln 2 / 2 (Cody and Waite), e^r by a polynomial, scaled by 2^n. sinh and cosh share the reduction.
// Coefficients: own minimax fits (Remez), rounded to f32 one after the other.

import type { Expr } from "@lanewise/ir";
import {
  abs,
  add,
  atLeast,
  atMost,
  bitsOf,
  floatOf,
  lt,
  mul,
  polynomial,
  select,
  shl,
  shr,
  sub,
  TO_INTEGER,
} from "./arithmetic.js";
import { mathFunction, type Steps } from "./math-function.js";

/** ln 2 in two parts (cephes, expf.c): n times the first is exact for |n| < 2^15. */
const LN2_HIGH = 0.693359375;
const LN2_LOW = Math.LN2 - LN2_HIGH;

/** (e^r - 1 - r) / r^2 for |r| <= 0.3475: relative error of e^r at most 2^-28. */
export const FOR_EXP = [
  0.4999999403953552, 0.16666515171527863, 0.041668087244033813, 0.008369304239749908, 0.0013838468585163355,
];
/** The same with a relative error of e^r - 1 of at most 2^-31. */
export const FOR_EXPM1 = [
  0.5, 0.1666666567325592, 0.04166649281978607, 0.008333543315529823, 0.0013932380825281143, 0.00019764395256061107,
];

export interface ReducedExponent {
  /** An i32 whose low nine bits are n plus the bias. */
  readonly biasedBits: Expr;
  /** e^r - 1. */
  readonly fraction: Expr;
}

/** x = n ln 2 + r, for |x| < 2^14; `coefficients` is one of the two lists above. */
export function reduceExponent(steps: Steps, x: Expr, bias: number, coefficients: readonly number[]): ReducedExponent {
  const biased = steps.let(add(mul(x, Math.LOG2E), TO_INTEGER + bias));
  const n = steps.let(sub(biased, TO_INTEGER + bias));
  const r = steps.let(add(mul(n, -LN2_LOW), add(mul(n, -LN2_HIGH), x)));
  const fraction = steps.let(add(mul(mul(r, r), polynomial(r, coefficients)), r));
  return { biasedBits: bitsOf(biased), fraction };
}

/** 2^k from bits whose low nine are k + 127, for -127 < k < 128. */
export const powerOfTwo = (biasedBits: Expr) => floatOf(shl(biasedBits, 23));

/**
 * value 2^n from an f32 whose bits' low nine are n + 254. Uses two factors, the halves of n, so that a subnormal result is rounded once and one that
 * is too large becomes infinite.
 */
export function scaleByHalves(steps: Steps, value: Expr, bits: Expr): Expr {
  const biased = steps.let(bits);
  const half = steps.let(shr(biased, 1));
  return mul(mul(value, powerOfTwo(half)), powerOfTwo(sub(biased, half)));
}

export const exp = mathFunction(1, (steps, x) => {
  // Beyond these bounds the result is 0 or infinite.
  const inRange = steps.let(atLeast(atMost(x, 89), -104));
  const { biasedBits, fraction } = reduceExponent(steps, inRange, 254, FOR_EXP);
  return scaleByHalves(steps, add(fraction, 1), biasedBits);
});

/** 2^n (e^r - 1) + (2^n - 1), with half of 2^n because 2^128 does not exist; x itself where it is so small that this would lose bits. */
export const expm1 = mathFunction(1, (steps, x) => {
  const inRange = steps.let(atLeast(atMost(x, 89), -18));
  const { biasedBits, fraction } = reduceExponent(steps, inRange, 126, FOR_EXPM1);
  const half = steps.let(powerOfTwo(biasedBits));
  const result = mul(add(mul(half, fraction), sub(half, 0.5)), 2);
  return select(lt(abs(x), 2 ** -25), x, result);
});
