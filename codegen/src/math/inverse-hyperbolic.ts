// asinh, acosh and atanh: each is the logarithm of one plus a term that is computed without cancellation.

import type { Expr } from "@lanewise/ir";
import { abs, add, copysign, div, eq, ge, gt, lt, mul, select, sqrt, sub } from "./arithmetic.js";
import { naturalLogarithm, onePlus, splitSum } from "./logarithm.js";
import { mathFunction, type Steps } from "./math-function.js";

/** From here on, the root of x^2 + 1, or of x^2 - 1, is x itself to f32's accuracy. */
const LARGE = 2 ** 12;

/** log(1 + z), or log(2 x) if x is large; z may then be anything. */
function logOfSum(steps: Steps, x: Expr, z: Expr): Expr {
  const isLarge = steps.let(gt(x, LARGE));
  const { sum, lost } = onePlus(steps, steps.let(z));
  const { exponent, fraction } = splitSum(steps, select(isLarge, x, sum), select(isLarge, 0, lost));
  return naturalLogarithm(steps, { exponent: add(exponent, select(isLarge, 1, 0)), fraction });
}

/** log(1 + x + x^2 / (1 + sqrt(x^2 + 1))) for the magnitude (fdlibm, s_asinh.c). */
export const asinh = mathFunction(1, (steps, x) => {
  const magnitude = steps.let(abs(x));
  const square = steps.let(mul(x, x));
  const z = add(magnitude, div(square, add(sqrt(add(square, 1)), 1)));
  const result = logOfSum(steps, magnitude, z);
  return copysign(select(lt(magnitude, Number.POSITIVE_INFINITY), result, x), x);
});

/** log(1 + t + sqrt(t^2 + 2 t)) with t = x - 1 (fdlibm, e_acosh.c). */
export const acosh = mathFunction(1, (steps, x) => {
  const t = steps.let(sub(x, 1));
  const result = logOfSum(steps, x, add(t, sqrt(mul(t, add(t, 2)))));
  return select(ge(x, 1), select(lt(x, Number.POSITIVE_INFINITY), result, x), Number.NaN);
});

/** log(1 + 2 x / (1 - x)) / 2 for the magnitude (fdlibm, e_atanh.c). */
export const atanh = mathFunction(1, (steps, x) => {
  const magnitude = steps.let(abs(x));
  const { sum, lost } = onePlus(steps, steps.let(div(add(magnitude, magnitude), sub(1, magnitude))));
  const logarithm = naturalLogarithm(steps, splitSum(steps, sum, lost));
  const atLeastOne = select(eq(magnitude, 1), Number.POSITIVE_INFINITY, Number.NaN);
  return copysign(select(lt(magnitude, 1), mul(logarithm, 0.5), atLeastOne), x);
});
