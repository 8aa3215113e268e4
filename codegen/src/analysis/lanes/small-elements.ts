// Which integers of 8 and 16 bits a kernel has in memory. Only kernels with such elements have narrow lanes (choose-lanes.ts).

import {
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  isScalar,
  type ScalarType,
  scalars,
} from "@lanewise/ir";

/** Whether the kernel has 8- or 16-bit integer elements. */
export function hasSmallElements({ body }: Fn): boolean {
  let isFound = false;
  forEachStmt(body, (stmt) => {
    if (stmt.kind === "store" && smallBits(stmt.place) !== undefined) isFound = true;
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        isFound ||= one.kind === "load" && smallBits(one.place) !== undefined;
      });
    }
  });
  return isFound;
}

/** The bits of the integer at a place, if it is a small one. */
export function smallBits({ type }: Expr): 8 | 16 | undefined {
  if (typeof type !== "object" || type.kind !== "ref" || !isScalar(type.to)) return undefined;
  return bitsOfSmall(type.to);
}

export function bitsOfSmall(type: ScalarType): 8 | 16 | undefined {
  const { kind, size } = scalars[type];
  if (kind !== "integer" || size > 2) return undefined;
  return size === 1 ? 8 : 16;
}
