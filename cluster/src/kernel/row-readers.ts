// Finds the functions that need the chunk's first row: those that read the work-item's index in the range's first dimension, or call one that does.
// All others keep their parameters: so the function of a reduction stays as its launch calls it.

import { type Expr, expressionsOf, forEachExpr, forEachStmt, type Module } from "@lanewise/ir";

export const isRow = (expr: Expr): boolean =>
  expr.kind === "query" && expr.dimension === 0 && expr.query === "globalId";

/** By index in the module. */
export function rowReaders(module: Module): ReadonlySet<number> {
  const readers = new Set<number>();
  for (let before = -1; before !== readers.size; ) {
    before = readers.size;
    for (const [index, { body }] of module.functions.entries()) {
      forEachStmt(body, (stmt) => {
        if (stmt.kind === "call" && readers.has(stmt.function)) readers.add(index);
        for (const whole of expressionsOf(stmt)) {
          forEachExpr(whole, (expr) => {
            if (isRow(expr)) readers.add(index);
          });
        }
      });
    }
  }
  return readers;
}
