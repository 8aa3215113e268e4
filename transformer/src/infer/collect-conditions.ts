// Collects expressions that are booleans: comparisons, `&&` and `||` of conditions.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { evaluate } from "../recognise/evaluate.js";
import { operatorOf } from "../recognise/operators.js";
import { type Collection, complain, newTerm } from "./collect.js";
import type { Instance } from "./instance.js";
import { mayCome } from "./nullables.js";
import { isSameIdentity } from "./object-identity.js";
import { isNullable, isObject, type Value } from "./shape.js";

/**
 * Returns whether strings are equal, if either side is a string; strings exist only at compile time: `total.getProperty("hostAccess") === "read"`.
 */
export function comparedTexts({ context }: Collection, node: ts.BinaryExpression): boolean | undefined {
  const isText = (side: ts.Expression) =>
    (context.checker.getTypeAtLocation(side).flags & context.ts.TypeFlags.StringLike) !== 0;
  if (!isText(node.left) && !isText(node.right)) return undefined;
  const value = evaluate(context, node);
  return typeof value === "boolean" ? value : undefined;
}

/** Collects `a && b` with at least one boolean: it is a boolean, if a number is used only as a condition. */
export function collectLogical(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
  left: Value | undefined,
  right: Value | undefined,
): Value | undefined {
  if (!left || !right) return undefined;
  if (left.kind === "boolean" && right.kind === "boolean") return { kind: "boolean" };
  if (isCondition(collection.context.ts, node)) return { kind: "boolean" };
  const { checker } = collection.context;
  if (isNullable(left) || isNullable(right)) return complain(collection, instance, "LW1124", node, [node.getText()]);
  return complain(collection, instance, "LW1304", node, [checker.typeToString(checker.getTypeAtLocation(node))]);
}

/** Whether an expression is used only as a condition. */
export function isCondition(ts: TypeScript, node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent)) return true;
  if (ts.isForStatement(parent) || ts.isConditionalExpression(parent)) return parent.condition === node;
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isExpressionStatement(parent)) return true;
  if (ts.isParenthesizedExpression(parent)) return isCondition(ts, parent);
  return (
    ts.isBinaryExpression(parent) &&
    operatorOf(ts, parent.operatorToken.kind)?.kind === "logical" &&
    isCondition(ts, parent)
  );
}

/** Collects a comparison: a boolean, whose operands need a common type. */
export function collectComparison(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
  left: Value | undefined,
  right: Value | undefined,
): Value | undefined {
  if (!left || !right) return undefined;
  const operator = node.operatorToken.getText();
  const isEquality = /^[!=]==?$/.test(operator);
  const isAsked = left.kind === "undefined" ? mayCome(collection, node.right) : mayCome(collection, node.left);
  const isOfElement = isAsked && (left.kind === "undefined" || right.kind === "undefined");
  if (isOfElement || isNullable(left) !== isNullable(right))
    return complain(collection, instance, "LW1124", node, [node.getText()]);
  if (left.kind === "number" && right.kind === "number") {
    instance.meetings.set(node, newTerm(collection, { kind: "comparison" }, node, [left.term, right.term]));
  } else if (!isEquality || (left.kind !== right.kind && left.kind !== "undefined" && right.kind !== "undefined")) {
    return complain(collection, instance, "LW1311", node);
  } else if (left.kind === "undefined" || right.kind === "undefined") {
    instance.decided.set(node, (left.kind === right.kind) === operator.startsWith("="));
  } else if (isObject(left) && isObject(right)) {
    const isSame = isSameIdentity(collection, instance, node.left, node.right);
    if (isSame === undefined) return complain(collection, instance, "LW1216", node);
    instance.meanings.set(node, { kind: "constant", value: isSame === operator.startsWith("=") });
  }
  return { kind: "boolean" };
}
