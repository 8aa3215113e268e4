// `typeof x === "number"`: a kernel knows the type of x, and whether it is defined. `"r" in s`: it knows which members of a union
// have r.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";

export interface TypeTest {
  readonly operand: ts.Expression;
  readonly text: string;
  readonly isEqual: boolean;
}

/** `typeof x === "number"`. */
export function typeTest({ ts }: PassContext, node: ts.Node): TypeTest | undefined {
  if (!ts.isBinaryExpression(node)) return undefined;
  const operator = node.operatorToken.getText();
  const [asked, text] = ts.isTypeOfExpression(node.left) ? [node.left, node.right] : [node.right, node.left];
  if (!/^[!=]==?$/.test(operator) || !ts.isTypeOfExpression(asked) || !ts.isStringLiteralLike(text)) return undefined;
  return { operand: asked.expression, text: text.text, isEqual: operator[0] === "=" };
}

export interface MemberTest {
  readonly name: string;
  readonly object: ts.Expression;
}

/** `"r" in s`. */
export function memberTest({ ts }: PassContext, node: ts.Node): MemberTest | undefined {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.InKeyword) return undefined;
  return ts.isStringLiteralLike(node.left) ? { name: node.left.text, object: node.right } : undefined;
}

/**
 * Whether a node only asserts that all members of a union were tested: `const never: never = s;`, `s satisfies never;`, or an unreachable `return
 * never;`.
 */
export function isExhausted(context: PassContext, node: ts.Node): boolean {
  const { ts } = context;
  const of = (expression: ts.Expression | undefined) =>
    expression !== undefined && ts.isIdentifier(skipTypes(ts, expression)) && isNever(context, expression);
  if (ts.isVariableDeclaration(node)) return node.type?.kind === ts.SyntaxKind.NeverKeyword && of(node.initializer);
  if (ts.isExpressionStatement(node)) return ts.isSatisfiesExpression(node.expression) && of(node.expression);
  return ts.isReturnStatement(node) && of(node.expression);
}

function skipTypes(ts: PassContext["ts"], node: ts.Expression): ts.Expression {
  return ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node) ? skipTypes(ts, node.expression) : node;
}

/** Whether TypeScript has narrowed an expression to `never`, because earlier tests cover all its types. */
function isNever({ checker, ts }: PassContext, node: ts.Expression): boolean {
  return (checker.getTypeAtLocation(node).flags & ts.TypeFlags.Never) !== 0;
}
