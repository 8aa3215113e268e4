// The innermost loop of a function that a node stands in: what is made there is made again in each round.

import type ts from "typescript-6";
import type { Collection } from "./collect.js";

export function loopAround({ context: { ts } }: Collection, node: ts.Node): ts.Node | undefined {
  for (let at = node; at && !ts.isFunctionLike(at); at = at.parent) {
    if (ts.isIterationStatement(at.parent, false) && !isBefore(ts, at)) return at.parent;
  }
  return undefined;
}

/** What a loop evaluates once. */
function isBefore(typescript: Collection["context"]["ts"], node: ts.Node): boolean {
  const { parent } = node;
  if (typescript.isForStatement(parent)) return parent.initializer === node;
  return typescript.isForOfStatement(parent) && parent.expression === node;
}
