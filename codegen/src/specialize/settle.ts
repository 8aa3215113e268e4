// Folds known values into a function until nothing more follows: propagates constants, keeps one arm of each decided branch, and drops unreachable
// code.

import type { Block, Expr, Fn, Stmt } from "@lanewise/ir";
import { replaceInBlock, withBlocks } from "../analysis/replace.js";
import { forwardLocals } from "../simplify/forward-locals.js";
import { sizeOf } from "../simplify/rounds.js";

/** `known` returns the constant that an expression equals; undefined leaves it unchanged. */
export function settle(fn: Fn, known: (expr: Expr) => Expr | undefined): Fn {
  for (let [current, size] = [fn, Number.POSITIVE_INFINITY]; ; ) {
    const forwarded = forwardLocals({ ...current, body: replaceInBlock(current.body, known) });
    const next = { ...forwarded, body: reachable(forwarded.body) };
    const left = sizeOf(next.body);
    if (left >= size) return next;
    [current, size] = [next, left];
  }
}

/** Drops loops that never run, and statements after a jump. */
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
