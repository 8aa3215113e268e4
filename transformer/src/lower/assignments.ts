// Lowers assignments of all kinds to variables and to places in memory. The value of an assignment is what was assigned,
// before a store narrowed it.

import { build, type Expr, invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import type { Variable } from "../infer/instance.js";
import { skipWrappers } from "../recognise/calls.js";
import { isName } from "../recognise/library.js";
import type { Assignment, CompoundOperator } from "../recognise/operators.js";
import { coerce, narrowed, toMemory } from "./coerce.js";
import { lowerBoolean, lowerForShape, lowerNumber, lowerNumberAs, lowerValue } from "./expressions.js";
import { emit, type FunctionEmitter, readLocal, spill, termOf } from "./function-emitter.js";
import { localIndex, meaningOf } from "./names.js";
import { lowerArithmetic, lowerBits, lowerBitwise, shifted } from "./operators.js";
import { evaluatedOnce, loadPlace, lowerPlace, type Place } from "./places.js";
import { hasEffects } from "./purity.js";

/** Writes a value of the variable's or another number type to the variable. */
function setVariable(emitter: FunctionEmitter, variable: Variable, value: Expr, node: ts.Expression): Expr {
  const { shape } = variable;
  const term = emitter.instance.terms.get(node);
  if (shape.kind !== "number" || !term) return initialise(emitter, variable, value);
  return initialise(emitter, variable, narrowed(coerce(emitter, value, shape.term.type, node, term), shape.narrow));
}

/** Writes a value that has the variable's type. */
export function initialise(emitter: FunctionEmitter, variable: Variable, value: Expr): Expr {
  const index = localIndex(emitter, variable.symbol);
  emit(emitter, build.set(index, value));
  return readLocal(emitter, index);
}

function variableOf(emitter: FunctionEmitter, target: ts.Expression): Variable | undefined {
  const place = skipWrappers(emitter.collection.context, target);
  if (!isName(emitter.collection.context, place)) return undefined;
  const meaning = meaningOf(emitter, place);
  return meaning.kind === "variable" ? meaning.variable : undefined;
}

export function lowerAssignment(emitter: FunctionEmitter, node: ts.BinaryExpression, assignment: Assignment): Expr {
  if (assignment.kind === "compound") return lowerCompound(emitter, node, assignment.operator);
  const variable = variableOf(emitter, node.left);
  if (variable) {
    return initialise(emitter, variable, lowerForShape(emitter, node.right, variable.shape));
  }
  const place = lowerPlace(emitter, node.left, node.right);
  return storeTo(emitter, place, loweredForStore(emitter, node.right), node);
}

/** A number in its term's type (a literal as it stands), or a boolean. */
export function loweredForStore(emitter: FunctionEmitter, node: ts.Expression): Expr {
  const origin = emitter.instance.terms.get(node)?.origin.kind;
  if (origin === undefined) return lowerBoolean(emitter, node);
  return origin === "literal" ? lowerValue(emitter, node) : lowerNumber(emitter, node);
}

function storeTo(emitter: FunctionEmitter, place: Place, value: Expr, node: ts.Node): Expr {
  const kept = isValueUsed(emitter, node) ? spill(emitter, value) : value;
  const stored = toMemory(kept, place.element, place.clamps);
  emit(emitter, build.store(place.ref, stored, emitter.module.positionOf(node)));
  return kept;
}

/** The place with its index evaluated once, since it is read and then written. */
function placeForUpdate(emitter: FunctionEmitter, target: ts.Expression, later?: ts.Node): Place {
  const place = lowerPlace(emitter, target, later);
  return { ...place, ref: evaluatedOnce(emitter, place.ref) };
}

function lowerCompound(emitter: FunctionEmitter, node: ts.BinaryExpression, operator: CompoundOperator): Expr {
  const variable = variableOf(emitter, node.left);
  if (variable) {
    const value = combine(emitter, node, operator, readVariable(emitter, variable));
    return setVariable(emitter, variable, value, node);
  }
  const place = placeForUpdate(emitter, node.left, node.right);
  return storeTo(emitter, place, combine(emitter, node, operator, loadPlace(place)), node);
}

function readVariable(emitter: FunctionEmitter, variable: Variable): Expr {
  return readLocal(emitter, localIndex(emitter, variable.symbol));
}

/** `before op right`, in the type of the whole expression's term. */
function combine(emitter: FunctionEmitter, node: ts.BinaryExpression, operator: CompoundOperator, current: Expr): Expr {
  const { type } = termOf(emitter, node);
  const before = hasEffects(emitter.collection.context, node.right) ? spill(emitter, current) : current;
  const left = coerce(emitter, before, type, node.left, termOf(emitter, node.left));
  if (operator.kind === "shift") return shifted(emitter, node, operator.op, left);
  const right = (operator.kind === "bitwise" ? lowerBits : lowerNumberAs)(emitter, node.right, type);
  if (operator.kind === "bitwise") return lowerBitwise(emitter, node, operator.op, left, right);
  return lowerArithmetic(emitter, node, operator, left, right);
}

/** Whether something reads the expression's value: not in a statement, nor where a loop only begins or steps. */
function isValueUsed({ collection }: FunctionEmitter, node: ts.Node): boolean {
  const { ts } = collection.context;
  const { parent } = node;
  if (ts.isExpressionStatement(parent)) return false;
  return !ts.isForStatement(parent) || parent.condition === node;
}

/** `x++`, `--x`: the value is the number before or after. */
export function lowerStep(emitter: FunctionEmitter, node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): Expr {
  const { ts } = emitter.collection.context;
  const term = termOf(emitter, node);
  const variable = variableOf(emitter, node.operand);
  const place = variable ? undefined : placeForUpdate(emitter, node.operand);
  const isUsed = isValueUsed(emitter, node);
  const current = variable ? readVariable(emitter, variable) : place && loadPlace(place);
  invariant(current, "a step reads what it changes");
  const before = isUsed ? spill(emitter, current) : current;
  const left = coerce(emitter, before, term.type, node.operand, termOf(emitter, node.operand));
  const op = node.operator === ts.SyntaxKind.PlusPlusToken ? "add" : "sub";
  const sum = build.op(op, left, build.constant(term.type, 1));
  const after = variable
    ? setVariable(emitter, variable, sum, node)
    : place
      ? storeTo(emitter, place, isUsed ? spill(emitter, sum) : sum, node)
      : sum;
  return ts.isPrefixUnaryExpression(node) ? after : before;
}
