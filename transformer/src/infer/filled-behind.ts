// Decides whether all elements of `const w = new Array(9);` are written before they are read: the next statement that names it must be a loop over
// all indices whose body begins by writing the counter's element. Then nobody sees that they are undefined in JavaScript.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "../recognise/calls.js";
import { evaluate } from "../recognise/evaluate.js";

export function isFilledBehind(context: PassContext, made: ts.Expression, count: number): boolean {
  const { ts } = context;
  const declaration = made.parent;
  if (!ts.isVariableDeclaration(declaration) || !ts.isIdentifier(declaration.name)) return false;
  const list = declaration.parent;
  const statement = list.parent;
  if (!ts.isVariableDeclarationList(list) || !ts.isVariableStatement(statement) || !ts.isBlock(statement.parent))
    return false;
  const name = declaration.name.text;
  const own = list.declarations;
  if (own.slice(own.indexOf(declaration) + 1).some((other) => names(context, other, name))) return false;
  const behind = statement.parent.statements.slice(statement.parent.statements.indexOf(statement) + 1);
  const next = behind.find((one) => names(context, one, name));
  if (closesOver(context, statement.parent, name)) return false;
  return next !== undefined && ts.isForStatement(next) && fills(context, next, name, count);
}

/** Whether a function in the block names it, which the loop may call. */
function closesOver(context: PassContext, node: ts.Node, name: string): boolean {
  const inside = (child: ts.Node): boolean => closesOver(context, child, name);
  return context.ts.isFunctionLike(node)
    ? names(context, node, name)
    : (context.ts.forEachChild(node, inside) ?? false);
}

function fills(context: PassContext, loop: ts.ForStatement, name: string, count: number): boolean {
  const { ts } = context;
  const counter = counterOf(context, loop, name, count);
  if (counter === undefined) return false;
  const [first] = ts.isBlock(loop.statement) ? loop.statement.statements : [loop.statement];
  if (!first || !ts.isExpressionStatement(first) || !ts.isBinaryExpression(first.expression)) return false;
  const { left, operatorToken, right } = first.expression;
  return (
    operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isElementAccessExpression(left) &&
    isNamed(context, left.expression, name) &&
    isNamed(context, left.argumentExpression, counter) &&
    !names(context, right, name) &&
    !mayLeaveOut(context, loop.statement, counter)
  );
}

/** Returns the counter of `for (let k = 0; k < 9; k++)`, or with `k < w.length`. */
function counterOf(context: PassContext, loop: ts.ForStatement, array: string, count: number): string | undefined {
  const { ts } = context;
  const { initializer, condition, incrementor } = loop;
  if (!initializer || !ts.isVariableDeclarationList(initializer) || !condition || !incrementor) return undefined;
  const [declared, ...others] = initializer.declarations;
  if (!declared?.initializer || others.length > 0 || !ts.isIdentifier(declared.name)) return undefined;
  const name = declared.name.text;
  const isUnary = ts.isPostfixUnaryExpression(incrementor) || ts.isPrefixUnaryExpression(incrementor);
  const isCounted =
    evaluate(context, declared.initializer) === 0 &&
    ts.isBinaryExpression(condition) &&
    condition.operatorToken.kind === ts.SyntaxKind.LessThanToken &&
    isNamed(context, condition.left, name) &&
    (evaluate(context, condition.right) === count || isLengthOf(context, condition.right, array)) &&
    isUnary &&
    incrementor.operator === ts.SyntaxKind.PlusPlusToken &&
    isNamed(context, incrementor.operand, name);
  return isCounted ? name : undefined;
}

/** Whether an iteration may leave the loop, or assign its counter. */
function mayLeaveOut(context: PassContext, body: ts.Node, counter: string): boolean {
  const { ts } = context;
  const leaves = (node: ts.Node): boolean => {
    if (ts.isBreakStatement(node) || ts.isReturnStatement(node) || ts.isFunctionLike(node)) return true;
    if (ts.isContinueStatement(node)) return node.label !== undefined;
    const target =
      ts.isBinaryExpression(node) && isAssignment(context, node)
        ? node.left
        : ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)
          ? node.operand
          : undefined;
    if (target && !ts.isElementAccessExpression(skipWrappers(context, target)) && names(context, target, counter))
      return true;
    return ts.forEachChild(node, leaves) ?? false;
  };
  return leaves(body);
}

function isAssignment({ ts }: PassContext, { operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function isNamed({ ts }: PassContext, node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}

function isLengthOf(context: PassContext, node: ts.Node, array: string): boolean {
  return (
    context.ts.isPropertyAccessExpression(node) &&
    node.name.text === "length" &&
    isNamed(context, node.expression, array)
  );
}

function names(context: PassContext, node: ts.Node, name: string): boolean {
  return (
    isNamed(context, node, name) || (context.ts.forEachChild(node, (child) => names(context, child, name)) ?? false)
  );
}
