// Finds the optional parts of the code generator and the runtime that a module's kernels and functions need: programs include those that their
// modules ask for (docs/decisions/0036-parts.md). Reports too many rather than too few.

import {
  CONSOLE_ID,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  hasBody,
  isScalar,
  type Module,
  type ScalarType,
  type Stmt,
  type StructType,
  type Type,
  usesGroups,
} from "@lanewise/ir";
import { bitsOfSmall } from "./analysis/lanes/small-elements.js";

/** Each is named after what needs it. */
export type NeededPart =
  | "globals"
  | "printing"
  | "pointers"
  | "privateCopies"
  | "constantCode"
  | "privateCode"
  | "groupCode"
  | "mathCode"
  | "wideMathCode"
  | "narrowCode"
  | "atomicCode"
  | "columnCode";

export function neededParts(module: Module): ReadonlySet<NeededPart> {
  const needed = new Set<NeededPart>();
  const seeType = (type: Type) => {
    const held = heldIn(type);
    if (typeof held === "string") {
      if (bitsOfSmall(held) !== undefined) needed.add("narrowCode");
    } else if (typeof type === "object" && type.kind === "span") needed.add("columnCode");
  };
  const seeExpr = ({ kind, type }: Expr) => {
    seeType(type);
    if (kind === "builtin") needed.add(type === "f32" ? "mathCode" : "wideMathCode");
    if (kind === "dereference" || kind === "pointer") needed.add("pointers");
  };
  const seeStmt = (stmt: Stmt) => {
    if (stmt.kind === "atomic") needed.add("privateCopies").add("atomicCode");
    for (const expr of expressionsOf(stmt)) forEachExpr(expr, seeExpr);
  };
  for (const [index, fn] of module.functions.entries()) {
    if (!hasBody(fn)) continue;
    for (const { type } of fn.locals) seeType(type);
    if (hasPlaces(fn)) needed.add("privateCode");
    if (usesGroups(module, index)) needed.add("groupCode");
    if (fn.specialized) needed.add("constantCode");
    forEachStmt(fn.body, seeStmt);
  }
  for (const { fields } of module.structs) for (const { type } of fields) seeType(type);
  for (const { id, storage } of module.globals) {
    needed.add("globals");
    if (id === CONSOLE_ID) needed.add("printing");
    if (storage === "specialization") needed.add("constantCode");
  }
  // These are made kernels with private memory, or may be.
  if (rewriting.some((part) => needed.has(part))) needed.add("privateCode");
  return needed;
}

const rewriting = [
  "groupCode",
  "constantCode",
  "columnCode",
  "pointers",
  "printing",
] as const satisfies readonly NeededPart[];

/** Whether it has private memory or addresses, or will have when it is inlined: parameters of functions become locals. */
function hasPlaces({ linkage, locals, parameters }: Fn): boolean {
  return locals.slice(linkage === "kernel" ? parameters : 0).some(({ type }) => !isScalar(type));
}

/** The scalars or structs that an array, an address or a value is made of. */
function heldIn(type: Type): ScalarType | StructType {
  if (typeof type === "string" || type.kind === "struct") return type;
  return heldIn(type.kind === "ref" ? type.to : type.element);
}
