// Lowers assignments of all kinds to variables and to memory. The value of an assignment is what was assigned, before a store narrowed it.

import { build, type Expr, invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import type { Variable } from "../infer/instance.js";
import { isNullable, isObject, type Value } from "../infer/shape.js";
import { isBigType, isFloatType, type NumberType } from "../infer/term.js";
import { skipWrappers } from "../recognise/calls.js";
import { isName } from "../recognise/names.js";
import type { Assignment, CompoundOperator } from "../recognise/operators.js";
import { checkFraction, coerce, constantOf, narrowed, toMemory, truncated, truthy } from "./coerce.js";
import { lowerBoolean, lowerForShape, lowerNumber, lowerNumberAs, lowerValue } from "./expressions.js";
import { emit, emitAll, type FunctionEmitter, inBlock, readLocal, spill, termOf } from "./function-emitter.js";
import { meaningOf } from "./names.js";
import { lowerNullishAssignment } from "./nullables.js";
import { copyObject, lowerInto, lowerObject, valueGiven } from "./objects.js";
import {
  checkShift,
  lowerAmount,
  lowerArithmetic,
  lowerBits,
  lowerBitwise,
  shifted,
  typeOfOperands,
} from "./operators.js";
import { buffered, inOrder, isDisturbing } from "./order.js";
import { lowerAssignmentPattern } from "./patterns.js";
import { evaluatedOnce, keep, loadPlace, lowerPlace, type Place } from "./places.js";
import { lowerSetting, lowerUpdate } from "./setters.js";
import { localIndex, ownsObject, readVariable, writeVariable } from "./variables.js";

/** Writes a value to a variable and converts it to the variable's number type. */
function setVariable(emitter: FunctionEmitter, variable: Variable, value: Expr, node: ts.Expression): Expr {
  const { shape } = variable;
  const term = emitter.instance.terms.get(node);
  if (shape.kind !== "number" || !term) return initialise(emitter, variable, value);
  checkFraction(emitter, node, term, shape.term);
  return initialise(
    emitter,
    variable,
    narrowed(emitter, coerce(emitter, value, shape.term.type, node, term), shape.narrow),
  );
}

/** Writes a value of the variable's type; where the variable refers to another variable's object, this is the reference. */
export function initialise(emitter: FunctionEmitter, variable: Variable, value: Expr): Expr {
  writeVariable(emitter, variable.key, value);
  return readVariable(emitter, variable.key);
}

/** Declares a variable and initialises it with the value of an expression. */
export function initialiseFrom(emitter: FunctionEmitter, variable: Variable, node: ts.Expression): void {
  const { shape, key } = variable;
  if (!isObject(shape)) initialise(emitter, variable, lowerForShape(emitter, node, shape));
  else if (ownsObject(emitter.collection, variable))
    lowerInto(emitter, node, readLocal(emitter, localIndex(emitter, key)));
  else initialise(emitter, variable, lowerObject(emitter, node));
}

function variableOf(emitter: FunctionEmitter, target: ts.Expression): Variable | undefined {
  const place = skipWrappers(emitter.collection.context, target);
  if (!isName(emitter.collection.context, place)) return undefined;
  const meaning = meaningOf(emitter, place);
  if (meaning.kind === "variable") return meaning.variable;
  return meaning.kind === "outer" && meaning.outer.kind === "variable" ? meaning.outer.variable : undefined;
}

/** What is updated in a local, and not as a place. */
function scalarVariable(emitter: FunctionEmitter, target: ts.Expression): Variable | undefined {
  const variable = variableOf(emitter, target);
  return isObject(variable?.shape) ? undefined : variable;
}

export function lowerAssignment(emitter: FunctionEmitter, node: ts.BinaryExpression, assignment: Assignment): Expr {
  const setter = emitter.instance.calls.get(node);
  if (setter && assignment.kind === "compound") {
    const { operator } = assignment;
    return lowerUpdate(emitter, node, setter, (current) => combine(emitter, node, operator, () => current)).after;
  }
  if (setter) return lowerSetting(emitter, node, setter, isValueUsed(emitter, node));
  if (assignment.kind === "compound") return lowerCompound(emitter, node, assignment.operator);
  if (assignment.kind === "logical") return lowerLogicalAssignment(emitter, node, assignment.op);
  if (emitter.instance.kept.has(node) || lowerAssignmentPattern(emitter, node)) return build.constant("bool", false);
  const variable = variableOf(emitter, node.left);
  if (isObject(valueGiven(emitter, node.right))) return assignObject(emitter, node, variable);
  if (variable) return initialise(emitter, variable, lowerForShape(emitter, node.right, variable.shape));
  const [place, value] = inOrder(emitter, lowerPlace(emitter, node.left), keep, () =>
    loweredForStore(emitter, node.right),
  );
  return storeTo(emitter, place, value, node);
}

/** Builds a fresh object apart and then copies it, because its initialiser may read the object that it replaces. */
function assignObject(emitter: FunctionEmitter, node: ts.BinaryExpression, variable: Variable | undefined): Expr {
  const given = lowerObject(emitter, node.right);
  if (variable && !ownsHere(emitter, variable)) return initialise(emitter, variable, spill(emitter, given));
  const place = variable ? readVariable(emitter, variable.key) : lowerValue(emitter, node.left);
  copyObject(emitter, place, given, node);
  return place;
}

/** Whether the variable owns its object, possibly as a variable of an enclosing function. */
function ownsHere(emitter: FunctionEmitter, variable: Variable): boolean {
  return ownsObject(emitter.collection, variable);
}

/** Writes a lowered value to `target`, as patterns do. */
export function assignPlace(
  emitter: FunctionEmitter,
  target: ts.Expression,
  given: Expr,
  value: Value,
  node: ts.Expression,
): void {
  const variable = variableOf(emitter, target);
  if (isObject(value)) {
    if (variable && !ownsHere(emitter, variable)) initialise(emitter, variable, given);
    else copyObject(emitter, variable ? readVariable(emitter, variable.key) : lowerValue(emitter, target), given, node);
    return;
  }
  if (!variable) {
    const place = lowerPlace(emitter, target);
    emit(
      emitter,
      build.store(place.ref, toMemory(given, place.element, place.clamps), emitter.module.positionOf(node)),
    );
    if (place.written) {
      emit(emitter, build.store(place.written, build.constant("bool", true), emitter.module.positionOf(node)));
    }
    return;
  }
  const { shape } = variable;
  if (shape.kind !== "number") initialise(emitter, variable, given);
  else {
    const term = value.kind === "number" ? value.term : shape.term;
    checkFraction(emitter, node, term, shape.term);
    initialise(emitter, variable, narrowed(emitter, coerce(emitter, given, shape.term.type, node, term), shape.narrow));
  }
}

/** `a ||= b`, `a &&= b`, `a ??= b`: evaluates b only where it is assigned. */
function lowerLogicalAssignment(
  emitter: FunctionEmitter,
  node: ts.BinaryExpression,
  op: "and" | "or" | "nullish",
): Expr {
  if (op === "nullish") return lowerNullishUpdate(emitter, node);
  const variable = variableOf(emitter, node.left);
  const given = variable ? undefined : placeForUpdate(emitter, node.left);
  const { value, statements } = buffered(emitter, () =>
    variable ? lowerForShape(emitter, node.right, variable.shape) : loweredForStore(emitter, node.right),
  );
  const place = given && isDisturbing(emitter, statements) ? keep(emitter, given) : given;
  const read = () => (variable ? readVariable(emitter, variable.key) : place && loadPlace(place));
  const current = read();
  invariant(current, "an assignment reads what it changes");
  const isTrue = truthy(spill(emitter, current));
  const stored = inBlock(emitter, () => {
    if (variable) initialise(emitter, variable, value);
    else if (place) storeTo(emitter, place, value, node);
  });
  emit(emitter, build.ifElse(op === "and" ? isTrue : build.op("not", isTrue), [...statements, ...stored]));
  return read() ?? current;
}

/** `a ??= b`; where TypeScript knows that a is there, b never runs. */
function lowerNullishUpdate(emitter: FunctionEmitter, node: ts.BinaryExpression): Expr {
  const whole = emitter.instance.values.get(node.left);
  if (!isNullable(whole)) return lowerValue(emitter, node.left);
  return lowerNullishAssignment(emitter, node, whole, (place) =>
    copyObject(emitter, place, lowerObject(emitter, node.right), node),
  );
}

/** Returns a number in its term's type (a literal unconverted), or a boolean. */
export function loweredForStore(emitter: FunctionEmitter, node: ts.Expression): Expr {
  const origin = emitter.instance.terms.get(node)?.origin.kind;
  if (origin === undefined) return lowerBoolean(emitter, node);
  return origin === "literal" ? lowerValue(emitter, node) : lowerNumber(emitter, node);
}

function storeTo(emitter: FunctionEmitter, place: Place, value: Expr, node: ts.Node): Expr {
  const kept = isValueUsed(emitter, node) ? spill(emitter, value) : value;
  const stored = toMemory(kept, place.element, place.clamps);
  emit(emitter, build.store(place.ref, stored, emitter.module.positionOf(node)));
  if (place.written) {
    emit(emitter, build.store(place.written, build.constant("bool", true), emitter.module.positionOf(node)));
  }
  return kept;
}

/** Returns the lvalue with its index evaluated once, since it is read and then written. */
function placeForUpdate(emitter: FunctionEmitter, target: ts.Expression): Place {
  const place = lowerPlace(emitter, target);
  return { ...place, ref: evaluatedOnce(emitter, place.ref) };
}

function lowerCompound(emitter: FunctionEmitter, node: ts.BinaryExpression, operator: CompoundOperator): Expr {
  const variable = scalarVariable(emitter, node.left);
  if (variable) {
    const value = combine(emitter, node, operator, () => readVariable(emitter, variable.key));
    return setVariable(emitter, variable, value, node);
  }
  let place = placeForUpdate(emitter, node.left);
  const value = combine(emitter, node, operator, (isDisturbed) => {
    if (isDisturbed) place = keep(emitter, place);
    return loadPlace(place);
  });
  return storeTo(emitter, place, value, node);
}

/** The old value as an operand: of a fraction, bit operations take the bits. */
function leftOf(
  emitter: FunctionEmitter,
  { left }: ts.BinaryExpression,
  { kind }: CompoundOperator,
  before: Expr,
  type: NumberType,
): Expr {
  const term = termOf(emitter, left);
  const isOfBits = kind === "bitwise" || kind === "shift";
  if (!isOfBits || term.kind !== "float" || isFloatType(type) || isBigType(type))
    return coerce(emitter, before, type, left, term);
  return truncated(before, type);
}

/** Returns `before op right` in the type of the whole term. `read` returns the old value, which the right operand may change if `isDisturbed`. */
function combine(
  emitter: FunctionEmitter,
  node: ts.BinaryExpression,
  operator: CompoundOperator,
  read: (isDisturbed: boolean) => Expr,
): Expr {
  const type = typeOfOperands(termOf(emitter, node), operator);
  const { value: right, statements } = buffered(emitter, () => {
    if (operator.kind === "shift") return lowerAmount(emitter, node, operator.op, type);
    return (operator.kind === "bitwise" ? lowerBits : lowerNumberAs)(emitter, node.right, type);
  });
  const isDisturbed = isDisturbing(emitter, statements);
  const current = read(isDisturbed);
  const before = isDisturbed ? spill(emitter, current) : current;
  const left = leftOf(emitter, node, operator, before, type);
  emitAll(emitter, statements);
  if (operator.kind === "shift") {
    checkShift(emitter, node, operator.op);
    return shifted(emitter, operator.op, left, right);
  }
  if (operator.kind === "bitwise") return lowerBitwise(emitter, node, operator.op, left, right);
  return lowerArithmetic(emitter, node, operator, left, right);
}

/** Whether the expression's value is used: not in an expression statement, nor in the initialiser or update of a `for`. */
function isValueUsed({ collection }: FunctionEmitter, node: ts.Node): boolean {
  const { ts } = collection.context;
  const { parent } = node;
  if (ts.isExpressionStatement(parent)) return false;
  return !ts.isForStatement(parent) || parent.condition === node;
}

/** `x++`, `--x`: the value is the number after or before the step. */
export function lowerStep(emitter: FunctionEmitter, node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): Expr {
  const { ts } = emitter.collection.context;
  const term = termOf(emitter, node);
  const op = node.operator === ts.SyntaxKind.PlusPlusToken ? "add" : "sub";
  const setter = emitter.instance.calls.get(node);
  if (setter) {
    const { before, after } = lowerUpdate(emitter, node, setter, (current) =>
      stepped(emitter, node, op, current, term.type),
    );
    return ts.isPrefixUnaryExpression(node) ? after : before;
  }
  const variable = scalarVariable(emitter, node.operand);
  const place = variable ? undefined : placeForUpdate(emitter, node.operand);
  const isUsed = isValueUsed(emitter, node);
  const current = variable ? readVariable(emitter, variable.key) : place && loadPlace(place);
  invariant(current, "a step reads what it changes");
  const before = isUsed ? spill(emitter, current) : current;
  const sum = stepped(emitter, node, op, before, term.type);
  const after = variable
    ? setVariable(emitter, variable, sum, node)
    : place
      ? storeTo(emitter, place, isUsed ? spill(emitter, sum) : sum, node)
      : sum;
  return ts.isPrefixUnaryExpression(node) ? after : before;
}

/** Returns `current`, the operand's value, plus or minus 1. */
function stepped(
  emitter: FunctionEmitter,
  node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression,
  op: "add" | "sub",
  current: Expr,
  type: NumberType,
): Expr {
  const left = coerce(emitter, current, type, node.operand, termOf(emitter, node.operand));
  return build.op(op, left, constantOf(emitter, 1, type, node));
}
