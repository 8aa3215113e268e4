// sinh, cosh and tanh, from e^|x|; the first two use a quarter of it, which is finite wherever they are.

import { abs, add, atMost, copysign, div, lt, mul, select, sub } from "./arithmetic.js";
import { FOR_EXP, FOR_EXPM1, powerOfTwo, reduceExponent } from "./exponential.js";
import { mathFunction } from "./math-function.js";

/** From here on, both are infinite. */
const LIMIT = 89.5;
/** The exponent bias that makes the power of two 2^n / 4. */
const QUARTER = 125;

/** (t + t / (t + 1)) / 2 with t = e^|x| - 1 (musl, sinhf.c), computed from q = t / 4. */
export const sinh = mathFunction(1, (steps, x) => {
  const magnitude = steps.let(abs(x));
  const { biasedBits, fraction } = reduceExponent(steps, steps.let(atMost(magnitude, LIMIT)), QUARTER, FOR_EXPM1);
  const quarter = steps.let(powerOfTwo(biasedBits));
  const q = steps.let(add(mul(quarter, fraction), sub(quarter, 0.25)));
  const result = mul(add(q, div(q, add(mul(q, 4), 1))), 2);
  return select(lt(magnitude, 2 ** -12), x, copysign(result, x));
});

/** 2 (q + 1 / (16 q)) with q = e^|x| / 4. */
export const cosh = mathFunction(1, (steps, x) => {
  const magnitude = steps.let(atMost(abs(x), LIMIT));
  const { biasedBits, fraction } = reduceExponent(steps, magnitude, QUARTER, FOR_EXP);
  const q = steps.let(mul(add(fraction, 1), powerOfTwo(biasedBits)));
  return mul(add(q, div(0.0625, q)), 2);
});

/** t / (t + 2) with t = e^(2 |x|) - 1 (fdlibm, s_tanh.c). */
export const tanh = mathFunction(1, (steps, x) => {
  // From 9.02 on the result rounds to 1.
  const magnitude = steps.let(atMost(abs(x), 9.02));
  const { biasedBits, fraction } = reduceExponent(steps, steps.let(add(magnitude, magnitude)), 127, FOR_EXPM1);
  const power = steps.let(powerOfTwo(biasedBits));
  const t = steps.let(add(mul(power, fraction), sub(power, 1)));
  return copysign(div(t, add(t, 2)), x);
});
