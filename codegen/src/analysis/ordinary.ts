// Finds floats that are neither NaN nor -0, because they come from integers. One comparison gives their minimum or maximum: WebAssembly's `min` and
// `max` take eight instructions to handle NaN and the sign of zero.

import type { Expr } from "@lanewise/ir";
import type { Facts } from "./facts.js";

const MAX_DEPTH = 8;

export function isOrdinary(facts: Facts, expr: Expr, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  const inside = (one: Expr | undefined): boolean => one !== undefined && isOrdinary(facts, one, depth + 1);
  switch (expr.kind) {
    case "const":
      return typeof expr.value === "number" && !Number.isNaN(expr.value) && !Object.is(expr.value, -0);
    case "local": {
      const [only, ...others] = facts.assignments[expr.local] ?? [];
      return others.length === 0 && inside(only?.value);
    }
    case "op": {
      const [a, b, c] = expr.args;
      if (expr.op === "convert") return a?.type !== "f32" && a?.type !== "f64" ? true : inside(a);
      if (expr.op === "min" || expr.op === "max") return inside(a) && inside(b);
      return expr.op === "select" && inside(b) && inside(c);
    }
    default:
      return false;
  }
}

/** A constant that is neither NaN nor a zero. */
export function isPlainConstant(expr: Expr): boolean {
  return expr.kind === "const" && typeof expr.value === "number" && !Number.isNaN(expr.value) && expr.value !== 0;
}
