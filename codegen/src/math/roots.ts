// cbrt and hypot.

import type { Expr } from "@lanewise/ir";
import {
  abs,
  add,
  and,
  bitsOf,
  copysign,
  div,
  eq,
  floatOf,
  gt,
  lt,
  max,
  mul,
  or,
  polynomial,
  select,
  shl,
  shr,
  sqrt,
  sub,
  TO_INTEGER,
  toF32,
} from "./arithmetic.js";
import { mathFunction } from "./math-function.js";

/** (cbrt(1 + d) - 1) / d for -0.112 <= d <= 0.097, own minimax fit: relative error of the cube root at most 2^-29. */
const CUBE_ROOT = [
  0.3333333432674408, -0.11111005395650864, 0.06171761080622673, -0.04148687168333603, 0.031553156673908234,
];

/** Two thirds of the exponent bias, in units of 2^16, so that the guess errs equally in both directions. */
const GUESS_OFFSET = 10834;

/**
 * A guess g from a third of the upper 16 bits of x (Kahan; fdlibm, s_cbrt.c): it has eight significant bits, so its cube is exact. Then cbrt(x) = g
 * cbrt(1 + d) with d = (x - g^3) / g^3. All on x times a power of 8, so that x is normal and the cube finite.
 */
export const cbrt = mathFunction(1, (steps, x) => {
  const magnitude = steps.let(abs(x));
  const isSmall = steps.let(lt(magnitude, 1));
  const scaled = steps.let(mul(magnitude, select(isSmall, 2 ** 24, 2 ** -3)));
  const third = add(mul(toF32(shr(bitsOf(scaled), 16)), 1 / 3), TO_INTEGER + GUESS_OFFSET);
  const guess = steps.let(floatOf(shl(bitsOf(third), 16)));
  const cube = steps.let(mul(mul(guess, guess), guess));
  const d = steps.let(div(sub(scaled, cube), cube));
  const root = add(mul(mul(polynomial(d, CUBE_ROOT), d), guess), guess);
  const unscaled = mul(root, select(isSmall, 2 ** -8, 2));
  // Zeros, infinities and NaN are their own roots.
  const isPlain = and(gt(magnitude, 0), lt(magnitude, Number.POSITIVE_INFINITY));
  return select(isPlain, copysign(unscaled, x), x);
});

const EXPONENT = 0x7f80_0000;
const SMALLEST_EXPONENT = 0x0080_0000;

/** Both are scaled by a power of two that brings the larger between 2 and 4, so that no square overflows or loses bits. */
export const hypot = mathFunction(2, (steps, x, y) => {
  const magnitudes = [steps.let(bitsOf(abs(x))), steps.let(bitsOf(abs(y)))] as const;
  // Non-negative floats are ordered like their bits.
  const exponent = steps.let(max(and(max(...magnitudes), EXPONENT), SMALLEST_EXPONENT));
  // 2^(1 - e): its bits and those of 2^e add up to infinity's.
  const scale = steps.let(floatOf(sub(EXPONENT, exponent)));
  const scaled = (value: Expr) => steps.let(mul(value, scale));
  const [a, b] = [scaled(x), scaled(y)];
  const root = mul(mul(sqrt(add(mul(a, a), mul(b, b))), 0.5), floatOf(exponent));
  const isInfinite = or(eq(magnitudes[0], EXPONENT), eq(magnitudes[1], EXPONENT));
  return select(isInfinite, Number.POSITIVE_INFINITY, root);
});
