// Gives each value of a double a local of its own: `v = a; v = v + b; use(v)` becomes `w = a; v = w + b; use(v)`. The range of a local is that of all its
// values; one that is computed from itself has no bound, however short its way is. A value that ends in the block in which it begins, with the next
// one, is no other's, unless a jump leaves the block between the two.

import { type Block, blocksOf, type Expr, type Fn, forEachStmt, resultOf, type Stmt } from "@lanewise/ir";
import { replaceInExpr, withBlocks, withExpressions } from "../analysis/replace.js";
import { Locals, withResult } from "./locals.js";

/** By local: the one that has its value here. */
type Names = ReadonlyMap<number, number>;

interface Splitting {
  readonly locals: Locals;
  readonly isSplit: (local: number) => boolean;
}

export function splitLiveRanges(fn: Fn): Fn {
  const sets = new Map<number, number>();
  forEachStmt(fn.body, (stmt) => {
    if (stmt.kind === "set") sets.set(stmt.local, (sets.get(stmt.local) ?? 0) + 1);
  });
  const isSplit = (local: number): boolean => {
    const { type, isNote = false } = fn.locals[local] ?? {};
    return local >= fn.parameters && type === "f64" && !isNote && (sets.get(local) ?? 0) > 1;
  };
  if (!fn.locals.some((_, local) => isSplit(local))) return fn;
  const locals = new Locals(fn);
  const body = inBlock({ locals, isSplit }, fn.body, new Map());
  return { ...fn, locals: locals.all, body };
}

/** `outer`: the names where the block begins, which its last values keep. */
function inBlock(splitting: Splitting, block: Block, outer: Names): Block {
  const names = new Map(outer);
  const ends = endsIn(block);
  return block.map((stmt, index) => {
    const own = withBlocks(withNames(stmt, names), (inner) => inBlock(splitting, inner, names));
    const local = resultOf(own);
    if (local === undefined) return own;
    const isOwn = own.kind === "set" && ends[index] === true && splitting.isSplit(local);
    const name = isOwn ? splitting.locals.copy(local) : (outer.get(local) ?? local);
    names.set(local, name);
    return withResult(own, name);
  });
}

/** For each statement: whether the block sets its local again, and nothing leaves it in between. */
function endsIn(block: Block): readonly boolean[] {
  const again = new Set<number>();
  return [...block]
    .reverse()
    .map((stmt) => {
      const local = resultOf(stmt);
      const isSetAgain = local !== undefined && again.has(local);
      if (leaves(stmt)) again.clear();
      if (local !== undefined) again.add(local);
      return isSetAgain;
    })
    .reverse();
}

/** Whether a jump in the statement has its label outside. */
function leaves(stmt: Stmt, labels: readonly number[] = []): boolean {
  if (stmt.kind === "break" || stmt.kind === "continue") return !labels.includes(stmt.label);
  const own = stmt.kind === "loop" || stmt.kind === "block" ? [...labels, stmt.label] : labels;
  return blocksOf(stmt).some((block) => block.some((one) => leaves(one, own)));
}

function withNames(stmt: Stmt, names: Names): Stmt {
  if (names.size === 0) return stmt;
  const named = (expr: Expr): Expr | undefined =>
    expr.kind === "local" ? { ...expr, local: names.get(expr.local) ?? expr.local } : undefined;
  return withExpressions(stmt, (expr) => replaceInExpr(expr, named));
}
