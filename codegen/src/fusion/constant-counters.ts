// Finds counters of loops between constants, `for (let c = 0; c < 3; c++)`, and the range of their values wherever they are read.

import { type Block, type Expr, expressionsOf, type Fn, forEachExpr, forEachStmt, type Stmt } from "@lanewise/ir";
import { assignmentsIn } from "../simplify/locals.js";

/** Up to this bound, a counter does not wrap around after its last iteration. */
const MAX = 2 ** 30;

type LoopStmt = Extract<Stmt, { kind: "loop" }>;

/** Both ends are inclusive. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** By local. */
export function constantCounters(fn: Fn): ReadonlyMap<number, Interval> {
  const found = new Map<number, Interval>();
  const assignments = assignmentsIn(fn.body);
  forEachStmt(fn.body, (stmt) => {
    if (stmt.kind !== "loop") return;
    const { condition } = stmt;
    if (condition.kind !== "op" || condition.op !== "lt") return;
    const [counter, bound] = condition.args;
    const end = bound && constantOf(bound);
    if (counter?.kind !== "local" || end === undefined || end > MAX) return;
    const first = firstValue(stmt, counter.local, assignments.get(counter.local) ?? []);
    if (first !== undefined && first < end && isReadInBody(fn, stmt, counter.local)) {
      found.set(counter.local, { low: first, high: end - 1 });
    }
  });
  return found;
}

/** The constant that it starts at, if the only other assignment is a positive constant step in the loop's update. */
function firstValue({ update }: LoopStmt, local: number, sets: readonly Stmt[]): number | undefined {
  const steps = sets.filter((stmt) => update.includes(stmt) && stmt.kind === "set" && isStep(stmt.value, local));
  const [first, ...others] = sets.filter((stmt) => !steps.includes(stmt));
  if (steps.length !== 1 || others.length > 0 || first?.kind !== "set") return undefined;
  return constantOf(first.value);
}

function isStep(value: Expr, local: number): boolean {
  if (value.kind !== "op" || value.op !== "add") return false;
  const [counter, step] = value.args;
  const by = step && constantOf(step);
  return counter?.kind === "local" && counter.local === local && by !== undefined && by > 0 && by < MAX;
}

function constantOf(expr: Expr): number | undefined {
  return expr.kind === "const" && expr.type === "i32" && typeof expr.value === "number" ? expr.value : undefined;
}

/** Whether only the comparison, the step and the body read it: in the body, the comparison holds. */
function isReadInBody(fn: Fn, loop: LoopStmt, local: number): boolean {
  return readsIn(fn.body, local) === readsIn(loop.body, local) + 2;
}

function readsIn(block: Block, local: number): number {
  let count = 0;
  forEachStmt(block, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        if (one.kind === "local" && one.local === local) count += 1;
      });
    }
  });
  return count;
}
