// Gangs in the flat shape cross row ends, so an index is a vector only if it grows by a constant from each linear id to the next. `y * 2 * width + x`
// does not, but it does within a row; if the innermost dimension is a multiple of the gang size, every gang stays in one row. For such sizes, the
// kernel's flat program gets a second one in rows, with the same work-items in the same gangs.

import type { Expr } from "@lanewise/ir";
import { type Analysed, analyse } from "../../analysis/analyse.js";
import { type Condition, forEachPlacedExpr, formContext, noAssumptions } from "../../analysis/assumptions.js";
import { formOf } from "../../analysis/index-form.js";
import { flatIndexOf } from "../../analysis/plan.js";
import { constantOf, isConstant } from "../../analysis/polynomial.js";
import type { WasmOptions } from "../../program.js";

export interface RowsOfGangs {
  readonly analysed: Analysed;
  /** Where these hold, flat gangs are just as good. */
  readonly unless: readonly Condition[];
}

/** The kernel in rows; undefined if flat gangs are always as good. */
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
