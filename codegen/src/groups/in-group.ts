// Turns a kernel into the form that each work-item of a group runs: its index becomes the one in the group, all other queries become parameters, and
// local memory becomes spans. Captures that the kernel assigns become locals.

import { type Block, build, type Expr, type Fn, type Module, type Stmt } from "@lanewise/ir";
import { replaceInBlock, replaceInExpr } from "../analysis/replace.js";
import { assignmentsIn, type Locals } from "../simplify/locals.js";
import { renumber } from "../simplify/tidy.js";
import type { GroupArguments } from "./group-arguments.js";
import { type SubGroups, subGroupAnswer } from "./sub-groups.js";

export function inGroup(fn: Fn, module: Module, locals: Locals, group: GroupArguments, subGroups: SubGroups): Block {
  const replaced = (expr: Expr): Expr => replaceInExpr(expr, replacement);
  const replacement = (expr: Expr): Expr | undefined => {
    if (expr.kind === "query") return answer(expr, group, subGroups);
    if (expr.kind === "global") return isLocal(module, expr) ? group.wholeOf(expr.global) : undefined;
    if (expr.kind !== "element" || !isLocal(module, expr.base)) return undefined;
    const elements = expr.base.kind === "global" ? group.elementsOf(expr.base.global) : undefined;
    return elements && { ...expr, base: elements, index: replaced(expr.index) };
  };
  return replaceInBlock(withOwnParameters(fn, locals), replacement);
}

function isLocal(module: Module, expr: Expr): boolean {
  return expr.kind === "global" && module.globals[expr.global]?.storage === "local";
}

function answer(
  { query, dimension }: Extract<Expr, { kind: "query" }>,
  group: GroupArguments,
  subGroups: SubGroups,
): Expr | undefined {
  const own = indexInGroup(dimension);
  switch (query) {
    case "localId":
      return own;
    case "globalId":
      return build.op("add", group.number("first", dimension), own);
    case "localSize":
      return build.constant("i32", subGroups.local[dimension]);
    case "groupId":
    case "groupCount":
    case "globalSize":
      return group.number(query, dimension);
    default:
      return subGroupAnswer(query, subGroups, indexInGroup);
  }
}

/** The local index: regions run over the local range. */
export function indexInGroup(dimension: 0 | 1 | 2): Expr {
  return build.query("globalId", dimension);
}

/** Nodes must be new: analyses identify nodes by identity. */
function withOwnParameters(fn: Fn, locals: Locals): Block {
  const copies = new Map<number, number>();
  for (const local of assignmentsIn(fn.body).keys()) {
    if (local < fn.parameters) copies.set(local, locals.copy(local));
  }
  const begin = [...copies].map(([parameter, local]): Stmt => {
    const { type } = locals.all[parameter] ?? { type: "i32" };
    return build.set(local, build.local(parameter, type));
  });
  return [...begin, ...renumber(fn.body, (local) => copies.get(local) ?? local)];
}
