// asinh, acosh and atanh of f64 (fdlibm, s_asinh.c, e_acosh.c, e_atanh.c, as V8 has them): using log1p, and for the first two log from 2 on.

import type { Expr } from "@lanewise/ir";
import { abs, add, copysign, div, eq, ge, lt, mul, select, sqrt, sub } from "../arithmetic.js";
import { type Steps, wideFunction } from "../math-function.js";
import { number, ofHighWord } from "./bits.js";
import { logarithmOfNormal, logarithmOfSum } from "./logarithm.js";

const { POSITIVE_INFINITY } = Number;
/** fdlibm compares high words, so this is a little above 2. */
const TWO = ofHighWord(0x4000_0001);

/** log(small + 1) below 2; otherwise log(sum), or log(x) plus ln 2 if x is too large for the sum. */
function either(steps: Steps, x: Expr, small: Expr, sum: Expr, isLarge: Expr): Expr {
  const logarithm = logarithmOfNormal(steps, steps.let(select(isLarge, x, sum)));
  const large = add(logarithm, select(isLarge, number(Math.LN2), 0));
  return select(lt(x, TWO), logarithmOfSum(steps, steps.let(small)), large);
}

export const asinh = wideFunction(1, (steps, x) => {
  const magnitude = steps.let(abs(x));
  const square = steps.let(mul(x, x));
  const root = steps.let(sqrt(add(square, 1)));
  const small = add(magnitude, div(square, add(root, 1)));
  const sum = add(mul(magnitude, 2), div(1, add(root, magnitude)));
  const isLarge = ge(magnitude, ofHighWord(0x41b0_0001));
  const result = copysign(either(steps, magnitude, small, sum, isLarge), x);
  return select(lt(magnitude, 2 ** -28), x, select(lt(magnitude, POSITIVE_INFINITY), result, x));
});

export const acosh = wideFunction(1, (steps, x) => {
  const t = steps.let(sub(x, 1));
  const small = add(t, sqrt(add(mul(t, 2), mul(t, t))));
  const sum = sub(mul(x, 2), div(1, add(x, sqrt(sub(mul(x, x), 1)))));
  const result = either(steps, x, small, sum, ge(x, 2 ** 28));
  return select(lt(x, 1), Number.NaN, select(lt(x, POSITIVE_INFINITY), result, x));
});

export const atanh = wideFunction(1, (steps, x) => {
  const magnitude = steps.let(abs(x));
  const twice = steps.let(add(magnitude, magnitude));
  const rest = steps.let(sub(1, magnitude));
  const small = add(twice, div(mul(twice, magnitude), rest));
  const sum = steps.let(select(lt(magnitude, 0.5), small, div(twice, rest)));
  const result = copysign(mul(logarithmOfSum(steps, sum), 0.5), x);
  const atLeastOne = select(eq(magnitude, 1), copysign(number(POSITIVE_INFINITY), x), Number.NaN);
  return select(lt(magnitude, 2 ** -28), x, select(lt(magnitude, 1), result, atLeastOne));
});
