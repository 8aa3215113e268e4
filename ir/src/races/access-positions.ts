// Source positions of accesses. Stores and atomics have one; a load takes its index's site, or else the next statement with a position.

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

export function positionsIn(fn: Fn, module: Module): (from: Expr | Stmt) => Position {
  const loads = new Map<Expr, Position>();
  const visit = (block: Block): void => {
    let open: Expr[] = [];
    for (const stmt of block) {
      for (const expr of expressionsOf(stmt)) forEachExpr(expr, (one) => one.kind === "load" && open.push(one));
      const at = "at" in stmt ? stmt.at : undefined;
      if (!at) {
        for (const inner of blocksOf(stmt)) visit(inner);
        continue;
      }
      for (const load of open) loads.set(load, at);
      open = [];
      for (const inner of blocksOf(stmt)) visit(inner);
    }
  };
  visit(fn.body);
  return (from) => {
    if ("at" in from && from.at) return from.at;
    const site = from.kind === "load" ? siteOf(from.place) : undefined;
    const atSite = site === undefined ? undefined : module.sites[site]?.at;
    return atSite ?? (from.kind === "load" ? loads.get(from) : undefined) ?? fn.at;
  };
}

function siteOf(place: Expr): number | undefined {
  if (place.kind === "element" || place.kind === "dereference") return place.site;
  return place.kind === "field" ? siteOf(place.base) : undefined;
}
