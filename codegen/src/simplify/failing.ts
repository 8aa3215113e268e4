// What in an expression may fail: the elements whose index is not seen to be inside their array, in the order in which they
// are evaluated.

import { type Expr, operandsOf } from "@lanewise/ir";
import { isSameExpr } from "../analysis/same-expr.js";

export type ElementExpr = Extract<Expr, { kind: "element" }>;

export function failingElements(expr: Expr, found: ElementExpr[] = []): readonly ElementExpr[] {
  for (const operand of operandsOf(expr)) failingElements(operand, found);
  if (expr.kind === "element" && constantIndex(expr) === undefined) found.push(expr);
  return found;
}

export function canFail(expr: Expr): boolean {
  return failingElements(expr).length > 0;
}

/** The element's index where it is a constant inside an array of fixed length. */
export function constantIndex({ base, index }: ElementExpr): number | undefined {
  const array = typeof base.type === "object" && base.type.kind === "ref" ? base.type.to : undefined;
  if (index.kind !== "const" || typeof array !== "object" || array.kind !== "array") return undefined;
  const value = Number(index.value);
  return value >= 0 && value < array.length ? value : undefined;
}

/** Whether two elements fail alike: at the same site, for the same index. */
export function isSameCheck(a: ElementExpr, b: ElementExpr): boolean {
  return a.site === b.site && isSameExpr(a, b);
}
