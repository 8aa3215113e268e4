// sinh, cosh and tanh of f64 (fdlibm, as V8 has them), from e^|x| or e^|x| - 1. The host computes sinh from 22 on, and cosh where e^|x| overflows
// before the result.

import { abs, add, copysign, div, ge, lt, mul, neg, select, sub } from "../arithmetic.js";
import { wideFunction } from "../math-function.js";
import { ofHighWord } from "./bits.js";
import { exponentialLessOne, exponentialOf, smallExponential } from "./exponential.js";

const LARGE = 22;

export const sinh = wideFunction(1, (steps, x) => {
  const magnitude = steps.let(abs(x));
  const t = steps.let(exponentialLessOne(steps, magnitude));
  const quotient = (numerator: typeof t) => div(numerator, add(t, 1));
  const small = sub(mul(t, 2), quotient(mul(t, t)));
  const large = add(t, quotient(t));
  const result = mul(copysign(0.5, x), select(lt(magnitude, 1), small, large));
  return { result: select(lt(magnitude, 2 ** -28), x, result), fallback: ge(magnitude, LARGE) };
});

/** About ln 2 / 2, and about the logarithm of the largest number. */
const SMALL = ofHighWord(0x3fd6_2e43);
const NEARLY_INFINITE = ofHighWord(0x4086_2e42);

export const cosh = wideFunction(1, (steps, x) => {
  const magnitude = steps.let(abs(x));
  const t = steps.let(smallExponential(steps, magnitude));
  const sum = steps.let(add(t, 1));
  const small = add(div(mul(t, t), add(sum, sum)), 1);
  const tiny = select(lt(magnitude, ofHighWord(0x3c80_0000)), sum, small);
  const half = steps.let(mul(exponentialOf(steps, magnitude), 0.5));
  const between = add(half, div(0.5, add(half, half)));
  const large = select(lt(magnitude, LARGE), between, half);
  return { result: select(lt(magnitude, SMALL), tiny, large), fallback: ge(magnitude, NEARLY_INFINITE) };
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
