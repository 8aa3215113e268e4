// Makes the terms of expressions. Returns the term of a number and undefined for everything else; what kernels do not know
// is reported here or by check/, and gets no term.

import { type ScalarType, scalars } from "@lanewise/ir";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { flavourOf } from "../recognise/brands.js";
import { skipWrappers } from "../recognise/calls.js";
import { evaluate } from "../recognise/evaluate.js";
import { isName } from "../recognise/library.js";
import { type Assignment, assignmentOf, type Operator, operatorOf, truncationOf } from "../recognise/operators.js";
import { shapeOf } from "../recognise/shapes.js";
import { type Collection, complain, newTerm, registerOf } from "./collect.js";
import { collectCall } from "./collect-calls.js";
import { collectName } from "./collect-names.js";
import type { Instance } from "./instance.js";
import { isFloatType, type Origin, type Term } from "./term.js";

/**
 * Says what flows into a place of a known type: an integer type needs an integer, a float type decides a weak float.
 * False when the target's type is not known, but joined from what flows in.
 */
export function flowInto(target: Term, value: Term): boolean {
  if (target.origin.kind !== "known") return false;
  const { type } = target.origin;
  if (!isFloatType(type)) value.needsInteger = true;
  else value.wants.add(type === "f32" ? "storesF32" : "storesOther");
  return true;
}

/** A store into memory converts as JavaScript does, so it needs nothing, but it decides a weak float. */
function flowIntoMemory(element: ScalarType, value: Term): void {
  value.wants.add(element === "f32" ? "storesF32" : "storesOther");
}

/** The term of a value read from memory. */
export function memoryTerm(collection: Collection, node: ts.Node, scalar: ScalarType): Term | undefined {
  if (scalar === "bool") return undefined;
  const { kind, size, signed } = scalars[scalar];
  const isSmall = kind === "integer" && size < 4 && !signed;
  return newTerm(collection, isSmall ? { kind: "smallInteger" } : { kind: "known", type: registerOf(scalar) }, node);
}

export function collectExpression(collection: Collection, instance: Instance, node: ts.Expression): Term | undefined {
  const term = collectByKind(collection, instance, node);
  if (term) instance.terms.set(node, term);
  return term;
}

/** The term of what must be a number; what is none is reported. */
export function collectNumber(collection: Collection, instance: Instance, node: ts.Expression): Term | undefined {
  const before = collection.faults;
  const term = collectExpression(collection, instance, node);
  if (!term && collection.faults === before) complain(collection, instance, "LW1311", node);
  return term;
}

function collectByKind(collection: Collection, instance: Instance, node: ts.Expression): Term | undefined {
  const { context } = collection;
  const { ts } = context;
  const inner = (child: ts.Expression) => collectExpression(collection, instance, child);
  if (ts.isNumericLiteral(node)) return newTerm(collection, { kind: "literal", value: Number(node.text) }, node);
  if (isName(context, node)) return collectName(collection, instance, node);
  if (ts.isAssertionExpression(node)) return collectAssertion(collection, instance, node);
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isSatisfiesExpression(node)) {
    return inner(node.expression);
  }
  if (ts.isPrefixUnaryExpression(node)) return collectPrefix(collection, instance, node);
  if (ts.isPostfixUnaryExpression(node)) return collectStep(collection, instance, node);
  if (ts.isBinaryExpression(node)) return collectBinary(collection, instance, node);
  if (ts.isConditionalExpression(node)) return collectConditional(collection, instance, node);
  if (ts.isCallExpression(node)) return collectCall(collection, instance, node);
  if (ts.isElementAccessExpression(node)) return collectElement(collection, instance, node);
  if (ts.isPropertyAccessExpression(node)) return collectProperty(collection, instance, node);
  return undefined;
}

/** `x as f32` pins; `x as number` says nothing. */
function collectAssertion(collection: Collection, instance: Instance, node: ts.AssertionExpression): Term | undefined {
  const { context } = collection;
  const value = collectExpression(collection, instance, node.expression);
  const type = context.checker.getTypeAtLocation(node);
  if (type.flags & (context.ts.TypeFlags.Any | context.ts.TypeFlags.Unknown)) {
    complain(collection, instance, "LW1304", node.type, [context.checker.typeToString(type)]);
    return undefined;
  }
  const flavour = flavourOf(context, type);
  if (!flavour || !value) return value;
  const term = newTerm(collection, { kind: "known", type: registerOf(flavour) }, node);
  flowInto(term, value);
  return term;
}

function collectPrefix(collection: Collection, instance: Instance, node: ts.PrefixUnaryExpression): Term | undefined {
  const { ts } = collection.context;
  const truncation = truncationOf(ts, node);
  if (truncation) return collectTruncation(collection, instance, node, truncation);
  if (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken) {
    return collectStep(collection, instance, node);
  }
  if (node.operator === ts.SyntaxKind.ExclamationToken) {
    collectExpression(collection, instance, node.operand);
    return undefined;
  }
  const isBoolean = shapeOf(collection.context, node.operand).kind === "boolean";
  if (node.operator === ts.SyntaxKind.PlusToken && isBoolean) {
    collectExpression(collection, instance, node.operand);
    return newTerm(collection, { kind: "smallInteger" }, node);
  }
  const operand = collectNumber(collection, instance, node.operand);
  if (!operand || node.operator === ts.SyntaxKind.PlusToken) return operand;
  if (node.operator === ts.SyntaxKind.TildeToken) {
    return foldedTerm(collection, node, [operand]) ?? collectBitwise(collection, node, [operand]);
  }
  return foldedTerm(collection, node, [operand]) ?? newTerm(collection, { kind: "arithmetic" }, node, [operand]);
}

function collectBitwise(collection: Collection, node: ts.Node, operands: readonly Term[]): Term {
  for (const operand of operands) operand.needsInteger = true;
  return newTerm(collection, { kind: "bitwise" }, node, operands);
}

function collectTruncation(
  collection: Collection,
  instance: Instance,
  node: ts.Expression,
  { operand, to }: { operand: ts.Expression; to: "i32" | "u32" },
): Term {
  collectNumber(collection, instance, operand)?.wants.add("storesOther");
  return newTerm(collection, { kind: "known", type: to }, node);
}

/** `x++` and its three siblings: x = x + 1. */
function collectStep(
  collection: Collection,
  instance: Instance,
  node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression,
): Term | undefined {
  const target = collectNumber(collection, instance, node.operand);
  if (!target || !isAssignable(collection, instance, node.operand)) return undefined;
  const one = newTerm(collection, { kind: "literal", value: 1 }, node);
  const sum = newTerm(collection, { kind: "arithmetic" }, node, [target, one]);
  assignTo(collection, node.operand, target, sum, one);
  return sum;
}

function collectBinary(collection: Collection, instance: Instance, node: ts.BinaryExpression): Term | undefined {
  const { ts } = collection.context;
  const truncation = truncationOf(ts, node);
  if (truncation) return collectTruncation(collection, instance, node, truncation);
  const assignment = assignmentOf(ts, node.operatorToken.kind);
  if (assignment) return collectAssignment(collection, instance, node, assignment);
  const operator = operatorOf(ts, node.operatorToken.kind);
  const takesOthers = !operator || /^(comparison|logical|comma)$/.test(operator.kind);
  const collect = takesOthers ? collectExpression : collectNumber;
  const left = collect(collection, instance, node.left);
  const right = collect(collection, instance, node.right);
  if (operator?.kind === "comparison") return collectComparison(collection, instance, node, left, right);
  return operator && collectOperator(collection, node, operator, left, right);
}

function collectAssignment(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
  assignment: Assignment,
): Term | undefined {
  const isPlain = assignment.kind === "plain";
  const before = collection.faults;
  const left = (isPlain ? collectExpression : collectNumber)(collection, instance, node.left);
  const right = (left ? collectNumber : collectExpression)(collection, instance, node.right);
  if (collection.faults > before || !isAssignable(collection, instance, node.left) || !left || !right) return undefined;
  if (assignment.kind === "plain") {
    assignTo(collection, node.left, left, right, undefined);
    return right;
  }
  const value = collectOperator(collection, node, assignment.operator, left, right);
  const isStep = assignment.operator.kind === "arithmetic" && /^(add|sub)$/.test(assignment.operator.op);
  if (value) assignTo(collection, node.left, left, value, isStep ? right : undefined);
  return value;
}

/** The literal that a computation with literals and constants without flavour gives, as in JavaScript: nothing wraps. */
export function foldedTerm(collection: Collection, node: ts.Expression, operands: readonly Term[]): Term | undefined {
  if (!operands.every(({ origin }) => origin.kind === "literal")) return undefined;
  const value = evaluate(collection.context, node);
  return typeof value === "number" ? newTerm(collection, { kind: "literal", value }, node) : undefined;
}

function collectOperator(
  collection: Collection,
  node: ts.BinaryExpression,
  operator: Exclude<Operator, { kind: "comparison" }>,
  left: Term | undefined,
  right: Term | undefined,
): Term | undefined {
  if (operator.kind === "comma") return right;
  if (!left || !right) return undefined;
  const constant = foldedTerm(collection, node, [left, right]);
  if (constant) return constant;
  const make = (origin: Origin) => newTerm(collection, origin, node, [left, right]);
  switch (operator.kind) {
    case "arithmetic":
      return make({ kind: "arithmetic" });
    case "quotient":
      return make({ kind: "quotient" });
    case "power":
      return make({ kind: "float" });
    case "bitwise":
      return collectBitwise(collection, node, [left, right]);
    case "shift":
      return collectShift(collection, node, operator.op, left, right);
    case "logical":
      return make({ kind: "join" });
  }
}

/** Its value is a boolean, but the type that both sides meet in must be found. */
function collectComparison(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
  left: Term | undefined,
  right: Term | undefined,
): undefined {
  if (left && right) instance.meetings.set(node, newTerm(collection, { kind: "arithmetic" }, node, [left, right]));
}

/** The result has the left side's type; `>>>` gives a u32, which fits i32 too once a bit is shifted out. */
function collectShift(
  collection: Collection,
  node: ts.BinaryExpression,
  op: "shl" | "shr" | "ushr",
  left: Term,
  right: Term,
): Term {
  left.needsInteger = true;
  right.needsInteger = true;
  if (op !== "ushr") return newTerm(collection, { kind: "bitwise" }, node, [left]);
  const amount = evaluate(collection.context, node.right);
  const isSmall = typeof amount === "number" && (amount & 31) !== 0;
  return newTerm(collection, isSmall ? { kind: "smallInteger" } : { kind: "known", type: "u32" }, node, [left]);
}

function collectConditional(
  collection: Collection,
  instance: Instance,
  node: ts.ConditionalExpression,
): Term | undefined {
  collectExpression(collection, instance, node.condition);
  const before = collection.faults;
  const whenTrue = collectExpression(collection, instance, node.whenTrue);
  const whenFalse = collectExpression(collection, instance, node.whenFalse);
  if (!whenTrue || !whenFalse) {
    const { context } = collection;
    const isMixed =
      (whenTrue || whenFalse) &&
      [node.whenTrue, node.whenFalse].some((side) => shapeOf(context, side).kind === "boolean");
    const type = context.checker.getTypeAtLocation(node);
    if (isMixed && collection.faults === before)
      complain(collection, instance, "LW1304", node, [context.checker.typeToString(type)]);
    return undefined;
  }
  return newTerm(collection, { kind: "join" }, node, [whenTrue, whenFalse]);
}

/** Whether a kernel can assign to it: its own variables and memory. Else it has been reported. */
function isAssignable(collection: Collection, instance: Instance, target: ts.Expression): boolean {
  const { context } = collection;
  const place = skipWrappers(context, target);
  if (!isName(context, place)) {
    if (isMemory(context, place)) return true;
    complain(collection, instance, "LW1311", place);
    return false;
  }
  const meaning = instance.meanings.get(place);
  if (!meaning || meaning.kind === "variable") return meaning !== undefined;
  const isOfFunction = meaning.kind === "outer" && meaning.outer.kind === "variable";
  complain(collection, instance, isOfFunction ? "LW1210" : "LW1203", place, [place.getText()]);
  return false;
}

/** An element, or the value of a scalar device global. */
function isMemory(context: PassContext, place: ts.Expression): boolean {
  if (context.ts.isElementAccessExpression(place)) return true;
  if (!context.ts.isPropertyAccessExpression(place) || place.name.text !== "value") return false;
  return shapeOf(context, place.expression).kind === "place";
}

/** Records an assignment to a place that can be assigned to. */
function assignTo(
  collection: Collection,
  target: ts.Expression,
  current: Term,
  value: Term,
  step: Term | undefined,
): void {
  const { context } = collection;
  const place = skipWrappers(context, target);
  if (!isName(context, place)) {
    flowIntoMemory(elementOf(collection, place), value);
    return;
  }
  if (flowInto(current, value)) return;
  current.inputs.push(value);
  if (step) current.steps.push(step);
}

/** The scalar that an element access or `.value` reads and writes. */
function elementOf(collection: Collection, place: ts.Expression): ScalarType {
  const { context } = collection;
  const { ts } = context;
  if (ts.isElementAccessExpression(place) || ts.isPropertyAccessExpression(place)) {
    const base = shapeOf(context, place.expression);
    if (base.kind === "span") return base.element;
    if (base.kind === "place") {
      const type = typeof base.type === "object" && base.type.kind === "array" ? base.type.element : base.type;
      if (typeof type === "string") return type;
    }
  }
  return "f64";
}

function collectElement(
  collection: Collection,
  instance: Instance,
  node: ts.ElementAccessExpression,
): Term | undefined {
  const { context } = collection;
  const before = collection.faults;
  collectExpression(collection, instance, node.expression);
  if (collection.faults > before) return undefined;
  const index = collectNumber(collection, instance, node.argumentExpression);
  if (index) index.needsInteger = true;
  const base = shapeOf(context, node.expression);
  if (base.kind === "span") return memoryTerm(collection, node, base.element);
  if (isReported(collection, instance, node.expression)) return undefined;
  if (base.kind !== "place" || typeof base.type === "string" || base.type.kind !== "array") {
    complain(collection, instance, "LW1305", node, [
      context.checker.typeToString(context.checker.getTypeAtLocation(node.expression)),
    ]);
    return undefined;
  }
  const { element } = base.type;
  return typeof element === "string" ? memoryTerm(collection, node, element) : undefined;
}

/** A name without a meaning has been reported where it was looked up. */
function isReported({ context }: Collection, instance: Instance, node: ts.Expression): boolean {
  const name = skipWrappers(context, node);
  return context.ts.isIdentifier(name) && !instance.meanings.has(name);
}

function collectProperty(
  collection: Collection,
  instance: Instance,
  node: ts.PropertyAccessExpression,
): Term | undefined {
  const { context } = collection;
  const constant = evaluate(context, node);
  if (typeof constant === "number") return newTerm(collection, { kind: "literal", value: constant }, node);
  const before = collection.faults;
  collectExpression(collection, instance, node.expression);
  if (collection.faults > before) return undefined;
  const base = shapeOf(context, node.expression);
  if (base.kind === "span" && node.name.text === "length") {
    return newTerm(collection, { kind: "smallInteger" }, node);
  }
  if (base.kind === "place" && typeof base.type === "string" && node.name.text === "value") {
    return memoryTerm(collection, node, base.type);
  }
  complain(collection, instance, "LW1306", node.name, [
    node.name.text,
    context.checker.typeToString(context.checker.getTypeAtLocation(node.expression)),
  ]);
  return undefined;
}
