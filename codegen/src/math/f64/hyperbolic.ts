// sinh, cosh and tanh of f64 (fdlibm, as V8 has them), from e^|x| or e^|x| - 1. The host computes sinh from 22 on, and cosh where e^|x| overflows
// before the result.

import type { Expr } from "@lanewise/ir";
import { abs, add, copysign, div, ge, gt, lt, mul, neg, select, sub } from "../arithmetic.js";
import { type Steps, wideFunction } from "../math-function.js";
import { ofHighWord } from "./bits.js";
import { exponentialLessOne, exponentialOf, smallExponential } from "./exponential.js";

const LARGE = 22;

function sinhBelow(steps: Steps, x: Expr): Expr {
  const magnitude = steps.let(abs(x));
  const t = steps.let(exponentialLessOne(steps, magnitude));
  const quotient = (numerator: typeof t) => div(numerator, add(t, 1));
  const small = sub(mul(t, 2), quotient(mul(t, t)));
  const large = add(t, quotient(t));
  const result = mul(copysign(0.5, x), select(lt(magnitude, 1), small, large));
  return select(lt(magnitude, 2 ** -28), x, result);
}

export const sinh = wideFunction(1, (steps, x) => ({
  result: sinhBelow(steps, x),
  fallback: ge(abs(x), LARGE),
}));

/** About ln 2 / 2, and about the logarithm of the largest number. */
const SMALL = ofHighWord(0x3fd6_2e43);
const NEARLY_INFINITE = ofHighWord(0x4086_2e42);

function coshBelow(steps: Steps, x: Expr): Expr {
  const magnitude = steps.let(abs(x));
  const t = steps.let(smallExponential(steps, magnitude));
  const sum = steps.let(add(t, 1));
  const small = add(div(mul(t, t), add(sum, sum)), 1);
  const tiny = select(lt(magnitude, ofHighWord(0x3c80_0000)), sum, small);
  const half = steps.let(mul(exponentialOf(steps, magnitude), 0.5));
  const between = add(half, div(0.5, add(half, half)));
  const large = select(lt(magnitude, LARGE), between, half);
  return select(lt(magnitude, SMALL), tiny, large);
}

export const cosh = wideFunction(1, (steps, x) => ({
  result: coshBelow(steps, x),
  fallback: ge(abs(x), NEARLY_INFINITE),
}));

/** Up to here, the result is finite. */
const FINITE = 710.4758600739439;

/** Half of e^x, also where e^x overflows. */
function halfExponential(steps: Steps, x: Expr): Expr {
  const usual = steps.let(mul(exponentialOf(steps, x), 0.5));
  const root = steps.let(exponentialOf(steps, steps.let(mul(x, 0.5))));
  const nearlyInfinite = steps.let(mul(mul(root, 0.5), root));
  return select(lt(x, NEARLY_INFINITE), usual, select(gt(x, FINITE), Number.POSITIVE_INFINITY, nearlyInfinite));
}

/** For targets that have no host to ask: the same, for every x. */
export const everySinh = wideFunction(1, (steps, x) => {
  const magnitude = steps.let(abs(x));
  const below = steps.let(sinhBelow(steps, x));
  const large = steps.let(halfExponential(steps, magnitude));
  return select(ge(magnitude, LARGE), copysign(large, x), below);
});

export const everyCosh = wideFunction(1, (steps, x) => {
  const magnitude = steps.let(abs(x));
  const below = steps.let(coshBelow(steps, x));
  const large = steps.let(halfExponential(steps, magnitude));
  return select(ge(magnitude, NEARLY_INFINITE), large, below);
});

export const tanh = wideFunction(1, (steps, x) => {
  const magnitude = steps.let(abs(x));
  const double = steps.let(mul(magnitude, 2));
  const isSmall = lt(magnitude, 1);
  const t = steps.let(exponentialLessOne(steps, steps.let(select(isSmall, neg(double), double))));
  const sum = steps.let(add(t, 2));
  const small = div(neg(t), sum);
  const bounded = select(ge(magnitude, LARGE), 1, sub(1, div(2, sum)));
  const result = copysign(select(isSmall, small, bounded), x);
  return select(lt(magnitude, 2 ** -28), x, result);
});
