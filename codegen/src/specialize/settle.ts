// Folds a function by values that have become known, until nothing more follows from them: constants go where they are used, of branches
// that they decide one stays, what is not reached goes.

import type { Block, Expr, Fn, Stmt } from "@lanewise/ir";
import { replaceInBlock, withBlocks } from "../analysis/replace.js";
import { forwardLocals } from "../simplify/forward-locals.js";
import { sizeOf } from "../simplify/rounds.js";

/** `known` gives the constant that an expression is known to be; undefined keeps it. */
export function settle(fn: Fn, known: (expr: Expr) => Expr | undefined): Fn {
  for (let [current, size] = [fn, Number.POSITIVE_INFINITY]; ; ) {
    const forwarded = forwardLocals({ ...current, body: replaceInBlock(current.body, known) });
    const next = { ...forwarded, body: reachable(forwarded.body) };
    const left = sizeOf(next.body);
    if (left >= size) return next;
    [current, size] = [next, left];
  }
}

/** Without loops that have no round, and without what stands behind a jump. */
function reachable(block: Block): Block {
  const kept: Stmt[] = [];
  for (const stmt of block) {
    const hasNoRound = stmt.kind === "loop" && stmt.condition.kind === "const" && stmt.condition.value === false;
    if (hasNoRound && stmt.header.length === 0) continue;
    kept.push(withBlocks(stmt, reachable));
    if (/^(return|break|continue|fail)$/.test(stmt.kind)) break;
  }
  return kept;
}
