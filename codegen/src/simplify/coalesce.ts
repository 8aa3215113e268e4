// Removes temporaries between a value and its target: `u = e; …; a = u` becomes `a = e; …` if nothing else reads u and the code in between neither
// names a nor leaves the block. So `sum = sum.plus(v)` adds to the fields of sum directly; a gang's register use is estimated from its locals.

import { type Block, type Expr, expressionsOf, type Fn, forEachExpr, resultOf, type Stmt } from "@lanewise/ir";
import { withBlocks } from "../analysis/replace.js";
import { countUses } from "./locals.js";

type SetStmt = Extract<Stmt, { kind: "set" }>;

/** The most statements between the two. */
const MAX_DISTANCE = 64;

export function coalesce(fn: Fn): Fn {
  const uses = countUses(fn.body);
  const isTemporary = (local: number): boolean => {
    const { reads, sets } = uses.get(local) ?? { reads: 0, sets: 0 };
    return local >= fn.parameters && reads === 1 && sets === 1;
  };
  return { ...fn, body: coalesceBlock(fn.body, isTemporary) };
}

function coalesceBlock(block: Block, isTemporary: (local: number) => boolean): Block {
  const stmts: (Stmt | undefined)[] = block.map((stmt) =>
    withBlocks(stmt, (inner) => coalesceBlock(inner, isTemporary)),
  );
  stmts.forEach((stmt, index) => {
    if (stmt?.kind !== "set" || stmt.value.kind !== "local" || !isTemporary(stmt.value.local)) return;
    const start = originOf(stmts, index, stmt, stmt.value.local);
    const origin = start === undefined ? undefined : stmts[start];
    if (start === undefined || origin?.kind !== "set") return;
    stmts[start] = { ...origin, local: stmt.local };
    stmts[index] = undefined;
  });
  return stmts.filter((stmt) => stmt !== undefined);
}

/** The index of the statement that sets the temporary, if it could set the target instead. */
function originOf(
  stmts: readonly (Stmt | undefined)[],
  end: number,
  { local }: SetStmt,
  from: number,
): number | undefined {
  for (let index = end - 1; index >= 0 && end - index <= MAX_DISTANCE; index--) {
    const stmt = stmts[index];
    if (!stmt) continue;
    if (stmt.kind === "set" && stmt.local === from) return index;
    const isSimple = stmt.kind === "set" || stmt.kind === "store" || stmt.kind === "atomic";
    if (!isSimple || resultOf(stmt) === local || expressionsOf(stmt).some((expr) => names(expr, local)))
      return undefined;
  }
  return undefined;
}

function names(expr: Expr, local: number): boolean {
  let isNamed = false;
  forEachExpr(expr, (one) => {
    if (one.kind === "local" && one.local === local) isNamed = true;
  });
  return isNamed;
}
