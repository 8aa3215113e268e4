// From which operands the low bits of an operation's result follow: modulo 2^32, the result of theirs is its own. One table for all who compute
// indices modulo 2^32, or ask what such an index is made of.

import type { Expr } from "@lanewise/ir";

/** Narrowing has only words that do not wrap around below other operations. */
const operands: Readonly<Record<string, (args: readonly Expr[]) => readonly Expr[]>> = {
  add: (args) => args,
  index: (args) => args,
  mul: (args) => args,
  neg: (args) => args,
  // The condition is no summand.
  select: (args) => args.slice(1),
  sub: (args) => args,
};

/** None for an expression whose low bits need all of its operands', or something else. */
export function lowBitOperands(expr: Expr): readonly Expr[] {
  return expr.kind === "op" ? (operands[expr.op]?.(expr.args) ?? []) : [];
}
