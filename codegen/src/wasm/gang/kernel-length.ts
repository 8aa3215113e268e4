// How long a kernel is, and from which length on gangs are not worth what they cost: their code is for each work-item what scalar code is for
// all, and engines take time and memory in proportion.

import { expressionsOf, type Fn, forEachExpr, forEachStmt } from "@lanewise/ir";

/** Statements and expressions. */
export function lengthOfKernel({ body }: Fn): number {
  let length = 0;
  forEachStmt(body, (stmt) => {
    length++;
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, () => {
        length++;
      });
    }
  });
  return length;
}

/** From here on a gang is no larger than 4; some 700 lines. */
export const LONG = 2 ** 13;
/** From here on the code is scalar; some 1,400 lines. */
export const VERY_LONG = 2 ** 14;
