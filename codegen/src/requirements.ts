// Collects what a function needs from outside, before any code is made: globals, math functions and callees, which are only foreign ones once calls
// are inlined. All are in order of first use, so that equal kernels give equal bytes.

import { type Expr, expressionsOf, type Fn, forEachExpr, forEachStmt } from "@lanewise/ir";

export interface Requirements<M> {
  readonly globals: readonly number[];
  readonly math: readonly M[];
  /** Indices into `module.functions`. */
  readonly called: readonly number[];
}

/** `mathOf` returns the function, if any, that the target must import for an expression. */
export function findRequirements<M>(fn: Fn, mathOf: (expr: Expr) => M | undefined): Requirements<M> {
  const globals = new Set<number>();
  const math = new Set<M>();
  const called = new Set<number>();
  forEachStmt(fn.body, (stmt) => {
    if (stmt.kind === "call") called.add(stmt.function);
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (inner) => {
        if (inner.kind === "global") globals.add(inner.global);
        const name = mathOf(inner);
        if (name !== undefined) math.add(name);
      });
    }
  });
  return { globals: [...globals], math: [...math], called: [...called] };
}
