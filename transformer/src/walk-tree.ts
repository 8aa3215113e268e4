// Walks a syntax tree without recursion: host expressions may be thousands of terms deep, which TypeScript can compile.

import type ts from "typescript-6";
import type { TypeScript } from "./pass-context.js";

/** Calls `visit` for a node and its descendants in source order; if it returns false, the node's descendants are skipped. */
export function walkTree(typescript: TypeScript, root: ts.Node, visit: (node: ts.Node) => boolean | undefined): void {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (visit(node) === false) continue;
    const children: ts.Node[] = [];
    typescript.forEachChild(node, (child) => {
      children.push(child);
    });
    for (let last = children.pop(); last; last = children.pop()) waiting.push(last);
  }
}
