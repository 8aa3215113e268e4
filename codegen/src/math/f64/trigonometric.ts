// sin, cos and tan of f64 (fdlibm, e_rem_pio2.c, k_sin.c, k_cos.c, k_tan.c, as V8 has them up to Node 20): |x| = n pi / 2 + high + low, then a
// polynomial of high, corrected by low. The host computes |x| above 2^19 pi / 2, and arguments so close to a multiple of pi / 2 that fdlibm needs its
// third step: within 2^-49 of x.

import type { Expr } from "@lanewise/ir";
import {
  abs,
  add,
  and,
  div,
  eq,
  floor,
  ge,
  gt,
  lt,
  mul,
  ne,
  not,
  or,
  polynomial,
  select,
  shl,
  sub,
  xor,
} from "../arithmetic.js";
import { type MathFunction, type Steps, type WriteFunction, wideFunction } from "../math-function.js";
import {
  bitsOf,
  exponentOf,
  flipSign,
  floatOf,
  HIGH_WORD,
  inHighWord,
  number,
  ofHighWord,
  TO_INTEGER,
  upperHalf,
} from "./bits.js";

/** pi / 2 in three parts; the first two have 33 bits each, `_REST` is the remainder after them. */
const HALF_PI_1 = 1.5707963267341256;
const HALF_PI_1_REST = 6.077100506506192e-11;
const HALF_PI_2 = 6.077100506303966e-11;
const HALF_PI_2_REST = 2.0222662487959506e-21;
/** About pi / 4 and 2^19 pi / 2. */
const SMALL = ofHighWord(0x3fe9_21fc);
const LARGE = ofHighWord(0x4139_21fc);
/** From this n on, fdlibm does not compare high words with those of n pi / 2. */
const COMPARED = 32;

interface Turn {
  /** Whether fdlibm's first step suffices. */
  readonly isQuick: boolean;
  readonly isSmall: Expr;
  /** An integer. */
  readonly n: Expr;
  readonly high: Expr;
  readonly low: Expr;
}

interface Reduced extends Turn {
  readonly fallback: Expr;
}

interface FirstStep extends Omit<Turn, "low" | "isQuick"> {
  readonly r: Expr;
  readonly w: Expr;
}

/** `magnitude` is |x|. */
function firstStep(steps: Steps, magnitude: Expr): FirstStep {
  const isSmall = lt(magnitude, SMALL);
  const n = steps.let(select(isSmall, 0, floor(add(mul(magnitude, 2 / Math.PI), 0.5))));
  const r = steps.let(sub(magnitude, mul(n, HALF_PI_1)));
  const w = steps.let(mul(n, HALF_PI_1_REST));
  return { isSmall, n, r, w, high: steps.let(sub(r, w)) };
}

/** For arguments for which fdlibm's first step suffices, because little of x cancels; `high` is then small only if x is. */
function reduceQuickly(steps: Steps, magnitude: Expr): Reduced {
  const { isSmall, n, r, w, high } = firstStep(steps, magnitude);
  const isClose = lt(abs(high), mul(magnitude, 2 ** -16));
  const low = steps.let(sub(sub(r, high), w));
  return { isQuick: true, isSmall, n, high, low, fallback: or(ge(magnitude, LARGE), isClose) };
}

function reduce(steps: Steps, magnitude: Expr): Reduced {
  const { isSmall, n, r: r1, w: w1, high: high1 } = firstStep(steps, magnitude);
  const product = steps.let(mul(n, HALF_PI_2));
  const r2 = steps.let(sub(r1, product));
  const w2 = steps.let(sub(mul(n, HALF_PI_2_REST), sub(sub(r1, r2), product)));
  const high2 = steps.let(sub(r2, w2));
  const exponent = steps.let(exponentOf(magnitude));
  const bitsLost = (high: Expr) => sub(exponent, exponentOf(abs(high)));
  const differsIn = and(xor(bitsOf(mul(n, Math.PI / 2)), bitsOf(magnitude)), HIGH_WORD);
  const isCompared = or(eq(differsIn, 0n), ge(n, COMPARED));
  const isClose = steps.let(and(isCompared, gt(bitsLost(high1), 16n)));
  const isVeryClose = and(isClose, and(gt(bitsLost(high2), 49n), gt(n, 1)));
  const high = steps.let(select(isClose, high2, high1));
  const low = select(isClose, sub(sub(r2, high2), w2), sub(sub(r1, high1), w1));
  return { isQuick: false, isSmall, n, high, low: steps.let(low), fallback: or(ge(magnitude, LARGE), isVeryClose) };
}

const SINE_1 = -0.16666666666666632;
const SINE = [
  0.00833333333332249, -0.0001984126982985795, 0.0000027557313707070068, -2.5050760253406863e-8, 1.58969099521155e-10,
];

function sine(steps: Steps, { isSmall, high, low, isQuick }: Turn, square: Expr): Expr {
  const cube = steps.let(mul(square, high));
  const r = steps.let(polynomial(square, SINE));
  const alone = add(high, mul(cube, add(SINE_1, mul(square, r))));
  const corrected = sub(mul(square, sub(mul(low, 0.5), mul(cube, r))), low);
  const general = select(isSmall, alone, sub(high, sub(corrected, mul(cube, SINE_1))));
  // After only the first step, `high` is this small only if x is, and then this changes nothing.
  return isQuick ? general : select(lt(abs(high), 2 ** -27), high, general);
}

const COSINE = [
  0.0416666666666666, -0.001388888888887411, 0.00002480158728947673, -2.7557314351390663e-7, 2.087572321298175e-9,
  -1.1359647557788195e-11,
];
/** About 0.3 and 0.78125. */
const WITH_QUARTER = ofHighWord(0x3fd3_3333);
const WITH_CONSTANT = ofHighWord(0x3fe9_0001);

function cosine(steps: Steps, { high, low }: Turn, square: Expr): Expr {
  const magnitude = steps.let(abs(high));
  const r = mul(square, polynomial(square, COSINE));
  // A quarter of |high|, computed on its bits.
  const quarter = floatOf(sub(and(bitsOf(magnitude), HIGH_WORD), inHighWord(0x0020_0000)));
  const large = select(ge(magnitude, WITH_CONSTANT), 0.28125, quarter);
  const part = steps.let(select(lt(magnitude, WITH_QUARTER), 0, large));
  const rest = sub(sub(mul(square, 0.5), part), sub(mul(square, r), mul(high, low)));
  return sub(sub(1, part), rest);
}

const SIGN = inHighWord(0x8000_0000);
/** The second lowest bit of an i64, as a sign. */
const secondAsSign = (bits: Expr) => shl(and(bits, 2n), 62n);
const isOdd = (bits: Expr) => ne(and(bits, 1n), 0n);

type Reduce = (steps: Steps, magnitude: Expr) => Reduced;

/** A function with the quick reduction, and its whole with the full one. */
function quickly(write: (reduction: Reduce) => WriteFunction): MathFunction {
  return wideFunction(1, write(reduceQuickly), wideFunction(1, write(reduce)));
}

/** The function of x from what is left of a turn. */
type OfTurn = (steps: Steps, x: Expr, turn: Turn) => Expr;

const sineOf: OfTurn = (steps, x, reduced) => {
  const square = steps.let(mul(reduced.high, reduced.high));
  const bits = steps.let(bitsOf(add(reduced.n, TO_INTEGER)));
  const value = select(isOdd(bits), cosine(steps, reduced, square), sine(steps, reduced, square));
  return flipSign(value, xor(secondAsSign(bits), and(bitsOf(x), SIGN)));
};

const cosineOf: OfTurn = (steps, _, reduced) => {
  const square = steps.let(mul(reduced.high, reduced.high));
  const bits = steps.let(bitsOf(add(reduced.n, TO_INTEGER + 1)));
  const value = select(isOdd(bits), cosine(steps, reduced, square), sine(steps, reduced, square));
  return flipSign(value, secondAsSign(bits));
};

const withFallback = (write: OfTurn) =>
  quickly((reduction) => (steps, x) => {
    const reduced = reduction(steps, steps.let(abs(x)));
    return { result: write(steps, x, reduced), fallback: reduced.fallback };
  });

export const sin = withFallback(sineOf);
export const cos = withFallback(cosineOf);

const TANGENT_0 = 0.3333333333333341;
const TANGENT = [
  0.13333333333320124, 0.05396825397622605, 0.021869488294859542, 0.0088632398235993, 0.0035920791075913124,
  0.0014562094543252903, 0.0005880412408202641, 0.0002464631348184699, 0.00007817944429395571, 0.00007140724913826082,
  -0.000018558637485527546, 0.00002590730518636337,
];
const [ODD_TANGENT, EVEN_TANGENT] = [0, 1].map((first) => TANGENT.filter((_, index) => index % 2 === first));
const QUARTER_PI = 0.7853981633974483;
const QUARTER_PI_LOW = 3.061616997868383e-17;
/** About 0.6744. */
const FROM_QUARTER_PI = ofHighWord(0x3fe5_9428);

/** How many bits of a tangent there are in its argument alone: the inverse of a smaller one has a path of its own. */
const TINY = 2 ** -28;

function tangentOf(steps: Steps, x: Expr, { n, high, low }: Turn, hasTiny: boolean): Expr {
  const sign = steps.let(and(bitsOf(high), SIGN));
  const magnitude = steps.let(abs(high));
  const isLarge = ge(magnitude, FROM_QUARTER_PI);
  const complement = add(sub(QUARTER_PI, magnitude), sub(QUARTER_PI_LOW, flipSign(low, sign)));
  const t = steps.let(select(isLarge, complement, high));
  const y = steps.let(select(isLarge, 0, low));
  const z = steps.let(mul(t, t));
  const w = steps.let(mul(z, z));
  const odd = polynomial(w, ODD_TANGENT ?? []);
  const even = mul(z, polynomial(w, EVEN_TANGENT ?? []));
  const s = steps.let(mul(z, t));
  const corrected = add(y, mul(z, add(mul(s, add(odd, even)), y)));
  const isTiny = steps.let(lt(magnitude, TINY));
  const usual = add(corrected, mul(s, TANGENT_0));
  const r = steps.let(hasTiny ? select(isTiny, low, usual) : usual);
  const sum = steps.let(add(t, r));
  const isInverted = steps.let(isOdd(bitsOf(add(n, TO_INTEGER))));
  // -1 if the inverse is needed, otherwise 1.
  const v = steps.let(select(isInverted, number(-1), 1));
  const large = sub(v, mul(sub(t, sub(div(mul(sum, sum), add(sum, v)), r)), 2));
  const value = select(isLarge, flipSign(large, sign), select(isInverted, inverse(steps, t, r, sum), sum));
  const isItself = hasTiny ? and(isTiny, not(isInverted)) : isTiny;
  return flipSign(select(isItself, high, value), and(bitsOf(x), SIGN));
}

export const tan = quickly((reduction) => (steps, x) => {
  const reduced = reduction(steps, steps.let(abs(x)));
  const isTiny = lt(abs(reduced.high), TINY);
  const isInverted = isOdd(bitsOf(add(reduced.n, TO_INTEGER)));
  const result = tangentOf(steps, x, reduced, false);
  return { result, fallback: or(reduced.fallback, and(isTiny, isInverted)) };
});

/**
 * For targets that reduce |x| themselves: functions of x, n, high and low. n is 0 where x is small, else as above, or any with the same remainder by 4.
 */
const ofTurn = (write: OfTurn) =>
  wideFunction(4, (steps, x, n, ...[high = x, low = x]) =>
    write(steps, x, { isQuick: false, isSmall: eq(n, 0), n, high, low }),
  );

export const turnFunctions = {
  sin: ofTurn(sineOf),
  cos: ofTurn(cosineOf),
  tan: ofTurn((steps, x, reduced) => tangentOf(steps, x, reduced, true)),
} as const;

/** -1 / (t + r), accurate to the last bits; `sum` is t + r rounded. */
function inverse(steps: Steps, t: Expr, r: Expr, sum: Expr): Expr {
  const z = steps.let(upperHalf(sum));
  const rest = sub(r, sub(z, t));
  const quotient = steps.let(div(-1, sum));
  const first = steps.let(upperHalf(quotient));
  return add(first, mul(quotient, add(add(mul(first, z), 1), mul(first, rest))));
}
