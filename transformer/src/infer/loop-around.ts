// Finds the innermost loop around a node, in its function: each iteration creates the loop's objects anew.

import type ts from "typescript-6";
import type { Collection } from "./collect.js";

export function loopAround({ context: { ts } }: Collection, node: ts.Node): ts.Node | undefined {
  for (let at = node; at && !ts.isFunctionLike(at); at = at.parent) {
    if (ts.isIterationStatement(at.parent, false) && !isBefore(ts, at)) return at.parent;
  }
  return undefined;
}

/** Whether a loop evaluates it only once. */
function isBefore(typescript: Collection["context"]["ts"], node: ts.Node): boolean {
  const { parent } = node;
  if (typescript.isForStatement(parent)) return parent.initializer === node;
  return typescript.isForOfStatement(parent) && parent.expression === node;
}
