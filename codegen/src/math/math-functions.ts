// The math functions of f32 that targets compute themselves, by builtin. docs/math.md describes each.

import { exp, expm1 } from "./exponential.js";
import { cosh, sinh, tanh } from "./hyperbolic.js";
import { acosh, asinh, atanh } from "./inverse-hyperbolic.js";
import { acos, asin, atan, atan2 } from "./inverse-trigonometric.js";
import { log, log1p, log2, log10 } from "./logarithm.js";
import type { MathFunctions } from "./math-function.js";
import { pow } from "./power.js";
import { cbrt, hypot } from "./roots.js";
import { round, sign } from "./rounding.js";
import { cos, sin, tan } from "./trigonometric.js";

export const mathFunctions: MathFunctions = {
  acos,
  acosh,
  asin,
  asinh,
  atan,
  atan2,
  atanh,
  cbrt,
  cos,
  cosh,
  exp,
  expm1,
  hypot,
  log,
  log10,
  log1p,
  log2,
  pow,
  round: round.f32,
  sign: sign.f32,
  sin,
  sinh,
  tan,
  tanh,
};
