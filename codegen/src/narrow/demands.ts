// Finds what the uses of a double need: only its bits modulo 2^32, its value, or also the sign of its zero. Propagates backwards from uses to
// operands, through locals, to a fixed point.

import { type Expr, expressionsOf, type Fn, forEachStmt, operandsOf, type Stmt } from "@lanewise/ir";
import type { Ranges } from "./find-ranges.js";
import { isExact, type Range } from "./range.js";
import { isModularTogether, type Together } from "./together.js";

/** Bits of a set. */
export const MODULAR = 1;
export const VALUE = 2;
export const ZERO_SIGN = 4;
/** An index: modulo 2^32 if its check ensures that nothing wrapped, else its value. */
export const INDEX = 8;
export type Demand = number;

export interface Demands {
  readonly ofLocal: (local: number) => Demand;
}

type OpExpr = Extract<Expr, { kind: "op" }>;

export function findDemands(fn: Fn, ranges: Ranges): Demands {
  const demands: Demand[] = fn.locals.map(() => 0);
  const ofLocal = (local: number): Demand => demands[local] ?? 0;
  let changed = true;
  const need = (expr: Expr, demand: Demand): void => {
    if (expr.kind === "local") {
      const before = demands[expr.local] ?? 0;
      if (expr.type !== "f64" || (before | demand) === before) return;
      demands[expr.local] = before | demand;
      changed = true;
      return;
    }
    const passed = (demand & MODULAR) !== 0 && isRounded(ranges, expr) ? (demand & ~MODULAR) | VALUE : demand;
    for (const [index, operand] of operandsOf(expr).entries()) need(operand, demandOn(expr, index, passed));
  };
  // Backwards, so that straight-line code takes one pass, however long it is.
  const stmts: Stmt[] = [];
  forEachStmt(fn.body, (stmt) => stmts.push(stmt));
  stmts.reverse();
  while (changed) {
    changed = false;
    for (const stmt of stmts) {
      for (const expr of expressionsOf(stmt)) need(expr, demandOfStmt(stmt, expr, ofLocal, ranges));
    }
  }
  return { ofLocal };
}

const wordOps: ReadonlySet<string> = new Set(["add", "sub", "mul", "neg"]);

/** Whether the double may lose bits that words would keep. */
function isRounded(ranges: Ranges, expr: Expr): boolean {
  if (expr.kind !== "op" || expr.type !== "f64" || !wordOps.has(expr.op)) return false;
  return [expr, ...expr.args].some((one) => !isExact(ranges.of(one)));
}

/** What a statement needs of one of its own expressions, if its result is needed as `demandOfLocal` says. */
export function demandOfStmt(stmt: Stmt, expr: Expr, demandOfLocal: Demands["ofLocal"], ranges: Ranges): Demand {
  if (stmt.kind === "subGroup" && expr === stmt.value && expr.type === "f64")
    return demandTogether(stmt, ranges.of(expr), demandOfLocal(stmt.result));
  return stmt.kind === "set" && expr.type === "f64" ? demandOfLocal(stmt.local) : VALUE | ZERO_SIGN;
}

/** What a result with this demand needs of the values. An index is checked where it is used, as what it is there. */
function demandTogether(stmt: Together, value: Range, demand: Demand): Demand {
  if (stmt.combination !== undefined && stmt.combination !== "add") return VALUE | ZERO_SIGN;
  const kept = (demand & INDEX) === 0 ? demand : (demand & ~INDEX) | VALUE;
  return isModularTogether(stmt, value) ? kept : (kept & ~MODULAR) | VALUE;
}

/** What an expression with this demand needs of one of its operands. */
export function demandOn(expr: Expr, index: number, demand: Demand): Demand {
  if (expr.kind === "op") return demandOfOp(expr, index, demand);
  return expr.kind === "builtin" ? VALUE | ZERO_SIGN : VALUE;
}

function demandOfOp({ op, type, args }: OpExpr, index: number, demand: Demand): Demand {
  const value = VALUE | (demand & ZERO_SIGN);
  const operand = args[index];
  switch (op) {
    case "add":
    case "sub":
    case "mul":
    case "neg":
      return type === "f64" ? demand : value;
    case "select":
      return index === 0 ? VALUE : demand;
    case "wrap":
      return operand?.type === "f64" ? MODULAR : VALUE;
    case "index":
      return operand?.type === "f64" ? INDEX : VALUE;
    case "div":
    case "copysign":
      return index === 1 ? VALUE | ZERO_SIGN : value;
    case "rem":
      return index === 0 ? value : VALUE;
    case "abs":
    case "saturate":
    case "eq":
    case "ne":
    case "lt":
    case "le":
    case "gt":
    case "ge":
      return VALUE;
    case "reinterpret":
      return VALUE | ZERO_SIGN;
    default:
      return value;
  }
}
