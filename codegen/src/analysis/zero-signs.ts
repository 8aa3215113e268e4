// Finds the extremes of floats (`min`, `max`) of whose zeros nobody sees the sign: their values are only compared, or become part of such values.

import { type Expr, expressionsOf, type Fn, forEachStmt, operandsOf, type Stmt } from "@lanewise/ir";
import { demandOn, VALUE, ZERO_SIGN } from "../narrow/demands.js";

export function findUnsignedZeros(fn: Fn): ReadonlySet<Expr> {
  const stmts: Stmt[] = [];
  forEachStmt(fn.body, (stmt) => stmts.push(stmt));
  // Backwards, so that straight-line code takes one pass.
  stmts.reverse();
  const isSigned = new Set<number>();
  const found = new Set<Expr>();
  const signed = new Set<Expr>();
  let changed = true;
  const need = (expr: Expr, demand: number): void => {
    const hasSign = (demand & ZERO_SIGN) !== 0;
    if (expr.kind === "local" && hasSign && !isSigned.has(expr.local)) {
      isSigned.add(expr.local);
      changed = true;
    }
    // An expression may stand in several places.
    if (isExtreme(expr)) (hasSign ? signed : found).add(expr);
    for (const [index, operand] of operandsOf(expr).entries()) need(operand, demandOn(expr, index, demand));
  };
  while (changed) {
    changed = false;
    for (const stmt of stmts) {
      const isHidden = stmt.kind === "set" && !isSigned.has(stmt.local);
      for (const expr of expressionsOf(stmt)) need(expr, isHidden ? VALUE : VALUE | ZERO_SIGN);
    }
  }
  return new Set([...found].filter((expr) => !signed.has(expr)));
}

export type Extreme = Extract<Expr, { kind: "op" }> & {
  readonly op: "min" | "max";
  readonly type: "f32" | "f64";
  readonly args: readonly [Expr, Expr];
};

/** Whether it is the lesser or the greater of two floats. */
export function isExtreme(expr: Expr): expr is Extreme {
  return expr.kind === "op" && (expr.op === "min" || expr.op === "max") && (expr.type === "f32" || expr.type === "f64");
}
