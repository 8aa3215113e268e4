// `const t = a; a = b; b = t;`: two variables change places.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";

export interface Swap {
  readonly left: ts.Identifier;
  readonly right: ts.Identifier;
}

/** The swap that begins at a statement, which is three of them. */
export function swapAt(
  { ts, checker }: Pick<PassContext, "ts" | "checker">,
  statements: readonly ts.Statement[],
  index: number,
): Swap | undefined {
  const [keep, first, second] = statements.slice(index, index + 3);
  if (!keep || !first || !second || !ts.isVariableStatement(keep)) return undefined;
  const [kept, ...others] = keep.declarationList.declarations;
  const isConst = (keep.declarationList.flags & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const;
  const assigned = [first, second].map((statement) => {
    const node = ts.isExpressionStatement(statement) ? statement.expression : undefined;
    const isAssignment = node && ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
    return isAssignment && ts.isIdentifier(node.left) && ts.isIdentifier(node.right)
      ? { to: node.left, from: node.right }
      : undefined;
  });
  const [one, two] = assigned;
  const value = kept?.initializer;
  if (!kept || others.length > 0 || !isConst || !value || !ts.isIdentifier(value) || !one || !two) return undefined;
  const symbol = (node: ts.Node) => checker.getSymbolAtLocation(node);
  const isSwap =
    symbol(value) === symbol(one.to) && symbol(one.from) === symbol(two.to) && symbol(two.from) === symbol(kept.name);
  return isSwap && symbol(value) !== symbol(one.from) ? { left: one.to, right: one.from } : undefined;
}

/** The swap of which a name is part. */
export function swapAround(context: Pick<PassContext, "ts" | "checker">, node: ts.Node): Swap | undefined {
  const { ts } = context;
  const statement = ts.findAncestor(node, ts.isStatement);
  if (!statement || !ts.isBlock(statement.parent)) return undefined;
  const { statements } = statement.parent;
  const at = statements.indexOf(statement);
  for (const begin of [at, at - 1, at - 2]) {
    const swap = begin < 0 ? undefined : swapAt(context, statements, begin);
    if (swap) return swap;
  }
  return undefined;
}
