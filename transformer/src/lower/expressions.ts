// Lowers expressions: numbers in the type of their term, booleans, typed arrays and lvalues. The evaluation order is JavaScript's: where a later
// operand emits statements, earlier ones are evaluated into locals first.

import { build, type Expr, invariant, isSameType } from "@lanewise/ir";
import type ts from "typescript-6";
import { complain } from "../infer/collect.js";
import { isNullTest } from "../infer/collect-pointers.js";
import { isLeftAlone } from "../infer/decided.js";
import { isNullable, isObject, type Value } from "../infer/shape.js";
import type { NumberType, Term } from "../infer/term.js";
import type { PassContext } from "../pass-context.js";
import { isReading } from "../recognise/actions.js";
import { classifyCall, skipWrappers } from "../recognise/calls.js";
import { assignmentOf, type Operator, operatorOf, truncationOf } from "../recognise/operators.js";
import { lowerAssignment, lowerStep } from "./assignments.js";
import { lowerCall, lowerFunctionCall } from "./calls.js";
import { checkFraction, checkSign, coerce, isOfPackage, narrowed, truthy, wholeNumber } from "./coerce.js";
import { lowerActions, lowerEffect, takenSide } from "./effects.js";
import {
  addLocal,
  emit,
  emitAll,
  type FunctionEmitter,
  inBlock,
  readLocal,
  shallow,
  spill,
  termOf,
} from "./function-emitter.js";
import { lowerItemMember } from "./items.js";
import { lowerName } from "./names.js";
import { isTruthy, lowerComparisonWithNull, lowerHeld, lowerNullish, lowerTypeTest } from "./nullables.js";
import { isMade, lowerObject } from "./objects.js";
import { lowerArithmetic, lowerBits, lowerBitwise, lowerShift, lowerTruncation, typeOfOperands } from "./operators.js";
import { buffered, isFree, lowerOperands } from "./order.js";
import { loadPlace, lowerElement, lowerMember, lowerPlace } from "./places.js";
import { baseValue, lowerNullTest } from "./pointers.js";
import { lengthOfRow } from "./rows.js";
import { lengthOfSubarray } from "./subarrays.js";
import { lowerMemberTest } from "./unions.js";
import { typeOfValue } from "./variables.js";

/** Returns a number in its term's type. */
export function lowerNumber(emitter: FunctionEmitter, node: ts.Expression): Expr {
  const term = termOf(emitter, node);
  return coerce(emitter, lowerValue(emitter, node), term.type, node, term);
}

/** Returns a number in the type `to`; reports a fraction that should be an integer. */
export function lowerNumberAs(emitter: FunctionEmitter, node: ts.Expression, to: NumberType): Expr {
  const term = termOf(emitter, node);
  // Literals and captured numbers take the target type at once, so that they are not rounded twice.
  const isFree = term.origin.kind === "literal";
  const value = isFree ? lowerValue(emitter, node) : lowerNumber(emitter, node);
  return coerce(emitter, value, to, node, term);
}

/** Returns a number to be assigned to a target of type `to`. */
export function lowerNumberInto(emitter: FunctionEmitter, node: ts.Expression, to: NumberType, target?: Term): Expr {
  checkSign(emitter, node, termOf(emitter, node), to);
  const term = termOf(emitter, node);
  const isWhole = target?.kind === "integer" && /^f/.test(to) && term.kind === "float" && isOfPackage(emitter, node);
  if (isWhole) return wholeNumber(emitter, lowerNumberAs(emitter, node, to), node);
  if (target) checkFraction(emitter, node, term, target);
  return lowerNumberAs(emitter, node, to);
}

/** Returns a value for a variable, a parameter or a result. */
export function lowerForShape(emitter: FunctionEmitter, node: ts.Expression, shape: Value): Expr {
  if (shape.kind === "number")
    return narrowed(emitter, lowerNumberInto(emitter, node, shape.term.type, shape.term), shape.narrow);
  if (shape.kind === "boolean") return lowerBoolean(emitter, node);
  if (isObject(shape)) return lowerObject(emitter, node);
  const value = lowerValue(emitter, node);
  const type = typeOfValue(emitter.module, shape);
  return type && isSameType(value.type, type) ? value : nothing(emitter, node);
}

/** Lowers any expression; a number may still have another type than its term's. */
export function lowerValue(emitter: FunctionEmitter, node: ts.Expression): Expr {
  const { context } = emitter.collection;
  const { ts } = context;
  const origin = emitter.instance.terms.get(node)?.origin;
  // A weak constant adopts the type of its use. (An assignment's value may be one too.)
  if (origin?.kind === "literal" && isFolded(emitter, node)) return literal(origin.value);
  const value = emitter.instance.values.get(node);
  const whole = emitter.instance.unwraps.get(node);
  if (whole) return lowerHeld(emitter, node, whole);
  if (value?.kind === "item") return nothing(emitter, node);
  const meaning = emitter.instance.meanings.get(node);
  if (meaning) return lowerName(emitter, node);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return build.constant("bool", true);
  if (node.kind === ts.SyntaxKind.FalseKeyword) return build.constant("bool", false);
  if (isObject(value) && isMade(emitter, value)) return lowerObject(emitter, node);
  if (ts.isAssertionExpression(node) || ts.isSatisfiesExpression(node)) return lowerValue(emitter, node.expression);
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return lowerValue(emitter, node.expression);
  if (ts.isPrefixUnaryExpression(node)) return lowerPrefix(emitter, node);
  if (ts.isPostfixUnaryExpression(node)) return lowerStep(emitter, node);
  if (ts.isBinaryExpression(node)) return lowerBinary(emitter, node);
  if (ts.isConditionalExpression(node)) return lowerConditional(emitter, node);
  if (ts.isCallExpression(node)) return lowerCall(emitter, node) ?? nothing(emitter, node);
  if (ts.isPropertyAccessExpression(node)) return lowerProperty(emitter, node);
  if (ts.isElementAccessExpression(node)) return lowerElementAccess(emitter, node);
  return nothing(emitter, node);
}

/** Whether the expression runs no code, unlike `k = 3`, `(f(), 3)` and results of functions. */
function isFolded(emitter: FunctionEmitter, expression: ts.Expression): boolean {
  const { context } = emitter.collection;
  const { ts } = context;
  const node = skipWrappers(context, expression);
  if (emitter.instance.calls.has(node)) return false;
  if (ts.isCallExpression(node)) return isReading(classifyCall(context, node));
  if (!ts.isBinaryExpression(node)) return true;
  return !assignmentOf(ts, node.operatorToken.kind) && !/comma|logical/.test(kindOfOperator(ts, node) ?? "");
}

function kindOfOperator(ts: PassContext["ts"], node: ts.BinaryExpression): Operator["kind"] | undefined {
  return operatorOf(ts, node.operatorToken.kind)?.kind;
}

/** Returns a weak constant: an f64, or an i64, which adopts the type of its use, too. */
function literal(value: number | bigint): Expr {
  if (typeof value === "number") return build.constant("f64", value);
  return BigInt.asIntN(64, value) === value
    ? build.constant("i64", value)
    : build.constant("u64", BigInt.asUintN(64, value));
}

function nothing(emitter: FunctionEmitter, node: ts.Node): Expr {
  complain(emitter.collection, emitter.instance, "LW1311", node);
  return build.constant("bool", false);
}

/** `a[i]` of a scalar is a load; of an object, a reference to it. */
function lowerElementAccess(emitter: FunctionEmitter, node: ts.ElementAccessExpression): Expr {
  if (isObject(emitter.instance.values.get(node))) return lowerElement(emitter, node);
  return loadPlace(lowerPlace(emitter, node));
}

export function lowerProperty(emitter: FunctionEmitter, node: ts.PropertyAccessExpression): Expr {
  const { instance } = emitter;
  const getter = instance.calls.get(node);
  if (getter) return lowerFunctionCall(emitter, node, getter, "value") ?? nothing(emitter, node);
  if (isNullTest(emitter.collection, node)) return lowerNullTest(emitter, node);
  const base = baseValue(emitter, node.expression);
  if (base?.kind === "item") return lowerItemMember(base, node.name.text) ?? nothing(emitter, node);
  if (base?.kind === "span") return build.length(lowerValue(emitter, node.expression));
  if (base?.kind === "array") {
    lowerActions(emitter, node.expression);
    return build.constant("i32", base.length);
  }
  if (base?.kind === "row") return lengthOfRow(emitter, base);
  if (base?.kind === "subarray") {
    lowerEffect(emitter, node.expression);
    return lengthOfSubarray(emitter, base);
  }
  if (isObject(instance.values.get(node))) return lowerMember(emitter, node);
  return loadPlace(lowerPlace(emitter, node));
}

function lowerPrefix(emitter: FunctionEmitter, node: ts.PrefixUnaryExpression): Expr {
  const { ts } = emitter.collection.context;
  const truncation = truncationOf(ts, node);
  if (truncation) return lowerTruncation(emitter, truncation.operand, truncation.to);
  switch (node.operator) {
    case ts.SyntaxKind.PlusPlusToken:
    case ts.SyntaxKind.MinusMinusToken:
      return lowerStep(emitter, node);
    case ts.SyntaxKind.ExclamationToken:
      return build.op("not", lowerCondition(emitter, node.operand));
    case ts.SyntaxKind.PlusToken:
      if (emitter.instance.terms.has(node.operand)) return lowerValue(emitter, node.operand);
      return build.convert("convert", "i32", lowerBoolean(emitter, node.operand));
    default:
      return lowerNegation(emitter, node);
  }
}

function lowerNegation(emitter: FunctionEmitter, node: ts.PrefixUnaryExpression): Expr {
  const { ts } = emitter.collection.context;
  const term = termOf(emitter, node);
  const isComplement = node.operator === ts.SyntaxKind.TildeToken;
  const value = (isComplement ? lowerBits : lowerNumberAs)(emitter, node.operand, term.type);
  return build.op(isComplement ? "not" : "neg", shallow(emitter, value));
}

function lowerBinary(emitter: FunctionEmitter, node: ts.BinaryExpression): Expr {
  const { ts } = emitter.collection.context;
  const truncation = truncationOf(ts, node);
  if (truncation) return lowerTruncation(emitter, truncation.operand, truncation.to);
  const assignment = assignmentOf(ts, node.operatorToken.kind);
  if (assignment) return lowerAssignment(emitter, node, assignment);
  const operator = operatorOf(ts, node.operatorToken.kind);
  if (!operator) return lowerMemberTest(emitter, node) ?? nothing(emitter, node);
  return lowerOperator(emitter, node, operator);
}

function lowerOperator(emitter: FunctionEmitter, node: ts.BinaryExpression, operator: Operator): Expr {
  switch (operator.kind) {
    case "comma":
      lowerEffect(emitter, node.left);
      return lowerValue(emitter, node.right);
    case "logical":
      return lowerLogical(emitter, node, operator.op);
    case "comparison":
      return lowerComparison(emitter, node, operator.op);
    default: {
      const type = typeOfOperands(termOf(emitter, node), operator);
      if (operator.kind === "shift") return lowerShift(emitter, node, operator.op);
      const lower = operator.kind === "bitwise" ? lowerBits : lowerNumberAs;
      const lowered = (operand: ts.Expression) => () => lower(emitter, operand, type);
      const [left, right] = lowerOperands(emitter, [lowered(node.left), lowered(node.right)]);
      if (!left || !right) return nothing(emitter, node);
      if (operator.kind === "bitwise") return lowerBitwise(emitter, node, operator.op, left, right);
      return lowerArithmetic(emitter, node, operator, left, right);
    }
  }
}

function lowerComparison(
  emitter: FunctionEmitter,
  node: ts.BinaryExpression,
  op: "eq" | "ne" | "lt" | "le" | "gt" | "ge",
): Expr {
  const tested = lowerTypeTest(emitter, node) ?? lowerComparisonWithNull(emitter, node);
  if (tested) return tested;
  const term = emitter.instance.meetings.get(node);
  const [leftValue, rightValue] = [node.left, node.right].map((side) => emitter.instance.values.get(side));
  if (leftValue?.kind === "undefined" || rightValue?.kind === "undefined") {
    for (const side of [node.left, node.right]) lowerActions(emitter, side);
    return build.constant("bool", (leftValue?.kind === rightValue?.kind) === (op === "eq"));
  }
  const lowered = (operand: ts.Expression) => () =>
    term ? lowerNumberAs(emitter, operand, term.type) : lowerBoolean(emitter, operand);
  const [left, right] = lowerOperands(emitter, [lowered(node.left), lowered(node.right)]);
  if (!left || !right) return nothing(emitter, node);
  if (term) return lowerArithmetic(emitter, node, { kind: "comparison", op }, left, right);
  return op === "eq" || op === "ne" ? build.op(op, left, right) : nothing(emitter, node);
}

export function lowerBoolean(emitter: FunctionEmitter, node: ts.Expression): Expr {
  const value = lowerValue(emitter, node);
  const isText = emitter.instance.values.get(node)?.kind === "text"; // compared by number
  return value.type === "bool" || isText ? value : nothing(emitter, node);
}

/** Returns whether `node` counts as true. */
export function lowerCondition(emitter: FunctionEmitter, node: ts.Expression): Expr {
  const { ts } = emitter.collection.context;
  if (ts.isParenthesizedExpression(node)) return lowerCondition(emitter, node.expression);
  const operator = ts.isBinaryExpression(node) ? operatorOf(ts, node.operatorToken.kind) : undefined;
  if (ts.isBinaryExpression(node) && operator?.kind === "logical" && operator.op !== "nullish") {
    return lowerShortCircuit(emitter, node, operator.op, (side) => lowerCondition(emitter, side));
  }
  if (ts.isConditionalExpression(node))
    return lowerChoice(emitter, node, (side) => lowerCondition(emitter, side), true);
  const value = emitter.instance.values.get(node);
  if (value?.kind === "undefined") return build.constant("bool", false);
  if (value && /^(function|choice|functions|subarray)$/.test(value.kind)) return build.constant("bool", true);
  if (value?.kind === "text") return nothing(emitter, node);
  if (isNullable(value)) return isTruthy(emitter, node, value);
  if (isObject(value) || value?.kind === "span") {
    lowerEffect(emitter, node);
    return build.constant("bool", true);
  }
  return truthy(emitter.instance.terms.has(node) ? lowerNumber(emitter, node) : lowerBoolean(emitter, node));
}

/** `a && b`: evaluates both sides where b is free, else b only where it decides. Both sides are booleans. */
function lowerShortCircuit(
  emitter: FunctionEmitter,
  node: ts.BinaryExpression,
  op: "and" | "or",
  lower: (side: ts.Expression) => Expr,
): Expr {
  const left = shallow(emitter, lower(node.left));
  if (isLeftAlone(emitter.collection.context, emitter.instance, node)) return left;
  const right = buffered(emitter, () => lower(node.right));
  if (isFree(emitter, right)) {
    emitAll(emitter, right.statements);
    return build.op(op, left, right.value);
  }
  const result = addLocal(emitter, "", "bool");
  emit(emitter, build.set(result, left));
  const rest = [...right.statements, ...inBlock(emitter, () => emit(emitter, build.set(result, right.value)))];
  const decided = readLocal(emitter, result);
  emit(emitter, build.ifElse(op === "and" ? decided : build.op("not", decided), rest));
  return decided;
}

/** Returns the value of `a && b`, `a || b`, `a ?? b`; only nullables can be null or undefined at run time. */
function lowerLogical(emitter: FunctionEmitter, node: ts.BinaryExpression, op: "and" | "or" | "nullish"): Expr {
  if (op === "nullish") {
    const left = emitter.instance.values.get(node.left);
    if (isNullable(left)) return lowerNullish(emitter, node, left);
    const isLeft = emitter.instance.values.get(node.left)?.kind !== "undefined";
    return lowerValue(emitter, isLeft ? node.left : node.right);
  }
  const term = emitter.instance.terms.get(node);
  if (isObject(emitter.instance.values.get(node))) return lowerValue(emitter, node.left); // the right side never runs
  if (!term) return lowerShortCircuit(emitter, node, op, (side) => lowerCondition(emitter, side));
  const left = spill(emitter, lowerNumberInto(emitter, node.left, term.type, term));
  const result = addLocal(emitter, "", term.type);
  emit(emitter, build.set(result, left));
  const rest = inBlock(emitter, () =>
    emit(emitter, build.set(result, lowerNumberInto(emitter, node.right, term.type, term))),
  );
  const isTrue = truthy(left);
  emit(emitter, build.ifElse(op === "and" ? isTrue : build.op("not", isTrue), rest));
  return readLocal(emitter, result);
}

/** `c ? a : b`: a select where both sides are free, else an if. */
function lowerConditional(emitter: FunctionEmitter, node: ts.ConditionalExpression): Expr {
  const term = emitter.instance.terms.get(node);
  const lower = (side: ts.Expression) =>
    term ? lowerNumberInto(emitter, side, term.type, term) : lowerValue(emitter, side);
  const isScalar = term !== undefined || /^(boolean|text)$/.test(emitter.instance.values.get(node)?.kind ?? "");
  return lowerChoice(emitter, node, lower, isScalar);
}

function lowerChoice(
  emitter: FunctionEmitter,
  node: ts.ConditionalExpression,
  lower: (side: ts.Expression) => Expr,
  isScalar: boolean,
): Expr {
  const taken = takenSide(emitter, node);
  if (taken) return lower(taken);
  const condition = shallow(emitter, lowerCondition(emitter, node.condition));
  const [first, second] = [
    buffered(emitter, () => lower(node.whenTrue)),
    buffered(emitter, () => lower(node.whenFalse)),
  ];
  if (isScalar && isFree(emitter, first) && isFree(emitter, second)) {
    const [a, b] = [first, second].map(({ value, statements }) => {
      emitAll(emitter, statements);
      return shallow(emitter, value);
    });
    return a && b && isSameType(a.type, b.type) ? build.op("select", condition, a, b) : nothing(emitter, node);
  }
  if (!isSameType(first.value.type, second.value.type)) return nothing(emitter, node);
  const result = addLocal(emitter, "", first.value.type);
  const [whenTrue, whenFalse] = [first, second].map(({ value, statements }) => [
    ...statements,
    build.set(result, value),
  ]);
  invariant(whenTrue && whenFalse, "a choice has two sides");
  emit(emitter, build.ifElse(condition, whenTrue, whenFalse));
  return readLocal(emitter, result);
}
