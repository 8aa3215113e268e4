// The identity of each operation of reductions as an expression: what combined with a value gives the value.

import { build, type Combination, type Expr, identityOf, isReductionScalar, type ValueScalar } from "@lanewise/ir";

/** What changes no value, as an expression; of booleans, too. */
export function neutralOf(combination: Combination, type: ValueScalar): Expr {
  if (isReductionScalar(type)) return build.constant(type, identityOf(combination, type));
  return build.constant("bool", combination === "and");
}
