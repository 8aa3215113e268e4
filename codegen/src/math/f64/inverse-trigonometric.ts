// asin, acos, atan and atan2 of f64 (fdlibm, e_asin.c, e_acos.c, s_atan.c, e_atan2.c, as V8 has them).

import type { Expr } from "@lanewise/ir";
import {
  abs,
  add,
  and,
  copysign,
  div,
  eq,
  ge,
  lt,
  mul,
  not,
  type Operand,
  or,
  polynomial,
  select,
  sqrt,
  sub,
} from "../arithmetic.js";
import { type Steps, wideFunction } from "../math-function.js";
import { bitsOf, HIGH_WORD, inHighWord, number, ofHighWord, upperHalf } from "./bits.js";

const { PI } = Math;
const PI_LOW = 1.2246467991473532e-16;
const HALF_PI = PI / 2;
const HALF_PI_LOW = 6.123233995736766e-17;
const QUARTER_PI = PI / 4;

const NUMERATOR = [
  0.16666666666666666, -0.3255658186224009, 0.20121253213486293, -0.04005553450067941, 0.0007915349942898145,
  0.00003479331075960212,
];
const DENOMINATOR = [1, -2.403394911734414, 2.0209457602335057, -0.6882839716054533, 0.07703815055590194];

interface Arcsine {
  /** Whether |x| < 1/2. */
  readonly isSmall: Expr;
  readonly magnitude: Expr;
  /** The root of (1 - |x|) / 2, its upper half, and the difference. */
  readonly root: Expr;
  readonly upper: Expr;
  readonly lack: Expr;
  /** asin(t) / t - 1 for x or the root. */
  readonly ratio: Expr;
}

/** NaN beyond 1, from the root of a negative number. */
function reduceArcsine(steps: Steps, x: Expr): Arcsine {
  const magnitude = steps.let(abs(x));
  const isSmall = lt(magnitude, 0.5);
  const square = steps.let(select(isSmall, mul(x, x), mul(sub(1, magnitude), 0.5)));
  const ratio = div(mul(square, polynomial(square, NUMERATOR)), polynomial(square, DENOMINATOR));
  const root = steps.let(sqrt(square));
  const upper = steps.let(upperHalf(root));
  const lack = steps.let(div(sub(square, mul(upper, upper)), add(root, upper)));
  return { isSmall, magnitude, root, upper, lack, ratio: steps.let(ratio) };
}

/** About 0.975. */
const NEARLY_ONE = ofHighWord(0x3fef_3333);

export const asin = wideFunction(1, (steps, x) => {
  const { isSmall, magnitude, root, upper, lack, ratio } = reduceArcsine(steps, x);
  const twice = steps.let(mul(root, 2));
  const nearly = sub(HALF_PI, sub(mul(add(root, mul(root, ratio)), 2), HALF_PI_LOW));
  const part = sub(mul(twice, ratio), sub(HALF_PI_LOW, mul(lack, 2)));
  const between = sub(QUARTER_PI, sub(part, sub(QUARTER_PI, mul(upper, 2))));
  const large = select(lt(magnitude, NEARLY_ONE), between, nearly);
  const small = add(magnitude, mul(magnitude, ratio));
  return copysign(select(isSmall, small, large), x);
});

export const acos = wideFunction(1, (steps, x) => {
  const { isSmall, root, upper, lack, ratio } = reduceArcsine(steps, x);
  const product = steps.let(mul(ratio, root));
  const negative = sub(PI, mul(add(root, sub(product, HALF_PI_LOW)), 2));
  const positive = select(eq(x, 1), 0, mul(add(upper, add(product, lack)), 2));
  const small = sub(HALF_PI, sub(x, sub(HALF_PI_LOW, mul(x, ratio))));
  return select(isSmall, small, select(lt(x, 0), negative, positive));
});

const EVEN = [
  0.3333333333333293, 0.14285714272503466, 0.09090887133436507, 0.06661073137387531, 0.049768779946159324,
  0.016285820115365782,
];
const ODD = [
  -0.19999999999876483, -0.11111110405462356, -0.0769187620504483, -0.058335701337905735, -0.036531572744216916,
];

interface Range {
  /** The range ends at this magnitude. */
  readonly below: number;
  /** x becomes numerator / denominator … */
  readonly numerator: (x: Expr) => Operand;
  readonly denominator: (x: Expr) => Operand;
  /** … and this, in two parts, is added to the result. */
  readonly arc: readonly [number, number];
}

const RANGES: readonly Range[] = [
  { below: 0.4375, numerator: (x) => x, denominator: () => 1, arc: [0, 0] },
  {
    below: 0.6875,
    numerator: (x) => sub(mul(x, 2), 1),
    denominator: (x) => add(x, 2),
    arc: [0.4636476090008061, 2.2698777452961687e-17],
  },
  {
    below: 1.1875,
    numerator: (x) => sub(x, 1),
    denominator: (x) => add(x, 1),
    arc: [QUARTER_PI, 3.061616997868383e-17],
  },
  {
    below: 2.4375,
    numerator: (x) => sub(x, 1.5),
    denominator: (x) => add(mul(x, 1.5), 1),
    arc: [0.982793723247329, 1.3903311031230998e-17],
  },
];

/** atan(x) for non-negative x, including infinity. */
function arctangent(steps: Steps, x: Expr): Expr {
  const choose = (of: (range: Range) => Operand, otherwise: Operand) =>
    RANGES.reduceRight<Operand>((rest, range) => select(lt(x, range.below), of(range), rest), otherwise);
  const numerator = choose((range) => range.numerator(x), number(-1));
  const denominator = choose((range) => range.denominator(x), x);
  const t = steps.let(div(numerator, denominator));
  const z = steps.let(mul(t, t));
  const w = steps.let(mul(z, z));
  const sum = add(mul(z, polynomial(w, EVEN)), mul(w, polynomial(w, ODD)));
  const high = choose(({ arc }) => arc[0], number(HALF_PI));
  const low = choose(({ arc }) => arc[1], number(HALF_PI_LOW));
  return sub(high, sub(sub(mul(t, sum), low), t));
}

export const atan = wideFunction(1, (steps, x) => copysign(arctangent(steps, steps.let(abs(x))), x));

/** fdlibm uses pi / 2 for quotients from 2^60 on, judging by exponents. */
const LARGE = inHighWord(61 << 20);

export const atan2 = wideFunction(2, (steps, y, x) => {
  const rise = steps.let(abs(y));
  const run = steps.let(abs(x));
  const equal = select(eq(rise, 0), number(0), 1);
  const quotient = steps.let(select(eq(rise, run), equal, div(rise, run)));
  const highWords = sub(and(bitsOf(rise), HIGH_WORD), and(bitsOf(run), HIGH_WORD));
  const isSteep = steps.let(or(eq(quotient, Number.POSITIVE_INFINITY), ge(highWords, LARGE)));
  const arc = steps.let(select(isSteep, HALF_PI, arctangent(steps, quotient)));
  // Tests the sign bit, so that x = -0 is on the left.
  const isLeft = and(lt(bitsOf(x), 0n), not(isSteep));
  const result = copysign(select(isLeft, sub(PI, sub(arc, PI_LOW)), arc), y);
  // NaN if either is NaN.
  return select(and(eq(x, x), eq(y, y)), result, Number.NaN);
});
