// Recognises additions to a local, and its uses.

import { type Expr, operandsOf } from "@lanewise/ir";

export function stepOf(value: Expr, local: number): { readonly value: Expr; readonly isAdded: boolean } | undefined {
  if (value.kind !== "op" || (value.op !== "add" && value.op !== "sub")) return undefined;
  const [left, right] = value.args;
  if (!left || !right) return undefined;
  const isOwn = (one: Expr) => one.kind === "local" && one.local === local;
  if (isOwn(left) && !uses(right, local)) return { value: right, isAdded: value.op === "add" };
  return value.op === "add" && isOwn(right) && !uses(left, local) ? { value: left, isAdded: true } : undefined;
}

export function uses(expr: Expr, local: number): boolean {
  if (expr.kind === "local") return expr.local === local;
  return operandsOf(expr).some((one) => uses(one, local));
}
