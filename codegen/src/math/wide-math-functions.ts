// The f64 math functions that targets compute themselves, by builtin: bit-identical to V8's in Node 20. docs/math.md describes each.

import { type Builtin, mathDigest } from "@lanewise/ir";
import { exp, expm1 } from "./f64/exponential.js";
import { cosh, everyCosh, everySinh, sinh, tanh } from "./f64/hyperbolic.js";
import { acosh, asinh, atanh } from "./f64/inverse-hyperbolic.js";
import { acos, asin, atan, atan2 } from "./f64/inverse-trigonometric.js";
import { log, log1p, log2, log10 } from "./f64/logarithm.js";
import { everyPow, pow } from "./f64/power.js";
import { cbrt, hypot } from "./f64/roots.js";
import { cos, sin, tan } from "./f64/trigonometric.js";
import type { MathFunctions } from "./math-function.js";
import { round, sign } from "./rounding.js";

export const wideMathFunctions: MathFunctions = {
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
  round: round.f64,
  sign: sign.f64,
  sin,
  sinh,
  tan,
  tanh,
};

/** Those for targets that have no host to ask: of every number, where there is no fallback. */
export const everyMathFunction: MathFunctions = {
  ...Object.fromEntries(Object.entries(wideMathFunctions).map(([name, one]) => [name, one?.whole ?? one])),
  cosh: everyCosh,
  pow: everyPow,
  sinh: everySinh,
};

/** What `mathDigest` says where the host's function is the one that ours is written after, as in V8 from Node 20 on. */
const digests: Readonly<Record<string, number>> = {
  acos: 703576805,
  acosh: 406534852,
  asin: -2081266065,
  asinh: 200398987,
  atan: -306634914,
  atan2: -823319071,
  atanh: 139711227,
  cbrt: -429820478,
  cos: -1757799633,
  cosh: 30948254,
  exp: -732338214,
  expm1: 963117900,
  hypot: -1388590191,
  log: 1311178858,
  log10: -715090084,
  log1p: -1495059351,
  log2: 768900095,
  pow: -227608571,
  round: 703594496,
  sign: -1610612736,
  sin: 1346289266,
  sinh: -598455429,
  tan: -1691174818,
  tanh: -1278397762,
};

let found: MathFunctions | undefined;

/** The functions that equal the host's Math. Targets leave the others to the host, so that all give the same results. */
export function hostMathFunctions(): MathFunctions {
  found ??= Object.fromEntries(
    Object.entries(wideMathFunctions).filter(([name]) => mathDigest(name as Builtin) === digests[name]),
  );
  return found;
}
