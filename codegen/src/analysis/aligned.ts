// Quotients and remainders of indices that lie alike in every gang: `at / 16` is the same for a gang whose first work-item's `at` is a
// multiple of the gang, and whose others follow. Known of ranges that are known alone, since elsewhere `at` may be negative; and where gangs
// are sub-groups, of the innermost index itself.

import type { Expr, SubGroupSize } from "@lanewise/ir";
import { forEachPlacedExpr } from "./assumptions.js";
import type { Counter, Facts, Loop } from "./facts.js";
import { type Form, type FormContext, formOf } from "./index-form.js";
import type { Alignment } from "./shapes.js";

/** Divisions and remainders by a constant of an `i32` that grows by one from each work-item to the next, where no gang goes over a multiple of it. */
export function findAligned(facts: Facts, subGroups: SubGroupSize | undefined): ReadonlyMap<Expr, Alignment> {
  const { known, fn } = facts;
  const row = known?.sizes[fn.dimensions - 1];
  const found = new Map<Expr, Alignment>();
  if (row === undefined && subGroups === undefined) return found;
  // Gangs begin at multiples of their size; a row that is shorter has no second one.
  const gang = subGroups ?? (row === 4 || row === 8 ? row : LARGEST);
  const context: FormContext = { facts, keys: new Map(), choice: () => undefined, known: [] };
  const isAligned = (value: number) => value % gang === 0;
  const isFound = (expr: Expr, loops: readonly Loop[]): boolean => {
    if (expr.kind !== "op" || expr.type !== "i32" || (expr.op !== "div" && expr.op !== "rem")) return false;
    const [value, divisor] = expr.args;
    if (!value || divisor?.kind !== "const" || Number(divisor.value) <= 0 || !isAligned(Number(divisor.value)))
      return false;
    const form = formOf(context, value, loops);
    if (form && isAligned(form.constant) && form.constant >= 0 && follows(context, form, isAligned)) return true;
    return value.kind === "op" && value.op === "rem" && isFound(value, loops);
  };
  forEachPlacedExpr(facts, (expr, loops) => {
    if (isFound(expr, loops)) found.set(expr, expr.kind === "op" && expr.op === "div" ? "same" : "follows");
  });
  return found;
}

const LARGEST = 16;
/** Of a range that is not known. */
const LONGEST = 2 ** 31 - 1;

/** The innermost index, and what is never negative and aligned. */
function follows(context: FormContext, { constant, terms }: Form, isAligned: (value: number) => boolean): boolean {
  const { known, fn } = context.facts;
  // The sum must not wrap around: quotients and remainders of what is below zero round the other way.
  let most = constant;
  let inner = 0;
  for (const { coefficient, atoms } of terms.values()) {
    const [atom, ...others] = atoms;
    const value = atom?.value;
    if (!value || others.length > 0 || coefficient < 0) return false;
    if (value.kind === "index" && value.dimension === fn.dimensions - 1) {
      if (coefficient !== 1) return false;
      inner++;
      most += known?.sizes[value.dimension] ?? LONGEST;
    } else if (value.kind === "index") {
      if (!isAligned(coefficient)) return false;
      most += coefficient * (known?.sizes[value.dimension] ?? LONGEST);
    } else {
      const step = value.kind === "counter" ? stepsOf(context, value.counter) : undefined;
      if (!step || !isAligned(coefficient * step.by)) return false;
      most += coefficient * step.below;
    }
  }
  return inner === 1 && most < 2 ** 31;
}

/** Of a counter from zero up to a constant. */
function stepsOf(
  context: FormContext,
  { first, compare, bound, step }: Counter,
): { readonly by: number; readonly below: number } | undefined {
  const begin: Form | undefined = first.value && formOf(context, first.value, first.bodies);
  if (begin?.constant !== 0 || begin.terms.size > 0 || typeof step !== "number") return undefined;
  if (bound.kind !== "const" || compare !== "lt" || step <= 0) return undefined;
  return { by: step, below: Number(bound.value) };
}
