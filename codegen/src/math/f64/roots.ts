// cbrt and hypot of f64, as V8 has them (FreeBSD, s_cbrt.c; ECMAScript's sum of squares with Kahan's compensation).

import type { Expr } from "@lanewise/ir";
import {
  abs,
  add,
  and,
  copysign,
  div,
  eq,
  floor,
  gt,
  lt,
  max,
  mul,
  or,
  polynomial,
  select,
  shl,
  sqrt,
  sub,
} from "../arithmetic.js";
import { wideFunction } from "../math-function.js";
import { bitsOf, floatOf, number, shiftRight, toNumber } from "./bits.js";

const SMALLEST_NORMAL = 2 ** -1022;
/** (1023 - 1023 / 3 - 0.03306235651) 2^20, and the same less 18 2^20, for numbers that were multiplied by 2^54. */
const GUESS_OFFSET = 715094163;
const SUBNORMAL_OFFSET = 696219795;

const [P0, P1, P2, P3, P4] = [
  1.87595182427177, -1.8849797954337717, 1.6214297201053545, -0.758397934778766, 0.14599619288661245,
] as const;

/** Every step is odd in x, so it works on |x|. */
export const cbrt = wideFunction(1, (steps, x) => {
  const magnitude = steps.let(abs(x));
  const isSubnormal = lt(magnitude, SMALLEST_NORMAL);
  const scaled = select(isSubnormal, mul(magnitude, 2 ** 54), magnitude);
  const highWord = toNumber(shiftRight(bitsOf(scaled), 32));
  // A third of an integer, rounded down: the added half keeps rounding from reaching the next integer.
  const third = floor(mul(add(highWord, 0.5), 1 / 3));
  const offset = select(isSubnormal, number(SUBNORMAL_OFFSET + 2 ** 52), GUESS_OFFSET + 2 ** 52);
  const guess = steps.let(floatOf(shl(bitsOf(add(third, offset)), 32)));
  const r = steps.let(mul(mul(guess, guess), div(guess, magnitude)));
  const low = polynomial(r, [P0, P1, P2]);
  const better = mul(guess, add(low, mul(mul(mul(r, r), r), add(mul(r, P4), P3))));
  // Rounds to 23 bits, away from zero.
  const t = steps.let(floatOf(and(add(bitsOf(better), 0x8000_0000n), ~0x3fff_ffffn)));
  const quotient = steps.let(div(magnitude, mul(t, t)));
  const root = add(t, mul(t, div(sub(quotient, t), add(add(t, t), quotient))));
  // Zeros, infinities and NaN are their own roots.
  const isPlain = and(gt(magnitude, 0), lt(magnitude, Number.POSITIVE_INFINITY));
  return select(isPlain, copysign(root, x), x);
});

export const hypot = wideFunction(2, (steps, x, y) => {
  const [a, b] = [steps.let(abs(x)), steps.let(abs(y))];
  const larger = steps.let(max(a, b));
  const square = (value: Expr) => {
    const ratio = steps.let(div(value, larger));
    return steps.let(mul(ratio, ratio));
  };
  const first = square(a);
  // The first sum is exact.
  const root = mul(sqrt(add(first, square(b))), larger);
  const isInfinite = or(eq(a, Number.POSITIVE_INFINITY), eq(b, Number.POSITIVE_INFINITY));
  return select(isInfinite, Number.POSITIVE_INFINITY, select(eq(larger, 0), 0, root));
});
