// A node's parts: its operands, its expressions, its blocks. For passes that visit every node of a function but handle only a few kinds.

import type { Block, Expr, Fn, Stmt } from "./module.js";

/** Whether the function has a body; others, except foreign ones, get theirs when images are linked. */
export function hasBody({ linkage }: Fn): boolean {
  return linkage === "kernel" || linkage === "internal" || linkage === "exported";
}

/** An expression's operands, in evaluation order. */
export function operandsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "op":
    case "builtin":
      return expr.args;
    case "element":
      return [expr.base, expr.index];
    case "field":
      return [expr.base];
    case "dereference":
      return [expr.pointer];
    case "load":
    case "pointer":
      return [expr.place];
    case "length":
      return [expr.span];
    default:
      return [];
  }
}

/** The expressions that a statement itself evaluates, in evaluation order, without those in its blocks. */
export function expressionsOf(stmt: Stmt): readonly Expr[] {
  switch (stmt.kind) {
    case "set":
      return [stmt.value];
    case "store":
      return [stmt.place, stmt.value];
    case "atomic":
      return [stmt.place, stmt.value, stmt.expected].filter((operand) => operand !== undefined);
    case "subGroup":
      return stmt.lane ? [stmt.value, stmt.lane] : [stmt.value];
    case "call":
      return stmt.args;
    case "if":
    case "loop":
      return [stmt.condition];
    case "return":
      return stmt.value ? [stmt.value] : [];
    default:
      return [];
  }
}

export function blocksOf(stmt: Stmt): readonly Block[] {
  switch (stmt.kind) {
    case "if":
      return [stmt.then, stmt.else];
    case "loop":
      return [stmt.header, stmt.body, stmt.update];
    case "block":
      return [stmt.body];
    default:
      return [];
  }
}

/** The local that a statement writes, if any. */
export function resultOf(stmt: Stmt): number | undefined {
  if (stmt.kind === "set") return stmt.local;
  if (stmt.kind === "subGroup") return stmt.result;
  return stmt.kind === "atomic" || stmt.kind === "call" ? stmt.result : undefined;
}

/** Calls `visit` for the expression and everything below it, outermost first. */
export function forEachExpr(expr: Expr, visit: (expr: Expr) => void): void {
  visit(expr);
  for (const operand of operandsOf(expr)) forEachExpr(operand, visit);
}

/** Calls `visit` for every statement of the block and of the blocks in it, outermost first. */
export function forEachStmt(block: Block, visit: (stmt: Stmt) => void): void {
  for (const stmt of block) {
    visit(stmt);
    for (const inner of blocksOf(stmt)) forEachStmt(inner, visit);
  }
}
