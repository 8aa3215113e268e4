// pow of f64 (fdlibm, e_pow.c, as V8 has it up to Node 20): 2^(y log2 |x|), with the logarithm and the product in two parts each. The host computes
// it if |y| is 2^31 or more.

import type { Expr } from "@lanewise/ir";
import {
  abs,
  add,
  and,
  copysign,
  div,
  eq,
  floor,
  ge,
  gt,
  le,
  lt,
  mul,
  ne,
  not,
  or,
  polynomial,
  select,
  shr,
  sqrt,
  sub,
  trunc,
  xor,
} from "../arithmetic.js";
import { type Steps, wideFunction } from "../math-function.js";
import {
  bitsOf,
  flipSign,
  floatOf,
  HIGH_WORD,
  inHighWord,
  number,
  ofHighWord,
  powerOfTwo,
  scale,
  shiftRight,
  TO_INTEGER,
  toNumber,
  upperHalf,
} from "./bits.js";

const SMALLEST_NORMAL = 2 ** -1022;
const { POSITIVE_INFINITY } = Number;

/** A number in two parts: the first has few bits, so that products with it are exact. */
interface Parts {
  readonly high: Expr;
  readonly low: Expr;
}

const LOGARITHM = [
  0.5999999999999946, 0.4285714285785502, 0.33333332981837743, 0.272728123808534, 0.23066074577556175,
  0.20697501780033842,
];
/** 2 / (3 ln 2), whole and in two parts. */
const FACTOR = 0.9617966939259756;
const FACTOR_HIGH = 0.9617967009544373;
const FACTOR_LOW = -7.028461650952758e-9;
/** log2 1.5 in two parts. */
const LOG2_HIGH = 0.5849624872207642;
const LOG2_LOW = 1.350039202129749e-8;

/** Limits for the mantissa, in the high word: up to the first it is divided by 1, below the second by 1.5, otherwise by 2. */
const ABOVE_ONE = inHighWord(0x3_988f);
const BELOW_TWO = inHighWord(0xb_b67a);

/** log2 of a positive number; `isQuick`: of a normal one. */
function logarithm(steps: Steps, x: Expr, isQuick = false): Parts {
  const isSubnormal = lt(x, SMALLEST_NORMAL);
  const bits = steps.let(bitsOf(isQuick ? x : select(isSubnormal, mul(x, 2 ** 53), x)));
  const fraction = steps.let(and(bits, inHighWord(0x000f_ffff) | 0xffff_ffffn));
  const isHigh = steps.let(select(lt(fraction, BELOW_TWO), number(0), 1));
  const isMiddle = steps.let(select(lt(fraction, ABOVE_ONE), 0, sub(1, isHigh)));
  const bias = isQuick ? 1023 : select(isSubnormal, number(1023 + 53), 1023);
  const exponent = sub(toNumber(shiftRight(bits, 52)), bias);
  const n = steps.let(add(exponent, isHigh));
  const one = select(eq(isHigh, 1), inHighWord(0x3fe0_0000), inHighWord(0x3ff0_0000));
  const mantissaBits = steps.let(add(fraction, one));
  const mantissa = steps.let(floatOf(mantissaBits));
  const middle = (value: number, otherwise: number) => select(eq(isMiddle, 1), number(value), otherwise);
  const base = steps.let(middle(1.5, 1));
  const u = steps.let(sub(mantissa, base));
  const v = steps.let(div(1, add(mantissa, base)));
  const s = steps.let(mul(u, v));
  const sHigh = steps.let(upperHalf(s));
  // The upper half of mantissa + base.
  const halved = and(shr(mantissaBits, 1), HIGH_WORD);
  const offset = select(eq(isMiddle, 1), inHighWord(0x2008_0000 + 0x4_0000), inHighWord(0x2008_0000));
  const sumHigh = steps.let(floatOf(add(halved, offset)));
  const sumLow = sub(mantissa, sub(sumHigh, base));
  const sLow = steps.let(mul(v, sub(sub(u, mul(sHigh, sumHigh)), mul(sHigh, sumLow))));
  const s2 = steps.let(mul(s, s));
  const r = steps.let(add(mul(mul(s2, s2), polynomial(s2, LOGARITHM)), mul(sLow, add(sHigh, s))));
  const square = steps.let(mul(sHigh, sHigh));
  const tHigh = steps.let(upperHalf(add(add(square, 3), r)));
  const tLow = sub(r, sub(sub(tHigh, 3), square));
  const product = steps.let(mul(sHigh, tHigh));
  const rest = steps.let(add(mul(sLow, tHigh), mul(tLow, s)));
  const pHigh = steps.let(upperHalf(add(product, rest)));
  const pLow = sub(rest, sub(pHigh, product));
  const zHigh = steps.let(mul(pHigh, FACTOR_HIGH));
  const zLow = steps.let(add(add(mul(pHigh, FACTOR_LOW), mul(pLow, FACTOR)), middle(LOG2_LOW, 0)));
  const base2 = steps.let(middle(LOG2_HIGH, 0));
  const high = steps.let(upperHalf(add(add(add(zHigh, zLow), base2), n)));
  return { high, low: sub(zLow, sub(sub(sub(high, n), base2), zHigh)) };
}

const LN2_HIGH = 0.6931471824645996;
const LN2_LOW = -1.904654299957768e-9;
const EXP = [
  0.16666666666666602, -0.0027777777777015593, 0.00006613756321437934, -0.0000016533902205465252, 4.1381367970572385e-8,
];
/** -(1024 - log2 of the least number that rounds to infinity). */
const OVERFLOW_REST = 8.008566259537294e-17;
const LEAST = -1075;

interface Power {
  /** high + low, rounded. */
  readonly z: Expr;
  readonly n: Expr;
  readonly fraction: Expr;
}

/** 2^(high + low) = 2^n fraction. */
function splitPower(steps: Steps, { high, low }: Parts): Power {
  const z = steps.let(add(low, high));
  const isLarge = ge(abs(z), ofHighWord(0x3fe0_0001));
  const n = steps.let(select(isLarge, trunc(add(z, copysign(0.5, z))), 0));
  const rest = steps.let(sub(high, n));
  const t = steps.let(upperHalf(add(low, rest)));
  const product = steps.let(mul(t, LN2_HIGH));
  const productRest = steps.let(add(mul(sub(low, sub(t, rest)), Math.LN2), mul(t, LN2_LOW)));
  const sum = steps.let(add(product, productRest));
  const w = steps.let(sub(productRest, sub(sum, product)));
  const square = steps.let(mul(sum, sum));
  const t1 = steps.let(sub(sum, mul(square, polynomial(square, EXP))));
  // V8's parentheses; fdlibm puts them around the quotient.
  const r = div(mul(sum, t1), sub(sub(t1, 2), add(w, mul(sum, w))));
  return { z, n, fraction: sub(1, sub(r, sum)) };
}

function powerOf(steps: Steps, { high, low }: Parts): Expr {
  const { z, n, fraction } = splitPower(steps, { high, low });
  const half = steps.let(sub(add(mul(n, 0.5), TO_INTEGER), TO_INTEGER));
  const difference = steps.let(sub(z, high));
  const isTooLarge = or(gt(z, 1024), and(eq(z, 1024), gt(add(low, OVERFLOW_REST), difference)));
  const isTooSmall = or(lt(z, LEAST), and(eq(z, LEAST), le(low, difference)));
  return select(isTooLarge, POSITIVE_INFINITY, select(isTooSmall, 0, scale(fraction, n, half)));
}

/** y times the parts. */
function times(steps: Steps, { high, low }: Parts, y: Expr): Parts {
  const yHigh = steps.let(upperHalf(y));
  const lowProduct = steps.let(add(mul(sub(y, yHigh), high), mul(y, low)));
  return { high: steps.let(mul(yHigh, high)), low: lowProduct };
}

/** Of |x| and y, both not 0 and finite. */
type PositivePower = (steps: Steps, magnitude: Expr, y: Expr) => Expr;

const usualPower: PositivePower = (steps, magnitude, y) => powerOf(steps, times(steps, logarithm(steps, magnitude), y));

/** Beyond it, fdlibm takes another logarithm, of what is nearly 1: all else becomes infinite, or 0. */
const HUGE = ofHighWord(0x41e0_0001);
const BELOW_ONE = ofHighWord(0x3fef_ffff);
const OVER_ONE = ofHighWord(0x3ff0_0001);
/** 1 / ln 2, whole and in two parts. */
const INVERSE_LN2 = Math.LOG2E;
const INVERSE_LN2_HIGH = 1.4426950216293335;
const INVERSE_LN2_LOW = 1.9259629911266175e-8;

function logarithmNearOne(steps: Steps, x: Expr): Parts {
  const t = steps.let(sub(x, 1));
  const w = mul(mul(t, t), sub(0.5, mul(t, sub(0.3333333333333333, mul(t, 0.25)))));
  const u = steps.let(mul(t, INVERSE_LN2_HIGH));
  const v = steps.let(sub(mul(t, INVERSE_LN2_LOW), mul(w, INVERSE_LN2)));
  const high = steps.let(upperHalf(add(u, v)));
  return { high, low: sub(v, sub(high, u)) };
}

const everyPositivePower: PositivePower = (steps, magnitude, y) => {
  const isHuge = steps.let(ge(abs(y), HUGE));
  const [usual, near] = [logarithm(steps, magnitude), logarithmNearOne(steps, magnitude)];
  const high = steps.let(select(isHuge, near.high, usual.high));
  const low = steps.let(select(isHuge, near.low, usual.low));
  const power = steps.let(powerOf(steps, times(steps, { high, low }, y)));
  const isInfinite = steps.let(eq(abs(y), POSITIVE_INFINITY));
  const isNear = and(ge(magnitude, BELOW_ONE), lt(magnitude, OVER_ONE));
  const isFar = or(isInfinite, and(isHuge, not(isNear)));
  const isLarger = xor(gt(magnitude, 1), lt(y, 0));
  const far = select(isLarger, number(POSITIVE_INFINITY), 0);
  return select(and(isInfinite, eq(magnitude, 1)), Number.NaN, select(isFar, far, power));
};

const powerBy = (positivePower: PositivePower) => (steps: Steps, x: Expr, y: Expr) => {
  const magnitude = steps.let(abs(x));
  const power = positivePower(steps, magnitude, y);
  // Handles zeros and infinities.
  const isZero = eq(magnitude, 0);
  const ofZero = select(gt(y, 0), number(0), POSITIVE_INFINITY);
  const ofInfinity = select(gt(y, 0), number(POSITIVE_INFINITY), 0);
  const positive = select(isZero, ofZero, select(eq(magnitude, POSITIVE_INFINITY), ofInfinity, power));
  const isInteger = steps.let(eq(floor(y), y));
  const half = steps.let(mul(y, 0.5));
  const isOdd = and(isInteger, ne(floor(half), half));
  const sign = and(bitsOf(x), inHighWord(0x8000_0000));
  const signed = flipSign(positive, select(isOdd, sign, 0n));
  // Zeros and infinities also have fractional powers.
  const isNegative = and(lt(x, 0), gt(x, Number.NEGATIVE_INFINITY));
  const real = select(or(isInteger, not(isNegative)), signed, Number.NaN);
  const defined = select(eq(x, x), real, Number.NaN);
  const root = select(and(eq(y, 0.5), ge(bitsOf(x), 0n)), sqrt(x), defined);
  const simple = select(eq(y, 1), x, select(eq(y, -1), div(1, x), select(eq(y, 2), mul(x, x), root)));
  return select(eq(y, 0), 1, simple);
};

const wholePower = wideFunction(2, (steps, x, y) => ({
  result: powerBy(usualPower)(steps, x, y),
  fallback: not(lt(abs(y), 2 ** 31)),
}));

/** For targets that have no host to ask: for every y. */
export const everyPow = wideFunction(2, (steps, x, y) =>
  select(eq(y, y), powerBy(everyPositivePower)(steps, x, y), Number.NaN),
);

/** For positive normal x where 2^n, and so the result, is normal. Includes squares, which are frequent; `wholePower` handles other exceptions. */
export const pow = wideFunction(
  2,
  (steps, x, y) => {
    const { z, n, fraction } = splitPower(steps, times(steps, logarithm(steps, x, true), y));
    const isNormal = and(ge(x, SMALLEST_NORMAL), lt(x, POSITIVE_INFINITY));
    const isUsual = and(and(isNormal, lt(abs(z), 1020)), lt(abs(y), 2 ** 31));
    const isSimple = or(eq(y, 0), or(eq(y, 0.5), eq(abs(y), 1)));
    const result = select(eq(y, 2), mul(x, x), mul(fraction, powerOfTwo(n)));
    return { result, fallback: and(or(isSimple, not(isUsual)), ne(y, 2)) };
  },
  wholePower,
);
