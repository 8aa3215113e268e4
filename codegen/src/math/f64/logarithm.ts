// log, log1p, log2 and log10 of f64 (fdlibm, e_log.c and s_log1p.c; FreeBSD, e_log2.c; as V8 has them): x = 2^k (1 + f) with 1 + f between
// sqrt(2) / 2 and sqrt(2), then a polynomial in s = f / (2 + f).

import type { Expr } from "@lanewise/ir";
import { abs, add, and, div, eq, ge, gt, lt, mul, not, or, polynomial, select, sub } from "../arithmetic.js";
import { type Steps, wideFunction } from "../math-function.js";
import { bitsOf, floatOf, inHighWord, number, ofHighWord, shiftRight, toNumber, upperHalf } from "./bits.js";

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;
const EXPONENT = inHighWord(0xfff0_0000);
const ONE = inHighWord(0x3ff0_0000);

const LOGARITHM = [
  0.6666666666666735, 0.3999999999940942, 0.2857142874366239, 0.22222198432149784, 0.1818357216161805,
  0.15313837699209373, 0.14798198605116586,
] as const;
const [L1, L2, L3, L4, L5, L6, L7] = LOGARITHM;

/** x = 2^k (1 + f), k and f as f64. */
interface Split {
  readonly k: Expr;
  readonly f: Expr;
}

/** Splits a positive normal number; mantissas whose high word reaches 2 when `toNext` is added are halved. */
function splitNormal(steps: Steps, x: Expr, toNext: number): Split {
  const bits = steps.let(bitsOf(x));
  const raised = steps.let(add(bits, inHighWord(toNext)));
  const mantissa = floatOf(add(sub(bits, and(raised, EXPONENT)), ONE));
  return { k: sub(toNumber(shiftRight(raised, 52)), 1023), f: steps.let(sub(mantissa, 1)) };
}

const TO_NEXT = 0x9_5f64;
const SMALLEST_NORMAL = 2 ** -1022;

/** Scales a positive number to a normal one, and gives the exponent to subtract. */
function normal(steps: Steps, x: Expr): { readonly scaled: Expr; readonly lack: Expr } {
  const isSubnormal = lt(x, SMALLEST_NORMAL);
  return {
    scaled: steps.let(select(isSubnormal, mul(x, 2 ** 54), x)),
    lack: steps.let(select(isSubnormal, number(54), 0)),
  };
}

function split(steps: Steps, x: Expr): Split {
  const { scaled, lack } = normal(steps, x);
  const { k, f } = splitNormal(steps, scaled, TO_NEXT);
  return { k: steps.let(sub(k, lack)), f };
}

/** Sums odd and even powers separately. */
function evenAndOdd(steps: Steps, s: Expr): Expr {
  const square = steps.let(mul(s, s));
  const fourth = steps.let(mul(square, square));
  const t1 = mul(fourth, polynomial(fourth, [L2, L4, L6]));
  const t2 = mul(square, polynomial(fourth, [L1, L3, L5, L7]));
  return add(t2, t1);
}

/** (f / 2) f. */
const halfSquare = (f: Expr) => mul(mul(f, 0.5), f);

/** fdlibm's ranges of high words, in terms of f. */
const LOWER = 0x6147a * 2 ** -20;
const UPPER = (0x6b852 * 2 ** -20 - 1) / 2;

const isNextToOne = (f: Expr) => and(ge(f, -(2 ** -20)), lt(f, 2 ** -20));

/** `isQuick`: x is not next to a power of two. */
function naturalLogarithm(steps: Steps, { k, f }: Split, isQuick = false): Expr {
  const lowPart = steps.let(mul(k, LN2_LOW));
  const s = steps.let(div(f, add(f, 2)));
  const R = steps.let(evenAndOdd(steps, s));
  const half = steps.let(halfSquare(f));
  const outer = sub(half, add(mul(s, add(half, R)), lowPart));
  const inner = sub(mul(s, sub(f, R)), lowPart);
  const tiny = sub(mul(mul(f, f), sub(0.5, mul(f, 0.3333333333333333))), lowPart);
  const rest = select(or(ge(f, LOWER), lt(f, UPPER)), outer, inner);
  return sub(mul(k, LN2_HIGH), sub(isQuick ? rest : select(isNextToOne(f), tiny, rest), f));
}

/** `logarithm` if x is positive and finite; otherwise every logarithm's special values: x for infinity and NaN, -Infinity at 0, NaN below. */
function withSpecialValues(x: Expr, logarithm: Expr): Expr {
  const atLeastZero = select(eq(x, 0), number(NEGATIVE_INFINITY), Number.NaN);
  return select(gt(x, 0), select(lt(x, POSITIVE_INFINITY), logarithm, x), atLeastZero);
}

/** The logarithm of a positive normal number. */
export function logarithmOfNormal(steps: Steps, x: Expr): Expr {
  const { k, f } = splitNormal(steps, x, TO_NEXT);
  return naturalLogarithm(steps, { k: steps.let(k), f });
}

const isNormal = (x: Expr) => and(ge(x, SMALLEST_NORMAL), lt(x, POSITIVE_INFINITY));

export const log = wideFunction(
  1,
  (steps, x) => {
    const { k, f } = splitNormal(steps, x, TO_NEXT);
    const result = naturalLogarithm(steps, { k: steps.let(k), f }, true);
    return { result, fallback: or(not(isNormal(x)), isNextToOne(f)) };
  },
  wideFunction(1, (steps, x) => withSpecialValues(x, naturalLogarithm(steps, split(steps, x)))),
);

const LOG10_2_HIGH = 0.30102999566361177;
const LOG10_2_LOW = 3.694239077158931e-13;

/** log10 x = y log10 2 + log(x / 2^y) / ln 10, where y is the exponent, plus one if that is negative. */
export const log10 = wideFunction(1, (steps, x) => {
  const { scaled, lack } = normal(steps, x);
  const bits = steps.let(bitsOf(scaled));
  const k = steps.let(sub(toNumber(shiftRight(bits, 52)), add(lack, 1023)));
  const isSmall = lt(k, 0);
  const y = steps.let(select(isSmall, add(k, 1), k));
  const mantissa = floatOf(add(sub(bits, and(bits, EXPONENT)), select(isSmall, inHighWord(0x3fe0_0000), ONE)));
  const { k: turns, f } = splitNormal(steps, steps.let(mantissa), TO_NEXT);
  const logarithm = naturalLogarithm(steps, { k: steps.let(turns), f });
  const low = add(mul(y, LOG10_2_LOW), mul(logarithm, Math.LOG10E));
  return withSpecialValues(x, add(low, mul(y, LOG10_2_HIGH)));
});

const INVERSE_LN2_HIGH = 1.4426950407214463;
const INVERSE_LN2_LOW = 1.6751713164886512e-10;

/** Uses log(1 + f), and its product with 1 / ln 2, in two parts each. */
export const log2 = wideFunction(1, (steps, x) => {
  const { k, f } = split(steps, x);
  const half = steps.let(halfSquare(f));
  const s = steps.let(div(f, add(f, 2)));
  const rest = mul(s, add(half, evenAndOdd(steps, s)));
  const high = steps.let(upperHalf(sub(f, half)));
  const low = steps.let(add(sub(sub(f, high), half), rest));
  const product = steps.let(mul(high, INVERSE_LN2_HIGH));
  const lowProduct = add(mul(add(low, high), INVERSE_LN2_LOW), mul(low, INVERSE_LN2_HIGH));
  const sum = steps.let(add(k, product));
  return withSpecialValues(x, add(add(lowProduct, add(sub(k, sum), product)), sum));
});

/** Between these limits, 1 + x is not split. */
const PLAIN_BELOW = ofHighWord(0x3fda_827a);
const PLAIN_ABOVE = -ofHighWord(0x3fd2_bec5);
/** For the high word of 1 + x: fdlibm uses a different limit here. */
const SUM_TO_NEXT = 0x9_5f62;

/** V8's result for every x. */
export function logarithmOfSum(steps: Steps, x: Expr): Expr {
  const isSummed = lt(x, 2 ** 53);
  const sum = steps.let(select(isSummed, add(x, 1), x));
  const lost = select(ge(sum, 2), sub(1, sub(sum, x)), sub(x, sub(sum, 1)));
  const { k: turns, f: fraction } = splitNormal(steps, sum, SUM_TO_NEXT);
  const isPlain = steps.let(and(lt(x, PLAIN_BELOW), gt(x, PLAIN_ABOVE)));
  const k = steps.let(select(isPlain, 0, turns));
  const f = steps.let(select(isPlain, x, fraction));
  const correction = select(isPlain, 0, select(isSummed, div(lost, sum), 0));
  const lowPart = steps.let(add(mul(k, LN2_LOW), correction));
  const half = steps.let(halfSquare(f));
  const s = steps.let(div(f, add(f, 2)));
  const square = steps.let(mul(s, s));
  const R = mul(square, polynomial(square, LOGARITHM));
  const general = sub(half, add(mul(s, add(half, R)), lowPart));
  const tiny = sub(mul(half, sub(1, mul(f, 0.6666666666666666))), lowPart);
  const isTiny = and(not(isPlain), and(ge(f, -3 * 2 ** -21), lt(f, 2 ** -20)));
  const logarithm = sub(mul(k, LN2_HIGH), sub(select(isTiny, tiny, general), f));
  const magnitude = steps.let(abs(x));
  const small = select(lt(magnitude, 2 ** -54), x, sub(x, mul(mul(x, x), 0.5)));
  const finite = select(lt(magnitude, 2 ** -29), small, logarithm);
  const atLeastMinusOne = select(eq(x, -1), number(NEGATIVE_INFINITY), Number.NaN);
  return select(gt(x, -1), select(lt(x, POSITIVE_INFINITY), finite, x), atLeastMinusOne);
}

export const log1p = wideFunction(1, logarithmOfSum);
