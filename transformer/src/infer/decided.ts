// Decides conditions that are known when a function is compiled for a call: whether an argument is omitted, the result of `typeof`. The branch not
// taken need not make sense for the call, so it is neither collected nor lowered. The condition's own effects remain.

import type { ScalarType } from "@lanewise/ir";
import type ts from "typescript-6";
import type { PassContext, TypeScript } from "../pass-context.js";
import { skipWrappers } from "../recognise/calls.js";
import type { TypeTest } from "../recognise/type-tests.js";
import { type Collection, complain } from "./collect.js";
import { collectExpression } from "./collect-expressions.js";
import type { Instance } from "./instance.js";
import { mayCome } from "./nullables.js";
import { isNullable, isObject, type StructValue, storageHeld, type Value } from "./shape.js";

/** Returns the condition's value; undefined if it is known only at run time. */
export function decisionOf(context: PassContext, instance: Instance, condition: ts.Expression): boolean | undefined {
  const { ts } = context;
  const node = skipWrappers(context, condition);
  const decided = instance.decided.get(node);
  if (decided !== undefined) return decided;
  const value = instance.values.get(node);
  if (value?.kind === "undefined") return false;
  if (isThere(value)) return true;
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    const operand = decisionOf(context, instance, node.operand);
    return operand === undefined ? undefined : !operand;
  }
  if (!ts.isBinaryExpression(node)) return undefined;
  const deciding = decidingSide(ts, node);
  if (deciding === undefined) return undefined;
  const left = decisionOf(context, instance, node.left);
  if (left === deciding) return deciding;
  const right = decisionOf(context, instance, node.right);
  if (right === deciding) return deciding; // the left side runs, but does not matter
  return left === undefined ? undefined : right;
}

/** Whether it is an object or an array, which counts as true. */
function isThere(value: Value | undefined): boolean {
  if (isObject(value)) return !isNullable(value);
  return value?.kind === "span" || value?.kind === "subarray";
}

/** Returns the value of a side that decides `a && b` or `a || b`. */
function decidingSide(ts: TypeScript, node: ts.BinaryExpression): boolean | undefined {
  if (node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return false;
  return node.operatorToken.kind === ts.SyntaxKind.BarBarToken ? true : undefined;
}

/** Whether the right side of `a && b` or `a || b` never runs. */
export function isLeftAlone(context: PassContext, instance: Instance, node: ts.BinaryExpression): boolean {
  const deciding = decidingSide(context.ts, node);
  return deciding !== undefined && decisionOf(context, instance, node.left) === deciding;
}

/** Whether `storage || make()` is its right side, because the call leaves out what the left one names. */
export function isRightAlone({ ts }: PassContext, instance: Instance, node: ts.BinaryExpression): boolean {
  const isOr = node.operatorToken.kind === ts.SyntaxKind.BarBarToken;
  return isOr && ts.isIdentifier(node.left) && instance.values.get(node.left)?.kind === "undefined";
}

/** Whether no statement after `node` runs: a decided `if` whose taken branch leaves the block. */
export function endsBlock(context: PassContext, instance: Instance, node: ts.Node): boolean {
  const { ts } = context;
  if (!ts.isIfStatement(node)) return false;
  const isTrue = decisionOf(context, instance, node.expression);
  const taken = isTrue === undefined ? undefined : isTrue ? node.thenStatement : node.elseStatement;
  return taken !== undefined && leaves(context, instance, taken);
}

function leaves(context: PassContext, instance: Instance, node: ts.Statement): boolean {
  const { ts } = context;
  if (ts.isBlock(node)) return node.statements.some((statement) => leaves(context, instance, statement));
  if (ts.isThrowStatement(node)) return true;
  return ts.isReturnStatement(node) || ts.isBreakOrContinueStatement(node) || endsBlock(context, instance, node);
}

export function collectTypeTest(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
  { operand, text, isEqual }: TypeTest,
): Value | undefined {
  const before = collection.faults;
  const value = collectExpression(collection, instance, operand);
  if (collection.faults > before) return undefined;
  if (!value) return complain(collection, instance, "LW1311", operand);
  // A missing element would be `undefined`, but reading it fails.
  if (mayCome(collection, operand)) return complain(collection, instance, "LW1124", node, [node.getText()]);
  if (!isNullable(value)) instance.decided.set(node, (typeOf(value) === text) === isEqual);
  return { kind: "boolean" };
}

/** Returns the result of `typeof`. */
function typeOf(value: Value): string {
  switch (value.kind) {
    case "number":
      return value.term.isBig ? "bigint" : "number";
    case "text":
      return "string";
    case "boolean":
    case "undefined":
    case "function":
      return value.kind;
    case "choice":
      return "function";
    case "struct":
    case "array":
    case "span":
    case "subarray":
    case "row":
    case "path":
    case "functions":
    case "global":
    case "item":
      return "object";
  }
}

/** Returns the result of `typeof` for a nullable's value where it is present. */
export function typeOfHeld(nullable: StructValue): string {
  const storage = storageHeld(nullable);
  if (storage.kind === "boolean") return storage.kind;
  if (storage.kind === "weak") return storage.term.isBig ? "bigint" : "number";
  return storage.kind === "number" ? (isBigScalar(storage.scalar) ? "bigint" : "number") : "object";
}

const isBigScalar = (scalar: ScalarType): boolean => scalar === "i64" || scalar === "u64";
