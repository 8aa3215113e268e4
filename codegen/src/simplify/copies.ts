// Removes copies that keep a local's value for later: `t = s; r = f(x); s = t + r` becomes `r = f(x); s = s + r` where nothing sets s before the last
// read of t. The front end makes one wherever a call stands right of a value. With it, a loop that adds what a function returns is no sum.

import {
  type Block,
  blocksOf,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  isScalar,
  type Stmt,
} from "@lanewise/ir";
import { replaceInBlock, withBlocks } from "../analysis/replace.js";
import { assignedIn, countUses, type Uses } from "./locals.js";

type Copies = ReadonlyMap<number, Expr>;

export function withoutCopies(fn: Fn): Fn {
  const uses = countUses(fn.body);
  const copies = new Map<number, Expr>();
  findCopies(fn, fn.body, uses, copies);
  return copies.size === 0 ? fn : { ...fn, body: replaceInBlock(withoutSets(fn.body, copies), readOf(copies)) };
}

function findCopies(fn: Fn, block: Block, uses: ReadonlyMap<number, Uses>, found: Map<number, Expr>): void {
  /** By copy: what it is a copy of, while nothing has set that, and how often it has been read. */
  const open = new Map<number, { readonly of: Extract<Expr, { kind: "local" }>; reads: number }>();
  for (const stmt of block) {
    const [sets, reads] = [assignedIn([stmt]), readIn(stmt)];
    const close = (): void => {
      for (const [copy, { of }] of open) if (sets.has(of.local)) open.delete(copy);
    };
    // Of a statement with blocks, the order of reads and sets is not looked at.
    if (blocksOf(stmt).length > 0) close();
    for (const local of reads) {
      const own = open.get(local);
      if (own && ++own.reads === uses.get(local)?.reads) found.set(local, own.of);
    }
    close();
    if (stmt.kind === "set" && stmt.value.kind === "local" && isScalar(stmt.value.type)) {
      const [copy, original] = [stmt.local, stmt.value.local].map((local) => uses.get(local)?.sets ?? 0);
      // A copy of a copy stays.
      const isCopy = stmt.local >= fn.parameters && copy === 1 && !open.has(stmt.value.local);
      if (isCopy && original !== undefined && original > 1) open.set(stmt.local, { of: stmt.value, reads: 0 });
    }
    for (const inner of blocksOf(stmt)) findCopies(fn, inner, uses, found);
  }
}

function readIn(stmt: Stmt): readonly number[] {
  const found: number[] = [];
  forEachStmt([stmt], (one) => {
    for (const expr of expressionsOf(one)) {
      forEachExpr(expr, (read) => {
        if (read.kind === "local") found.push(read.local);
      });
    }
  });
  return found;
}

function withoutSets(block: Block, copies: Copies): Block {
  return block
    .filter((stmt) => stmt.kind !== "set" || !copies.has(stmt.local))
    .map((stmt) => withBlocks(stmt, (inner) => withoutSets(inner, copies)));
}

const readOf =
  (copies: Copies) =>
  (expr: Expr): Expr | undefined =>
    expr.kind === "local" ? copies.get(expr.local) : undefined;
