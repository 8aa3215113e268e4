// Goes over a syntax tree without recursion: an expression of the host's may be thousands of terms deep, which TypeScript compiles.

import type ts from "typescript-6";
import type { TypeScript } from "./pass-context.js";

/** Calls `visit` for a node and all below it, in the order of the text; those below a node for which it returns false are left out. */
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
