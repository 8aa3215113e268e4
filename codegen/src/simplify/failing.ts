// Finds the lvalues in an expression that may fail, in evaluation order: elements whose index is not known to be inside
// their array, and lvalues that pointers name.

import { type Expr, operandsOf } from "@lanewise/ir";
import { isSameExpr } from "../analysis/same-expr.js";

export type ElementExpr = Extract<Expr, { kind: "element" }>;
export type FailingExpr = ElementExpr | Extract<Expr, { kind: "dereference" }>;

export function failingPlaces(expr: Expr, found: FailingExpr[] = []): readonly FailingExpr[] {
  for (const operand of operandsOf(expr)) failingPlaces(operand, found);
  if (expr.kind === "dereference" || (expr.kind === "element" && constantIndex(expr) === undefined)) found.push(expr);
  return found;
}

export function canFail(expr: Expr): boolean {
  return failingPlaces(expr).length > 0;
}

/** The element's index, if it is a constant inside an array of fixed length. */
export function constantIndex({ base, index }: ElementExpr): number | undefined {
  const array = typeof base.type === "object" && base.type.kind === "ref" ? base.type.to : undefined;
  if (index.kind !== "const" || typeof array !== "object" || array.kind !== "array") return undefined;
  const value = Number(index.value);
  return value >= 0 && value < array.length ? value : undefined;
}

/** Whether two lvalues fail alike: at the same site, for the same index or pointer. */
export function isSameCheck(a: FailingExpr, b: FailingExpr): boolean {
  return a.site === b.site && isSameExpr(a, b);
}
