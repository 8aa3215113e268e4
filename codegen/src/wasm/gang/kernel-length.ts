// Measures a kernel's length, which limits gangs: their code is about as long per work-item as scalar code is for all, and engines take time and
// memory in proportion.

import { expressionsOf, type Fn, forEachExpr, forEachStmt } from "@lanewise/ir";

/** The number of statements and expressions. */
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

/** From this length on, a gang has at most 4 work-items; some 700 lines. */
export const LONG = 2 ** 13;
/** From this length on, the code is scalar; some 1,400 lines. */
export const VERY_LONG = 2 ** 14;
