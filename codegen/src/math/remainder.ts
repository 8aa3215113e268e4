// The exact remainder of an f64 division, JavaScript's %, where that takes few steps; otherwise the host's. Computed for x = |a| and y = |b|, then
// given the sign of a.
//
// With Q = x / y, T = trunc(Q) and t = trunc(Q rounded), T <= t <= T + 1, as rounding keeps order and integers that small are their own
// roundings. y = high + low, where high has the upper 26 bits of y and low the other 27, at least 0.
// - t <= 2^26: t high and t low are exact. d = x - t high = r + t low, where r = x - t y is the remainder, less y if t is T + 1. Where x >= y,
//   all of this is a multiple of y's last place, so what is below y in magnitude is exact: d if it is computed as below y (rounding keeps
//   order), then r, then r + y. Where x < y, t is 0, and all is x.
// - x and y are integers up to 2^52: then t = T. For if Q < N = T + 1 and Q rounds to N, then N - Q, which is 1 / y at least, is at most
//   half the space below N, which is less than N 2^-53; so y N > 2^53; but y N <= x + y. And t > 2^26 means y < 2^26: low is 0, and
//   t high = t y <= x is exact, and so are the differences.
//
// Where b is a constant power of two of at least 1, a - trunc(a / b) b is the remainder for every a: a / b is a times a power of two, which only
// numbers far below 1 round, and what is subtracted is a without its lowest bits. It is NaN of an infinity, and has the sign of a if it is given that.

import type { Expr } from "@lanewise/ir";
import { abs, add, and, copysign, div, eq, le, lt, mul, not, or, select, sub, trunc } from "./arithmetic.js";
import { bitsOf, floatOf } from "./f64/bits.js";
import { wideFunction } from "./math-function.js";

/** Scalar code uses these too. */
export const REMAINDER = { most: 2 ** 26, integers: 2 ** 52, highBits: -(2n ** 27n) } as const;

/** The powers of two whose reciprocals an f32 has, too. */
const MOST_EXPONENT = 100;

/** Whether the remainder takes no division, and never the host. */
export function isPowerDivisor(divisor: number): boolean {
  const exponent = Math.log2(Math.abs(divisor));
  return Number.isInteger(exponent) && exponent >= 0 && exponent <= MOST_EXPONENT;
}

/** Whether the host may have to compute a remainder. */
export function isLeftToHost({ op, type, args }: Extract<Expr, { kind: "op" }>): boolean {
  const [, divisor] = args;
  const isPower = divisor?.kind === "const" && isPowerDivisor(Number(divisor.value));
  return op === "rem" && (type === "f32" || type === "f64") && !isPower;
}

export const remainder = wideFunction(2, (steps, a, b) => {
  const x = steps.let(abs(a));
  const y = steps.let(abs(b));
  const t = steps.let(trunc(div(x, y)));
  const high = steps.let(floatOf(and(bitsOf(y), REMAINDER.highBits)));
  const d = steps.let(sub(x, mul(t, high)));
  const r = steps.let(sub(d, mul(t, sub(y, high))));
  const result = copysign(select(lt(r, 0), add(r, y), r), a);
  const isShort = and(le(t, REMAINDER.most), lt(d, y));
  const areIntegers = and(
    and(eq(trunc(x), x), le(x, REMAINDER.integers)),
    and(eq(trunc(y), y), le(y, REMAINDER.integers)),
  );
  return { result, fallback: not(or(isShort, areIntegers)) };
});
