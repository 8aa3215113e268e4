// Sub-group operations on doubles that hold integers: shuffles give another member's value, sums and extremes of integers are integers.

import type { Stmt } from "@lanewise/ir";
import { anything, integers, isExact, product, type Range, union } from "./range.js";

export type Together = Extract<Stmt, { kind: "subGroup" }>;

/** The most members of a sub-group. */
const MOST_MEMBERS = 16;

/** The range of the result. `value`: of what each member gives. */
export function rangeTogether({ op, combination }: Together, value: Range): Range {
  if (combination === undefined) return value;
  // The first member of an exclusive scan gets an identity, which is infinite for extremes.
  if (combination === "min" || combination === "max") return op === "exclusiveScan" ? anything : value;
  if (combination !== "add") return anything;
  const most = product(value, integers(1, MOST_MEMBERS));
  const isBounded = Number.isFinite(most.low) && Number.isFinite(most.high);
  const sums = { ...most, hasNaN: most.hasNaN || !isBounded, hasNegativeZero: value.hasNegativeZero };
  return op === "exclusiveScan" ? union(sums, integers(0, 0)) : sums;
}

/** Whether the result modulo 2^32 follows from the values modulo 2^32. */
export function isModularTogether(stmt: Together, value: Range): boolean {
  if (stmt.combination === undefined) return true;
  return stmt.combination === "add" && isExact(rangeTogether(stmt, value));
}
