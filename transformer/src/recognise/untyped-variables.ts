// The type of `let x;`: TypeScript's control flow gives each use of such a variable the type of the values that have reached it. The variable holds
// what all uses need: the widest of these types. undefined is part of it if some use may precede the assignments.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";

/** The widest type, or the texts of all types if none holds the others; no texts where TypeScript itself finds none. */
type TypeOfUses = { readonly type: ts.Type } | { readonly texts: readonly string[] };

export function typeOfUses(context: PassContext, name: ts.Identifier): TypeOfUses {
  const { checker, ts } = context;
  const types = new Set<ts.Type>();
  for (const use of usesOf(context, name)) {
    const type = isTarget(context, use) ? assignedType(context, use) : checker.getTypeAtLocation(use);
    if (type && type.flags & ts.TypeFlags.Any) return { texts: [] };
    if (type) types.add(checker.getBaseTypeOfLiteralType(type));
  }
  const all = [...types];
  const widest = all.find((one) => all.every((other) => checker.isTypeAssignableTo(other, one)));
  return widest ? { type: widest } : { texts: all.map((one) => checker.typeToString(one)) };
}

function usesOf({ checker, ts }: PassContext, name: ts.Identifier): readonly ts.Identifier[] {
  const symbol = checker.getSymbolAtLocation(name);
  const uses: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    const isNamed = ts.isIdentifier(node) && node.text === name.text && !ts.isVariableDeclaration(node.parent);
    const isShorthand = ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node;
    if (isNamed && symbolOf(checker, node, isShorthand) === symbol) uses.push(node);
    ts.forEachChild(node, visit);
  };
  const scope = ts.findAncestor(name, ts.isFunctionLike);
  if (scope) ts.forEachChild(scope, visit);
  return uses;
}

function symbolOf(checker: ts.TypeChecker, node: ts.Node, isShorthand: boolean): ts.Symbol | undefined {
  return isShorthand ? checker.getShorthandAssignmentValueSymbol(node.parent) : checker.getSymbolAtLocation(node);
}

/** Whether it is assigned and not read: `x = …`, `[x] = …`, `({ x } = …)`. */
function isTarget(context: PassContext, node: ts.Node): boolean {
  const { ts } = context;
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) {
    return parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  }
  if (ts.isForOfStatement(parent)) return parent.initializer === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node && isTarget(context, parent.parent);
  if (ts.isShorthandPropertyAssignment(parent)) return parent.name === node && isTarget(context, parent.parent);
  const isPart =
    ts.isArrayLiteralExpression(parent) || ts.isSpreadElement(parent) || ts.isParenthesizedExpression(parent);
  return isPart && isTarget(context, parent);
}

/** The type of the value in `x = value`; undefined within patterns, whose values the uses behind them have. */
function assignedType({ checker, ts }: PassContext, { parent }: ts.Node): ts.Type | undefined {
  return ts.isBinaryExpression(parent) ? checker.getTypeAtLocation(parent.right) : undefined;
}
