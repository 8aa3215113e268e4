// log, log2, log10 and log1p: x = 2^e (1 + f) with 1 + f in [2/3, 4/3), then a polynomial in f without a division. The inverse hyperbolic functions
// share both halves. Coefficients: own minimax fits (Remez), rounded to f32 one after the other; x is split as in ARM's optimized-routines (log of
// vectors).

import type { Expr } from "@lanewise/ir";
import {
  add,
  and,
  bitsOf,
  eq,
  floatOf,
  gt,
  lt,
  max,
  mul,
  ne,
  polynomial,
  select,
  shr,
  sub,
  toF32,
} from "./arithmetic.js";
import { mathFunction, type Steps } from "./math-function.js";

const TWO_THIRDS = 0x3f2a_aaab;
const EXPONENT = 0xff80_0000;
const ONE = 0x3f80_0000;
const SMALLEST_NORMAL = 2 ** -126;

/** (log(1 + f) - f) / f^2 for |f| <= 1/3: relative error of the logarithm at most 2^-27. */
const LOGARITHM = [
  -0.5, 0.3333321511745453, -0.24999810755252838, 0.20010414719581604, -0.16680005192756653, 0.140060156583786,
  -0.12190070003271103, 0.13983047008514404, -0.1286892294883728,
];
/** log2(1 + f) / f - 1: relative error of the logarithm at most 2^-25. */
const LOGARITHM_2 = [
  0.4426950514316559, -0.7213466167449951, 0.4808955192565918, -0.3607850670814514, 0.2887219190597534,
  -0.23685936629772186, 0.20170246064662933, -0.22187283635139465, 0.203092560172081,
];
/** log10(1 + f) / f - 1/2: relative error of the logarithm at most 2^-25. */
const LOGARITHM_10 = [
  -0.06570551544427872, -0.21714696288108826, 0.1447640359401703, -0.10860756784677505, 0.08691257238388062,
  -0.07129426300525665, 0.06073000282049179, -0.06682700663805008, 0.06110554188489914,
];

/** ln 2 (cephes, logf.c) and log10 2 in two parts each: an exponent times the first is exact. */
const LN2_HIGH = 0.693359375;
const LN2_LOW = Math.LN2 - LN2_HIGH;
const LOG10_2_HIGH = 0.30078125;
const LOG10_2_LOW = Math.log10(2) - LOG10_2_HIGH;

/** 2^exponent (1 + fraction), both f32. */
interface Split {
  readonly exponent: Expr;
  readonly fraction: Expr;
}

/** Splits the bits of a positive normal f32: the exponent in place (i32), and the rest in [2/3, 4/3). */
function splitBits(steps: Steps, bits: Expr): { readonly exponentBits: Expr; readonly mantissa: Expr } {
  const exponentBits = steps.let(and(sub(bits, TWO_THIRDS), EXPONENT));
  return { exponentBits, mantissa: floatOf(sub(bits, exponentBits)) };
}

/** Splits a positive number, which may be subnormal. */
export function split(steps: Steps, x: Expr): Split {
  const isSubnormal = steps.let(lt(x, SMALLEST_NORMAL));
  const bits = steps.let(bitsOf(select(isSubnormal, mul(x, 2 ** 23), x)));
  const { exponentBits, mantissa } = splitBits(steps, bits);
  const fraction = steps.let(sub(mantissa, 1));
  const exponent = steps.let(sub(toF32(shr(exponentBits, 23)), select(isSubnormal, 23, 0)));
  return { exponent, fraction };
}

/** Splits u + correction, where u is a positive normal number and the correction at most half a unit in u's last place. */
export function splitSum(steps: Steps, u: Expr, correction: Expr): Split {
  const bits = steps.let(bitsOf(u));
  const { exponentBits, mantissa } = splitBits(steps, bits);
  // 2^-exponent; 0 where that does not exist, for a u so large that its correction is 0.
  const scale = floatOf(max(sub(ONE, exponentBits), 0));
  const fraction = steps.let(add(mul(correction, scale), sub(mantissa, 1)));
  return { exponent: toF32(shr(exponentBits, 23)), fraction };
}

/** 1 + x rounded, and what the rounding lost. */
export function onePlus(steps: Steps, x: Expr): { readonly sum: Expr; readonly lost: Expr } {
  const sum = steps.let(add(x, 1));
  const back = steps.let(sub(sum, 1));
  return { sum, lost: steps.let(sub(x, back)) };
}

export function naturalLogarithm(steps: Steps, { exponent, fraction: f }: Split): Expr {
  const e = steps.let(exponent);
  const tail = add(mul(e, LN2_LOW), mul(mul(f, f), polynomial(f, LOGARITHM)));
  return add(mul(e, LN2_HIGH), add(tail, f));
}

/** `logarithm` if x is positive and finite; otherwise every logarithm's special values: x for infinity and NaN, -Infinity at 0, NaN below. */
function withSpecialValues(x: Expr, logarithm: Expr): Expr {
  const atLeastZero = select(eq(x, 0), Number.NEGATIVE_INFINITY, Number.NaN);
  return select(gt(x, 0), select(lt(x, Number.POSITIVE_INFINITY), logarithm, x), atLeastZero);
}

export const log = mathFunction(1, (steps, x) => withSpecialValues(x, naturalLogarithm(steps, split(steps, x))));

export const log2 = mathFunction(1, (steps, x) => {
  const { exponent, fraction: f } = split(steps, x);
  // The first sum is exact where the result is small enough for it to matter.
  return withSpecialValues(x, add(mul(polynomial(f, LOGARITHM_2), f), add(exponent, f)));
});

export const log10 = mathFunction(1, (steps, x) => {
  const { exponent, fraction: f } = split(steps, x);
  const e = steps.let(exponent);
  const fractional = steps.let(add(mul(polynomial(f, LOGARITHM_10), f), mul(f, 0.5)));
  return withSpecialValues(x, add(mul(e, LOG10_2_HIGH), add(mul(e, LOG10_2_LOW), fractional)));
});

export const log1p = mathFunction(1, (steps, x) => {
  const { sum, lost } = onePlus(steps, x);
  const logarithm = naturalLogarithm(steps, splitSum(steps, sum, lost));
  // x itself at both zeros, infinity and NaN.
  const isPlain = and(lt(x, Number.POSITIVE_INFINITY), ne(x, 0));
  const atLeastMinusOne = select(eq(x, -1), Number.NEGATIVE_INFINITY, Number.NaN);
  return select(gt(x, -1), select(isPlain, logarithm, x), atLeastMinusOne);
});
