// Flat gangs go over the ends of rows, so an index is a vector only if it grows by the same from each linear id to the next. `y * 2 * width + x` does not,
// but where the innermost dimension is a multiple of the gang, each gang lies in one row, and there it does. The kernel's flat program then
// has a second one, in rows, for such sizes: the same gangs of the same work-items.

import type { Expr } from "@lanewise/ir";
import { type Analysed, analyse } from "../../analysis/analyse.js";
import { type Condition, forEachPlacedExpr, formContext, noAssumptions } from "../../analysis/assumptions.js";
import { formOf } from "../../analysis/index-form.js";
import { flatIndexOf } from "../../analysis/plan.js";
import { constantOf, isConstant } from "../../analysis/polynomial.js";
import type { WasmOptions } from "../../program.js";

export interface RowsOfGangs {
  readonly analysed: Analysed;
  /** Where these hold, flat gangs do as well. */
  readonly unless: readonly Condition[];
}

/** The kernel in rows; undefined where flat gangs always do as well. */
export function rowsOfGangs(options: WasmOptions, flat: Analysed): RowsOfGangs | undefined {
  const { fn, facts, gangShape, subGroups } = flat;
  if (gangShape !== "flat" || options.known || subGroups) return undefined;
  const analysed = analyse(fn, "rows", options);
  const context = formContext(facts, noAssumptions, new Map());
  const unless: Condition[] = [];
  forEachPlacedExpr(facts, (expr: Expr, loops) => {
    if (expr.kind !== "element" || flat.shapes.of(expr.index).kind !== "varying") return;
    if (analysed.shapes.of(expr.index).kind === "varying") return;
    const form = formOf(context, expr.index, loops);
    const index = form && flatIndexOf(form, fn.dimensions);
    unless.push(...(index?.conditions ?? [never]).filter(({ form: one }) => !isConstant(one) || one.constant !== 0));
  });
  return unless.length > 0 ? { analysed, unless } : undefined;
}

const never: Condition = { kind: "zero", form: constantOf(1) };
