// exp and expm1 of f64 (fdlibm, e_exp.c and s_expm1.c, as V8 has them): x = k ln 2 + r with |r| <= ln 2 / 2, where k is 0 up to about half of ln 2,
// then a rational function of r. fdlibm's branch for k = 1 and -1 computes the same as the general one.

import type { Expr } from "@lanewise/ir";
import {
  abs,
  add,
  and,
  copysign,
  div,
  eq,
  ge,
  gt,
  lt,
  mul,
  ne,
  or,
  polynomial,
  select,
  sub,
  trunc,
} from "../arithmetic.js";
import { type Steps, wideFunction } from "../math-function.js";
import { ofHighWord, powerOfTwo, scale, TO_INTEGER } from "./bits.js";

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
/** About half of ln 2. */
const REDUCED = ofHighWord(0x3fd6_2e43);
const OVERFLOW = 709.782712893384;
const UNDERFLOW = -745.1332191019411;
const { POSITIVE_INFINITY } = Number;

interface Reduced {
  /** An integer. */
  readonly k: Expr;
  readonly high: Expr;
  readonly low: Expr;
  /** high - low, rounded. */
  readonly r: Expr;
}

function reduce(steps: Steps, x: Expr): Reduced {
  const turns = trunc(add(mul(x, Math.LOG2E), copysign(0.5, x)));
  const k = steps.let(select(ge(abs(x), REDUCED), turns, 0));
  const high = steps.let(sub(x, mul(k, LN2_HIGH)));
  const low = steps.let(mul(k, LN2_LOW));
  return { k, high, low, r: steps.let(sub(high, low)) };
}

const EXP = [
  0.16666666666666602, -0.0027777777777015593, 0.00006613756321437934, -0.0000016533902205465252, 4.1381367970572385e-8,
];

/** e^x = 2^k y. */
function exponential(steps: Steps, x: Expr): { readonly k: Expr; readonly y: Expr } {
  const { k, high, low, r } = reduce(steps, x);
  const square = steps.let(mul(r, r));
  const c = steps.let(sub(r, mul(square, polynomial(square, EXP))));
  return { k, y: sub(1, sub(sub(low, div(mul(r, c), sub(2, c))), high)) };
}

/** V8's result for every x. */
export function exponentialOf(steps: Steps, x: Expr): Expr {
  const { k, y } = exponential(steps, x);
  const half = steps.let(sub(add(mul(k, 0.5), TO_INTEGER), TO_INTEGER));
  const reduced = scale(y, k, half);
  // V8 makes this exception.
  const exact = select(eq(x, 1), Math.E, reduced);
  const small = select(lt(abs(x), 2 ** -28), add(x, 1), exact);
  return select(gt(x, OVERFLOW), POSITIVE_INFINITY, select(lt(x, UNDERFLOW), 0, small));
}

/** Up to this magnitude, both 2^k and the result are normal numbers. */
const USUAL = 708;

export const exp = wideFunction(
  1,
  (steps, x) => {
    const { k, y } = exponential(steps, x);
    const magnitude = steps.let(abs(x));
    const isTiny = and(lt(magnitude, 2 ** -28), ne(x, 0));
    return { result: mul(y, powerOfTwo(k)), fallback: or(gt(magnitude, USUAL), or(eq(x, 1), isTiny)) };
  },
  wideFunction(1, exponentialOf),
);

const EXPM1 = [
  1, -0.03333333333333313, 0.0015873015872548146, -0.0000793650757867488, 0.000004008217827329362,
  -2.0109921818362437e-7,
];

interface Fraction {
  readonly half: Expr;
  readonly fraction: Expr;
}

/** e^r - 1 = r - (r fraction - half). */
function fractionOf(steps: Steps, r: Expr): Fraction {
  const halved = steps.let(mul(r, 0.5));
  const half = steps.let(mul(r, halved));
  const r1 = steps.let(polynomial(half, EXPM1));
  const t = steps.let(sub(3, mul(r1, halved)));
  return { half, fraction: mul(half, div(sub(r1, t), sub(6, mul(r, t)))) };
}

/** e^x - 1 where |x| is below about ln 2 / 2. */
export function smallExponential(steps: Steps, x: Expr): Expr {
  const { half, fraction } = fractionOf(steps, x);
  return select(lt(abs(x), 2 ** -54), x, sub(x, sub(mul(x, fraction), half)));
}

/** V8's result for every x. */
export function exponentialLessOne(steps: Steps, x: Expr): Expr {
  const { k, high, low, r } = reduce(steps, x);
  const c = steps.let(sub(sub(high, r), low));
  const { half, fraction } = fractionOf(steps, r);
  const e = steps.let(sub(sub(mul(r, sub(fraction, c)), c), half));
  const less = steps.let(sub(r, e));
  const more = steps.let(sub(e, r));
  const power = steps.let(powerOfTwo(k));
  const inverse = steps.let(powerOfTwo(sub(0, k)));
  const isFar = or(lt(k, -1.5), gt(k, 56));
  const between = select(lt(k, 20), sub(sub(1, inverse), more), add(sub(r, add(e, inverse)), 1));
  const far = steps.let(sub(1, more));
  // V8's constant for half of 2^1024 has fewer digits.
  const largest = mul(mul(far, 2), 8.98846567431158e307);
  const product = steps.let(mul(select(isFar, far, between), power));
  const general = select(isFar, sub(select(eq(k, 1024), largest, product), 1), product);
  const one = select(lt(r, -0.25), mul(sub(e, add(r, 0.5)), -2), add(mul(less, 2), 1));
  const aboutOne = select(eq(k, 1), one, select(eq(k, -1), sub(mul(less, 0.5), 0.5), less));
  const reduced = select(lt(abs(k), 1.5), aboutOne, general);
  const small = select(lt(abs(x), 2 ** -54), x, reduced);
  const bounded = select(gt(x, OVERFLOW), POSITIVE_INFINITY, small);
  return select(lt(x, LOWEST), -1, bounded);
}

/** -56 ln 2, less one unit of the high word: from here down, the result is -1. */
const LOWEST = -ofHighWord(0x4043_687a);

export const expm1 = wideFunction(1, exponentialLessOne);
