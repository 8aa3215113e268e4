// Lowers expressions for their effects, without their values. Choices become if statements, so that their sides may be calls without a value.

import { build, type Expr } from "@lanewise/ir";
import type ts from "typescript-6";
import { decisionOf, isLeftAlone } from "../infer/decided.js";
import { skipWrappers } from "../recognise/calls.js";
import { operatorOf } from "../recognise/operators.js";
import { lowerCall } from "./calls.js";
import { lowerFunctionValue } from "./closures.js";
import { lowerCondition, lowerValue } from "./expressions.js";
import { emit, emitAll, type FunctionEmitter, inBlock, spill } from "./function-emitter.js";
import { buffered, isDisturbing } from "./order.js";

export function lowerEffect(emitter: FunctionEmitter, expression: ts.Expression): void {
  const { context } = emitter.collection;
  const { ts } = context;
  const node = skipWrappers(context, expression);
  const kind = emitter.instance.values.get(node)?.kind;
  if (kind === "function" || kind === "choice") {
    lowerFunctionValue(emitter, node, (call) => lowerCall(emitter, call, "effect"));
    return;
  }
  if (kind === "subarray") {
    if (ts.isCallExpression(node)) lowerCall(emitter, node, "effect");
    else if (ts.isPropertyAccessExpression(node)) lowerEffect(emitter, node.expression);
    return;
  }
  if (kind === "undefined" || kind === "path" || kind === "item" || kind === "functions") return; // no effect at run time
  if (ts.isCallExpression(node)) {
    keep(emitter, lowerCall(emitter, node, "effect"));
  } else if (ts.isConditionalExpression(node)) {
    lowerChoice(emitter, node);
  } else if (ts.isBinaryExpression(node) && lowerSequence(emitter, node)) {
    return;
  } else {
    const { value, statements } = buffered(emitter, () => lowerValue(emitter, node));
    emitAll(emitter, statements);
    if (!isDisturbing(emitter, statements)) keep(emitter, value);
  }
}

/** Lowers an expression that JavaScript evaluates and a kernel need not: reads without other effects are omitted. */
export function lowerActions(emitter: FunctionEmitter, node: ts.Expression): void {
  const block = inBlock(emitter, () => lowerEffect(emitter, node));
  if (isDisturbing(emitter, block)) emitAll(emitter, block);
}

/** Lowers the effects of a condition whose result is known. */
export function lowerDecided(emitter: FunctionEmitter, condition: ts.Expression): void {
  const block = inBlock(emitter, () => keep(emitter, lowerCondition(emitter, condition)));
  if (isDisturbing(emitter, block)) emitAll(emitter, block);
}

/** Returns the side of `c ? a : b` that runs, if it is known; lowers the effects of c. */
export function takenSide(emitter: FunctionEmitter, node: ts.ConditionalExpression): ts.Expression | undefined {
  const isTrue = decisionOf(emitter.collection.context, emitter.instance, node.condition);
  if (isTrue === undefined) return undefined;
  lowerDecided(emitter, node.condition);
  return isTrue ? node.whenTrue : node.whenFalse;
}

/** Evaluates the unused value, because an index may be out of bounds. */
function keep(emitter: FunctionEmitter, value: Expr | undefined): void {
  if (value && value.kind !== "local") spill(emitter, value);
}

function lowerChoice(emitter: FunctionEmitter, node: ts.ConditionalExpression): void {
  const taken = takenSide(emitter, node);
  if (taken) {
    lowerEffect(emitter, taken);
    return;
  }
  const condition = lowerCondition(emitter, node.condition);
  const whenTrue = inBlock(emitter, () => lowerEffect(emitter, node.whenTrue));
  const whenFalse = inBlock(emitter, () => lowerEffect(emitter, node.whenFalse));
  emit(emitter, build.ifElse(condition, whenTrue, whenFalse));
}

/** Lowers `a, b`, `c && f()` and `c || f()`; returns false for all other operators. */
function lowerSequence(emitter: FunctionEmitter, node: ts.BinaryExpression): boolean {
  const operator = operatorOf(emitter.collection.context.ts, node.operatorToken.kind);
  if (operator?.kind === "comma") {
    lowerEffect(emitter, node.left);
    lowerEffect(emitter, node.right);
    return true;
  }
  if (operator?.kind !== "logical" || operator.op === "nullish") return false;
  const condition = lowerCondition(emitter, node.left);
  if (isLeftAlone(emitter.collection.context, emitter.instance, node)) {
    keep(emitter, condition);
    return true;
  }
  const rest = inBlock(emitter, () => lowerEffect(emitter, node.right));
  emit(emitter, build.ifElse(operator.op === "and" ? condition : build.op("not", condition), rest));
  return true;
}
