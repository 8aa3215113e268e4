// Removes dead code: assignments to locals that are never read, if their value cannot fail or the same work-item makes the same check anyway (earlier
// on this path or right after), and locals without uses. Renumbers locals.

import {
  type Block,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  resultOf,
  type Stmt,
} from "@lanewise/ir";
import { withBlocks, withExpressions, withOperands } from "../analysis/replace.js";
import { type FailingExpr, failingPlaces, isSameCheck } from "./failing.js";
import { assignedIn, withResult } from "./locals.js";

export function tidy(fn: Fn): Fn {
  let body = fn.body;
  for (;;) {
    const read = readLocals(body);
    const dropping: Dropping = { isUnread: (local) => local >= fn.parameters && !read.has(local), hasChanged: false };
    body = dropUnread(dropping, body, []);
    if (!dropping.hasChanged) return compact({ ...fn, body });
  }
}

export function readLocals(body: Block): ReadonlySet<number> {
  const read = new Set<number>();
  forEachStmt(body, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        if (one.kind === "local") read.add(one.local);
      });
    }
  });
  return read;
}

interface Dropping {
  readonly isUnread: (local: number) => boolean;
  hasChanged: boolean;
}

/** `outer`: lvalues already checked on this path whose operands have not changed. */
function dropUnread(dropping: Dropping, block: Block, outer: readonly FailingExpr[]): Block {
  let checked = outer;
  const kept: Stmt[] = [];
  for (const [index, stmt] of block.entries()) {
    const own = expressionsOf(stmt).flatMap((expr) => failingPlaces(expr));
    const isEmptyIf = stmt.kind === "if" && stmt.then.length === 0 && stmt.else.length === 0;
    const isUnwanted = isEmptyIf || (stmt.kind === "set" && dropping.isUnread(stmt.local));
    if (isUnwanted && isCheckedAnyway(own, checked, block.slice(index + 1))) {
      dropping.hasChanged = true;
      continue;
    }
    const inside = stmt.kind === "loop" ? withoutAssigned(checked, stmt) : [...checked, ...own.filter(isOfLocals)];
    kept.push(withBlocks(stmt, (inner) => dropUnread(dropping, inner, inside)));
    checked = withoutAssigned(inside, stmt);
  }
  return kept;
}

/** Whether the checks were made before, or are the next ones, before anything is written to memory. */
function isCheckedAnyway(own: readonly FailingExpr[], checked: readonly FailingExpr[], following: Block): boolean {
  const isDone = (one: FailingExpr) => checked.some((other) => isSameCheck(one, other));
  let left = own.filter((one) => !isDone(one));
  for (const stmt of following) {
    if (left.length === 0) return true;
    if (stmt.kind === "loop") return false;
    for (const next of expressionsOf(stmt).flatMap((expr) => failingPlaces(expr))) {
      const [wanted] = left;
      if (!wanted) return true;
      if (isSameCheck(wanted, next)) left = left.slice(1);
      else if (!isDone(next)) return false;
    }
    if (left.length > 0 && (stmt.kind !== "set" || withoutAssigned(left, stmt).length < left.length)) return false;
  }
  return left.length === 0;
}

/** A store may change an lvalue whose index or pointer is loaded from memory. */
function isOfLocals(place: FailingExpr): boolean {
  let hasLoads = false;
  forEachExpr(place, (one) => {
    hasLoads ||= one.kind === "load";
  });
  return !hasLoads;
}

/** The lvalues whose operands the statement does not assign, nor anything in it. */
function withoutAssigned(places: readonly FailingExpr[], stmt: Stmt): readonly FailingExpr[] {
  const assigned = assignedIn([stmt]);
  return places.filter((place) => {
    let isSame = true;
    forEachExpr(place, (one) => {
      if (one.kind === "local" && assigned.has(one.local)) isSame = false;
    });
    return isSame;
  });
}

/** Drops the locals without uses. Parameters stay. */
function compact(fn: Fn): Fn {
  const named = new Set<number>(fn.locals.slice(0, fn.parameters).keys());
  forEachStmt(fn.body, (stmt) => {
    const result = resultOf(stmt);
    if (result !== undefined) named.add(result);
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        if (one.kind === "local" || one.kind === "address") named.add(one.local);
      });
    }
  });
  const kept = [...named].sort((a, b) => a - b);
  const numbers = new Map(kept.map((local, index) => [local, index]));
  const body = renumber(fn.body, (local) => numbers.get(local) ?? local);
  return { ...fn, locals: kept.flatMap((local) => fn.locals[local] ?? []), body };
}

/** Renumbers the block's locals and copies every node: analyses identify nodes by identity, so none may occur twice. */
export function renumber(block: Block, number: (local: number) => number): Block {
  const inExpr = (expr: Expr): Expr => {
    if (expr.kind === "local" || expr.kind === "address") return { ...expr, local: number(expr.local) };
    return { ...withOperands(expr, inExpr) };
  };
  return block.map((stmt) => {
    const own = { ...withBlocks(withExpressions(stmt, inExpr), (inner) => renumber(inner, number)) };
    const result = resultOf(own);
    return result === undefined ? own : withResult(own, number(result));
  });
}
