// Two questions about an expression's source that decide how it is lowered: does it emit statements (so that what stands
// left of it must be evaluated first), and may it be evaluated where JavaScript would not.

import type ts from "typescript-6";
import { mayBeNull } from "../infer/nullables.js";
import type { PassContext } from "../pass-context.js";
import { accessorDimensions, pointerType } from "../recognise/brands.js";
import { type Call, classifyCall } from "../recognise/calls.js";
import { isQuestion } from "../recognise/item-members.js";
import { resolvedSymbol } from "../recognise/library.js";
import { mathRow } from "../recognise/math.js";
import { assignmentOf, operatorOf } from "../recognise/operators.js";

/** Of one compilation: what names stand for may be another thing in the next. */
const effects = new WeakMap<PassContext, Map<ts.Node, boolean>>();

/** Assignments, calls of functions, atomics, and choices whose branches are not cheap. */
export function hasEffects(context: PassContext, node: ts.Node): boolean {
  const known = effects.get(context) ?? new Map<ts.Node, boolean>();
  effects.set(context, known);
  const found =
    known.get(node) ?? (emitsItself(context, node) || someChild(context, node, (child) => hasEffects(context, child)));
  known.set(node, found);
  return found;
}

function someChild({ ts }: PassContext, node: ts.Node, test: (child: ts.Node) => boolean): boolean {
  return ts.forEachChild(node, (child) => test(child) || undefined) ?? false;
}

function emitsItself(context: PassContext, node: ts.Node): boolean {
  const { ts } = context;
  if (ts.isPostfixUnaryExpression(node) || ts.isNewExpression(node)) return true;
  if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) return true;
  if (ts.isPropertyAccessExpression(node)) {
    return ((resolvedSymbol(context, node.name)?.flags ?? 0) & ts.SymbolFlags.GetAccessor) !== 0;
  }
  if (ts.isPrefixUnaryExpression(node)) {
    return node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
  }
  // The indices of an accessor's rows are compared with its sizes.
  if (ts.isElementAccessExpression(node) && isOfAccessor(context, node)) return true;
  if (ts.isCallExpression(node)) return !isReading(classifyCall(context, node));
  if (ts.isConditionalExpression(node)) return !isCheap(context, node);
  if (!ts.isBinaryExpression(node)) return false;
  if (assignmentOf(ts, node.operatorToken.kind)) return true;
  return operatorOf(ts, node.operatorToken.kind)?.kind === "logical" && !isCheap(context, node);
}

function isOfAccessor(context: PassContext, { expression }: ts.ElementAccessExpression): boolean {
  return accessorDimensions(context, context.checker.getTypeAtLocation(expression)) !== undefined;
}

/** Of a device global, what is read and what its type says; constants. */
function isReading(call: Call): boolean {
  return (
    /^(math|conversion|standard|addressOf|nullPointer|functionRef|localMemory|specConstant|specialized|target)$/.test(
      call.kind,
    ) ||
    (call.kind === "item" && isQuestion(call.method)) ||
    (call.kind === "global" && call.method !== "set")
  );
}

/** Whether evaluating it in vain costs little and cannot fail: no element of an array, no function beyond one operation. */
export function isCheap(context: PassContext, node: ts.Node): boolean {
  const { ts } = context;
  if (ts.isElementAccessExpression(node) || isFollowing(context, node) || isOfNullable(context, node)) return false;
  if (ts.isCallExpression(node)) {
    const call = classifyCall(context, node);
    if (call.kind === "addressOf") return false;
    const row = call.kind === "math" ? mathRow(call.name)?.kind : undefined;
    const isOperation = row === "arithmetic" || row === "rounding" || row === "sqrt" || row === "fround";
    if (!isOperation && (call.kind === "math" || !isReading(call))) return false;
  } else if (!ts.isConditionalExpression(node) && !isCheapLogic(context, node) && emitsItself(context, node)) {
    return false;
  }
  return !someChild(context, node, (child) => !isCheap(context, child));
}

/** Whether it goes where a pointer leads, which fails if that is nowhere: `p.value`, `p.get`. */
function isFollowing(context: PassContext, node: ts.Node): boolean {
  const { ts, checker } = context;
  if (!ts.isPropertyAccessExpression(node) || node.name.text === "isNull") return false;
  return pointerType(context, checker.getTypeAtLocation(node.expression)) !== undefined;
}

/** Whether it asks for what may be null: `hit!`, `this.hit`, which fails if it is. */
function isOfNullable(context: PassContext, node: ts.Node): boolean {
  const { ts, checker } = context;
  if (ts.isNonNullExpression(node) || ts.isAssertionExpression(node))
    return mayBeNull(context, checker.getTypeAtLocation(node.expression));
  const symbol = ts.isPropertyAccessExpression(node) ? resolvedSymbol(context, node.name) : undefined;
  return symbol !== undefined && mayBeNull(context, checker.getTypeOfSymbol(symbol));
}

function isCheapLogic({ ts }: PassContext, node: ts.Node): boolean {
  return ts.isBinaryExpression(node) && operatorOf(ts, node.operatorToken.kind)?.kind === "logical";
}
