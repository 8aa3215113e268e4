// Finds the optional parts of the code generator and the runtime that a module's kernels and functions need: programs include those that their
// modules ask for (docs/decisions/0036-parts.md). Reports too many rather than too few.

import {
  CONSOLE_ID,
  type Expr,
  expressionsOf,
  forEachExpr,
  forEachStmt,
  hasBody,
  type Module,
  type Stmt,
  usesGroups,
} from "@lanewise/ir";

/** Each is named after what needs it. */
export type NeededPart =
  | "globals"
  | "printing"
  | "pointers"
  | "privateCopies"
  | "constantCode"
  | "groupCode"
  | "mathCode"
  | "wideMathCode";

export function neededParts(module: Module): ReadonlySet<NeededPart> {
  const needed = new Set<NeededPart>();
  const seeExpr = ({ kind, type }: Expr) => {
    if (kind === "builtin") needed.add(type === "f32" ? "mathCode" : "wideMathCode");
    if (kind === "dereference" || kind === "pointer") needed.add("pointers");
  };
  const seeStmt = (stmt: Stmt) => {
    if (stmt.kind === "atomic") needed.add("privateCopies");
    for (const expr of expressionsOf(stmt)) forEachExpr(expr, seeExpr);
  };
  for (const [index, fn] of module.functions.entries()) {
    if (!hasBody(fn)) continue;
    if (usesGroups(module, index)) needed.add("groupCode");
    if (fn.specialized) needed.add("constantCode");
    forEachStmt(fn.body, seeStmt);
  }
  for (const { id, storage } of module.globals) {
    needed.add("globals");
    if (id === CONSOLE_ID) needed.add("printing");
    if (storage === "specialization") needed.add("constantCode");
  }
  return needed;
}
