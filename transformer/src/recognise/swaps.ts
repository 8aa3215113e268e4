// `const t = a; a = b; b = t;`: two variables change places. `[a[i], a[k]] = [a[k], a[i]]`: two elements do.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "./calls.js";

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

/** Whether two elements or fields change places, `[a[i], a[k]] = [a[k]!, a[i]!]`: afterwards, each object is still in one place. */
export function isSwapOfPlaces(context: PassContext, assignment: ts.BinaryExpression): boolean {
  const { ts } = context;
  const { left, right } = assignment;
  if (!ts.isArrayLiteralExpression(left) || !ts.isArrayLiteralExpression(right)) return false;
  const [first, second, ...more] = left.elements;
  const [one, two, ...others] = right.elements;
  if (!first || !second || !one || !two || more.length + others.length > 0) return false;
  return isSamePlace(context, first, two) && isSamePlace(context, second, one);
}

/** Whether both are the same lvalue, by their text. */
function isSamePlace(context: PassContext, one: ts.Expression, other: ts.Expression): boolean {
  const { ts } = context;
  const [a, b] = [skipWrappers(context, one), skipWrappers(context, other)];
  if (ts.isPropertyAccessExpression(a) && ts.isPropertyAccessExpression(b))
    return a.name.text === b.name.text && isSamePlace(context, a.expression, b.expression);
  if (ts.isElementAccessExpression(a) && ts.isElementAccessExpression(b))
    return (
      isSamePlace(context, a.expression, b.expression) &&
      isSamePlace(context, a.argumentExpression, b.argumentExpression)
    );
  if (ts.isBinaryExpression(a) && ts.isBinaryExpression(b))
    return (
      a.operatorToken.kind === b.operatorToken.kind &&
      /^[-+*%|&^]$/.test(a.operatorToken.getText()) &&
      isSamePlace(context, a.left, b.left) &&
      isSamePlace(context, a.right, b.right)
    );
  const isName = ts.isIdentifier(a) || ts.isNumericLiteral(a) || a.kind === ts.SyntaxKind.ThisKeyword;
  return isName && a.kind === b.kind && a.getText() === b.getText();
}

/** Whether an lvalue is one of two that change places. */
export function isSwapTarget(context: PassContext, target: ts.Node): boolean {
  const { ts } = context;
  const assignment = target.parent?.parent;
  return (
    assignment !== undefined &&
    ts.isBinaryExpression(assignment) &&
    assignment.left === target.parent &&
    assignment.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    isSwapOfPlaces(context, assignment)
  );
}
