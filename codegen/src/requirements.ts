// What a function without calls needs from outside, found before any code is made: globals and math functions. Both are
// in order of first use, so that equal kernels give equal bytes.

import { type Expr, expressionsOf, type Fn, forEachExpr, forEachStmt } from "@lanewise/ir";

export interface Requirements<M> {
  readonly globals: readonly number[];
  readonly math: readonly M[];
}

/** `mathOf` says which function, if any, an expression makes the target import. */
export function findRequirements<M>(fn: Fn, mathOf: (expr: Expr) => M | undefined): Requirements<M> {
  const globals = new Set<number>();
  const math = new Set<M>();
  forEachStmt(fn.body, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (inner) => {
        if (inner.kind === "global") globals.add(inner.global);
        const name = mathOf(inner);
        if (name !== undefined) math.add(name);
      });
    }
  });
  return { globals: [...globals], math: [...math] };
}
