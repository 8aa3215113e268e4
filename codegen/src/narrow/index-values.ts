// Decides which indices may be computed modulo 2^32 although a double could not hold all intermediate values. If the true value is inside an array,
// below 2^31, then no step exceeded 2^53, so the double is the true value; if it is outside, so is the double.
// That holds for products, and for sums with at most one large side: a product other than zero is at least as large as its factors, and small sides,
// together within 2^52, cannot bring back a large side beyond 2^53.

import type { Expr, Fn } from "@lanewise/ir";
import type { Facts } from "../analysis/facts.js";
import type { Ranges } from "./find-ranges.js";
import { lowBitOperands } from "./low-bits.js";

type Size = "small" | "large";
/** Small enough that the deepest nesting stays within 2^52 in total. */
const MOST_SMALL = 2 ** 47;

export function wrapsHarmlessly(fn: Fn, facts: Facts, ranges: Ranges, expr: Expr): boolean {
  return sizeOf(fn, facts, ranges, expr, 0) !== undefined && !hasLongConstant(fn, facts, expr, 0);
}

const MAX_DEPTH = 24;

/**
 * Whether it has a constant that no i32 holds. Modulo 2^32, `i * 4294967297` is `i`: what is proven at the launch about the index's word
 * (index-form.ts), and how it differs between work-items, would not hold for the index.
 */
function hasLongConstant(fn: Fn, facts: Facts, expr: Expr, depth: number): boolean {
  const again = (one: Expr): boolean => hasLongConstant(fn, facts, one, depth + 1);
  if (depth > MAX_DEPTH) return true;
  if (expr.kind === "const") return Number(expr.value) !== (Number(expr.value) | 0);
  if (expr.kind === "local") {
    const [only] = expr.local < fn.parameters ? [] : (facts.assignments[expr.local] ?? []);
    return only?.value?.type === "f64" && again(only.value);
  }
  return lowBitOperands(expr).some(again);
}

function sizeOf(fn: Fn, facts: Facts, ranges: Ranges, expr: Expr, depth: number): Size | undefined {
  const range = ranges.of(expr);
  if (!range.isInteger || range.hasNaN || depth > MAX_DEPTH) return undefined;
  if (Math.max(-range.low, range.high) <= MOST_SMALL) return "small";
  const again = (one: Expr) => sizeOf(fn, facts, ranges, one, depth + 1);
  if (expr.kind === "local") {
    const [only, ...others] = expr.local < fn.parameters ? [] : (facts.assignments[expr.local] ?? []);
    return others.length === 0 && only?.value?.type === "f64" ? again(only.value) : undefined;
  }
  if (expr.kind !== "op") return undefined;
  const sizes = lowBitOperands(expr).map(again);
  const [first] = sizes;
  if (first === undefined || sizes.includes(undefined)) return undefined;
  if (expr.op === "neg") return first;
  const isSum = expr.op === "add" || expr.op === "sub";
  return isSum && !sizes.includes("small") ? undefined : "large";
}
