// Removes conversions of a type to itself: they restate what JavaScript does (ir/src/module/restated.ts) and mean nothing to a target.

import {
  type Block,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  isRestated,
  withoutRestatement,
} from "@lanewise/ir";
import { replaceInBlock, replaceInExpr } from "../analysis/replace.js";

export function withoutRestatements(fn: Fn): Fn {
  return hasAny(fn.body) ? { ...fn, body: replaceInBlock(fn.body, inner) } : fn;
}

function inner(expr: Parameters<typeof withoutRestatement>[0]) {
  return isRestated(expr) ? replaceInExpr(withoutRestatement(expr), inner) : undefined;
}

function hasAny(body: Block): boolean {
  let isFound = false;
  forEachStmt(body, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        isFound ||= isRestated(one);
      });
    }
  });
  return isFound;
}
