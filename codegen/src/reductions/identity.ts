// The identity of each reduction operation as an expression: combining it with a value gives the value.

import { build, type Combination, type Expr, identityOf, isReductionScalar, type ValueScalar } from "@lanewise/ir";

/** The identity, for booleans too. */
export function neutralOf(combination: Combination, type: ValueScalar): Expr {
  if (isReductionScalar(type)) return build.constant(type, identityOf(combination, type));
  return build.constant("bool", combination === "and");
}
