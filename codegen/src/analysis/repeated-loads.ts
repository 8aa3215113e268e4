// Finds loads that repeat: equal, in one run of statements, with nothing written in between. They happen once; engines do not eliminate them in
// WebAssembly's memory.

import {
  type Block,
  blocksOf,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  resultOf,
  type Stmt,
} from "@lanewise/ir";
import { isSameExpr } from "./same-expr.js";

/** By load: the number of its group of equal loads. Single loads have none. */
export type RepeatedLoads = ReadonlyMap<Expr, number>;

interface Group {
  readonly members: Expr[];
  readonly locals: ReadonlySet<number>;
}

export function findRepeatedLoads(fn: Fn): RepeatedLoads {
  const groups: Group[] = [];
  visitBlock(fn.body, groups);
  const repeated = groups.filter(({ members }) => members.length > 1);
  return new Map(repeated.flatMap(({ members }, index) => members.map((one) => [one, index] as const)));
}

/** A statement's writes end the groups they may change; branches and loops end them all. */
function visitBlock(block: Block, groups: Group[]): void {
  let open: Group[] = [];
  for (const stmt of block) {
    const inner = blocksOf(stmt);
    if (inner.length > 0) {
      for (const one of inner) visitBlock(one, groups);
      open = [];
      continue;
    }
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        if (one.kind === "load") addTo(open, groups, one);
      });
    }
    if (mayWriteMemory(stmt)) open = [];
    const written = resultOf(stmt);
    if (written !== undefined) open = open.filter(({ locals }) => !locals.has(written));
  }
}

function addTo(open: Group[], groups: Group[], load: Expr): void {
  const own = open.find(({ members: [first] }) => first && isSameExpr(first, load));
  if (own) {
    // A node shared by two positions is one member.
    if (!own.members.includes(load)) own.members.push(load);
    return;
  }
  const locals = new Set<number>();
  forEachExpr(load, (one) => {
    if (one.kind === "local" || one.kind === "address") locals.add(one.local);
  });
  const group: Group = { members: [load], locals };
  open.push(group);
  groups.push(group);
}

function mayWriteMemory({ kind }: Stmt): boolean {
  return kind === "store" || kind === "atomic" || kind === "call" || kind === "barrier" || kind === "subGroup";
}
