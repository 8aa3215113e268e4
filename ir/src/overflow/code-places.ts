// Source positions of a function's expressions. Statements with a position, and indices that can fail, have their own; any other expression takes
// that of the next statement that has one.

import {
  type Block,
  blocksOf,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  type Module,
  type Position,
  type Stmt,
} from "../module/index.js";

export interface CodePlace {
  readonly at: Position;
  /** The expression itself is not there, but shortly before. */
  readonly isNear: boolean;
}

export function placesIn(fn: Fn, module: Module): (expr: Expr) => CodePlace {
  const places = new Map<Expr, CodePlace>();
  let open: Expr[] = [];
  let last = fn.at;
  const settle = (roots: readonly Expr[], place: CodePlace): void => {
    for (const root of roots) forEachExpr(root, (expr) => places.set(expr, place));
  };
  const visit = (block: Block): void => {
    for (const stmt of block) {
      const roots = expressionsOf(stmt);
      const at = positionOf(stmt, roots, module);
      if (at) {
        settle(open, { at, isNear: true });
        settle(roots, { at, isNear: false });
        open = [];
        last = at;
      } else open.push(...roots);
      for (const inner of blocksOf(stmt)) visit(inner);
    }
  };
  visit(fn.body);
  settle(open, { at: last, isNear: true });
  return (expr) => places.get(expr) ?? { at: fn.at, isNear: true };
}

function positionOf(stmt: Stmt, roots: readonly Expr[], module: Module): Position | undefined {
  const at = "at" in stmt ? stmt.at : undefined;
  // A statement that cannot fail gives only its beginning.
  if (at && !beginnings.has(stmt.kind)) return at;
  if ("site" in stmt) return module.sites[stmt.site]?.at;
  let found: Position | undefined;
  for (const root of roots) {
    forEachExpr(root, (expr) => {
      if (expr.kind === "element" || expr.kind === "dereference") found ??= module.sites[expr.site]?.at;
    });
  }
  return found ?? at;
}

const beginnings: ReadonlySet<Stmt["kind"]> = new Set(["set", "if", "return"]);
