// Lowers objects: fresh ones into given storage, others to references. Fields and elements are lvalues.

import { build, type DataType, type Expr, invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import { isMutatedObject } from "../infer/collect.js";
import { isRightAlone } from "../infer/decided.js";
import type { Key } from "../infer/instance.js";
import { nothingOf } from "../infer/nullables.js";
import {
  absentOf,
  isNullable,
  isObject,
  isTracked,
  type ObjectValue,
  objectOf,
  type Storage,
  type Value,
} from "../infer/shape.js";
import type { PassContext } from "../pass-context.js";
import { classifyCall, skipWrappers } from "../recognise/calls.js";
import { standardGlobal } from "../recognise/library.js";
import { isName } from "../recognise/names.js";
import { isFunctionMember } from "../recognise/object-literals.js";
import { operatorOf } from "../recognise/operators.js";
import { lowerArrayMethod, lowerMapped } from "./array-methods.js";
import { loweredForStore } from "./assignments.js";
import { lowerFunctionCall } from "./calls.js";
import { toMemory } from "./coerce.js";
import { lowerDeviceFnCall } from "./device-fns.js";
import { lowerEffect, takenSide } from "./effects.js";
import { lowerBoolean, lowerCondition, lowerNumberInto, lowerValue } from "./expressions.js";
import { addLocal, emit, type FunctionEmitter, inBlock, readLocal, spill } from "./function-emitter.js";
import { lowerNull, lowerNullishInto, lowerOptional, lowerTracked, lowerWrapped, nullableLayer } from "./nullables.js";
import { dataTypeOf, isCopied, readVariable } from "./variables.js";

function objectValue(emitter: FunctionEmitter, node: ts.Node): ObjectValue {
  const value = valueGiven(emitter, node);
  invariant(isObject(value), () => `\`${node.getText()}\` is an object`);
  return value;
}

/** Returns an expression's value after wrapping in a nullable or a union's struct. */
export function valueGiven({ instance }: FunctionEmitter, node: ts.Node): Value | undefined {
  return instance.wraps.get(node) ?? instance.values.get(node);
}

/** Returns new storage for an object. */
export function newObject(emitter: FunctionEmitter, name: string, type: DataType): Expr {
  return readLocal(emitter, addLocal(emitter, name, type));
}

/** Returns a reference to an object; a fresh one gets new storage. */
export function lowerObject(emitter: FunctionEmitter, node: ts.Expression): Expr {
  const value = objectValue(emitter, node);
  if (!isMade(emitter, value)) return lowerValue(emitter, node);
  const made = newObject(emitter, "", dataTypeOf(emitter.module, value));
  lowerInto(emitter, node, made);
  return made;
}

/** Whether an expression creates an object; a choice between private objects is a copy if nothing mutates it. */
export function isMade({ collection }: FunctionEmitter, value: ObjectValue): boolean {
  if (value.where === "fresh") return true;
  if (isMutatedObject(collection, value)) return false;
  return value.isChoice === true || (value.held !== undefined && isCopied(collection, value.held));
}

/** Copies the object `from` to `to`. */
export function copyObject(emitter: FunctionEmitter, to: Expr, from: Expr, node: ts.Node): void {
  emit(emitter, build.store(to, from, emitter.module.positionOf(node)));
}

/** Builds an expression's object at `place`, which has no other name yet. */
export function lowerInto(emitter: FunctionEmitter, expression: ts.Expression, place: Expr): void {
  const layer = nullableLayer(emitter, expression);
  if (layer?.wrapped) lowerWrapped(emitter, layer.node, place, layer.wrapped);
  else if (layer) copyObject(emitter, place, lowerValue(emitter, layer.node), expression);
  else lowerOwnInto(emitter, expression, place);
}

/** Builds the expression's own object, without a nullable around it. */
export function lowerOwnInto(emitter: FunctionEmitter, expression: ts.Expression, place: Expr): void {
  const { context } = emitter.collection;
  const { ts } = context;
  const node = skipWrappers(context, expression);
  if (emitter.instance.unwraps.has(node)) {
    copyObject(emitter, place, lowerValue(emitter, node), node);
    return;
  }
  const value = emitter.instance.values.get(node);
  invariant(isObject(value), () => `\`${node.getText()}\` is an object`);
  const copied = emitter.instance.copies.get(expression) ?? emitter.instance.copies.get(node);
  if (copied) lowerHostCopy(emitter, node, place, value, copied);
  else if (!isMade(emitter, value)) copyObject(emitter, place, lowerValue(emitter, node), node);
  else if (isTracked(value) && isRead(context, node)) lowerTracked(emitter, node, place, value);
  else if (isNullable(value) && nothingOf(context, node)) lowerNull(emitter, node, place, value);
  else if (ts.isObjectLiteralExpression(node)) lowerObjectLiteral(emitter, node, place, value);
  else if (ts.isArrayLiteralExpression(node)) lowerArrayLiteral(emitter, node, place, value);
  else if (ts.isNewExpression(node)) lowerNew(emitter, node, place, value);
  else if (ts.isConditionalExpression(node)) {
    const taken = takenSide(emitter, node);
    if (taken) {
      lowerInto(emitter, taken, place);
      return;
    }
    const condition = lowerCondition(emitter, node.condition);
    const whenTrue = inBlock(emitter, () => lowerInto(emitter, node.whenTrue, place));
    const whenFalse = inBlock(emitter, () => lowerInto(emitter, node.whenFalse, place));
    emit(emitter, build.ifElse(condition, whenTrue, whenFalse));
  } else if (ts.isBinaryExpression(node) && isRightAlone(context, emitter.instance, node))
    lowerInto(emitter, node.right, place);
  else if (ts.isBinaryExpression(node)) lowerSequence(emitter, node, place);
  else if (ts.isCallExpression(node)) lowerFreshCall(emitter, node, place, value);
  else if (ts.isPropertyAccessExpression(node) && node.questionDotToken && isNullable(value))
    lowerOptional(emitter, node, place, value);
  else {
    const callee = emitter.instance.calls.get(node);
    invariant(callee && ts.isPropertyAccessExpression(node), () => `\`${node.getText()}\` makes an object`);
    lowerFunctionCall(emitter, node, callee, "effect", { made: place });
  }
}

/** A variable, a field or an element. */
function isRead(context: PassContext, node: ts.Expression): boolean {
  return (
    isName(context, node) || context.ts.isPropertyAccessExpression(node) || context.ts.isElementAccessExpression(node)
  );
}

/** Builds a host object from its captured fields. */
function lowerHostCopy(
  emitter: FunctionEmitter,
  node: ts.Expression,
  place: Expr,
  value: ObjectValue,
  keys: ReadonlyMap<string, Key>,
): void {
  for (const [path, key] of keys) {
    let at: { place: Expr; value: ObjectValue } = { place, value };
    for (const name of path.split(".")) {
      const next = fieldPlace(emitter, at.place, at.value, name);
      at = { place: next, value: objectOf(fieldStorage(at.value, name)) ?? at.value };
    }
    storeScalar(emitter, at.place, readVariable(emitter, key), node);
  }
}

/** `a, b` and `a ?? b`, one of which is the object; the value of an assignment is the assigned object. */
function lowerSequence(emitter: FunctionEmitter, node: ts.BinaryExpression, place: Expr): void {
  const operator = operatorOf(emitter.collection.context.ts, node.operatorToken.kind);
  if (operator?.kind === "comma") {
    lowerEffect(emitter, node.left);
    lowerInto(emitter, node.right, place);
  } else if (operator?.kind === "logical") {
    const left = emitter.instance.values.get(node.left);
    if (isNullable(left)) {
      lowerNullishInto(emitter, node, place, left);
      return;
    }
    const isLeft = emitter.instance.values.get(node.left)?.kind !== "undefined";
    lowerInto(emitter, isLeft ? node.left : node.right, place);
  } else copyObject(emitter, place, lowerValue(emitter, node), node);
}

function lowerFreshCall(emitter: FunctionEmitter, node: ts.CallExpression, place: Expr, value: ObjectValue): void {
  const call = classifyCall(emitter.collection.context, node);
  if (call.kind === "empty" && value.kind === "array") {
    clearArray(emitter, place, value, node);
    return;
  }
  if (call.kind === "filled" && value.kind === "array" && call.value) {
    fillArray(emitter, place, value, call.value);
    return;
  }
  if (call.kind === "listed" && value.kind === "array") {
    for (const [index, element] of node.arguments.entries())
      storeExpression(emitter, elementAt(emitter, place, index, node), value.element, element);
    return;
  }
  if (call.kind === "mapped" && value.kind === "array") {
    lowerMapped(emitter, node, call, value, place);
    return;
  }
  const method = emitter.instance.arrayMethods.get(node);
  if (method) {
    lowerArrayMethod(emitter, node, method, place);
    return;
  }
  if (emitter.instance.externalCalls.has(node)) {
    lowerDeviceFnCall(emitter, node, "effect", place);
    return;
  }
  const callee = emitter.instance.calls.get(node);
  invariant(callee, () => `the call \`${node.getText()}\` has an instance`);
  lowerFunctionCall(emitter, node, callee, "effect", { made: place });
}

export function fieldPlace(emitter: FunctionEmitter, base: Expr, value: Value, name: string): Expr {
  invariant(value.kind === "struct", "fields belong to structs");
  const index = value.struct.fields.findIndex((field) => field.name === name);
  invariant(index >= 0, () => `${value.struct.name} has the field ${name}`);
  return build.field(base, index, emitter.module.structs());
}

export function fieldStorage(value: Value, name: string): Storage {
  const field = value.kind === "struct" ? value.struct.fields.find((one) => one.name === name) : undefined;
  invariant(field, () => `there is a field ${name}`);
  return field.storage;
}

/** Stores the value of an expression in a field or an element of a new object. */
export function storeExpression(emitter: FunctionEmitter, place: Expr, storage: Storage, node: ts.Expression): void {
  if (storage.kind === "struct" || storage.kind === "array") lowerInto(emitter, node, place);
  else storeScalar(emitter, place, lowerForStorage(emitter, storage, node), node, clampsOf(storage));
}

function clampsOf(storage: Storage): boolean {
  return storage.kind === "number" && storage.clamps === true;
}

function lowerForStorage(emitter: FunctionEmitter, storage: Storage, node: ts.Expression): Expr {
  if (storage.kind === "weak") return lowerNumberInto(emitter, node, storage.term.type);
  return storage.kind === "number" ? loweredForStore(emitter, node) : lowerBoolean(emitter, node);
}

/** Stores a scalar, converted as JavaScript converts it on a store to memory of that type. */
export function storeScalar(emitter: FunctionEmitter, place: Expr, value: Expr, node: ts.Node, clamps = false): void {
  const to = typeof place.type === "object" && place.type.kind === "ref" ? place.type.to : undefined;
  invariant(typeof to === "string", "a scalar is stored to a scalar's place");
  emit(emitter, build.store(place, toMemory(value, to, clamps), emitter.module.positionOf(node)));
}

function lowerObjectLiteral(
  emitter: FunctionEmitter,
  node: ts.ObjectLiteralExpression,
  place: Expr,
  value: ObjectValue,
): void {
  const { context } = emitter.collection;
  const { ts } = context;
  leaveOut(emitter, node, place, value);
  for (const property of node.properties) {
    if (isFunctionMember(context, property)) continue;
    if (ts.isSpreadAssignment(property)) lowerSpread(emitter, property.expression, place, value);
    else if (ts.isShorthandPropertyAssignment(property) || ts.isPropertyAssignment(property)) {
      const name = property.name as ts.Identifier | ts.StringLiteral | ts.NumericLiteral; // computed names are reported
      const given = ts.isPropertyAssignment(property) ? property.initializer : property.name;
      const to = fieldPlace(emitter, place, value, name.text);
      storeExpression(emitter, to, fieldStorage(value, name.text), given);
    }
  }
}

/** Initialises optional fields to undefined, because the literal or a spread object may lack them. */
function leaveOut(emitter: FunctionEmitter, node: ts.ObjectLiteralExpression, place: Expr, value: ObjectValue): void {
  if (value.kind !== "struct") return;
  const written = new Set(node.properties.map(({ name }) => name?.getText()));
  for (const { name, storage } of value.struct.fields) {
    const field = objectOf(storage);
    if (!isNullable(field) || absentOf(field.struct) !== "undefined" || written.has(name)) continue;
    lowerNull(emitter, node, fieldPlace(emitter, place, value, name), field);
  }
}

function lowerSpread(emitter: FunctionEmitter, node: ts.Expression, place: Expr, target: ObjectValue): void {
  const value = objectValue(emitter, node);
  const from = spillPlace(emitter, lowerObject(emitter, node));
  if (value.kind !== "struct" || target.kind !== "struct") return;
  for (const { name, storage } of value.struct.fields) {
    if (!target.struct.fields.some((field) => field.name === name)) continue;
    const to = fieldPlace(emitter, place, target, name);
    const given = fieldPlace(emitter, from, value, name);
    if (storage.kind === "struct" || storage.kind === "array") copyObject(emitter, to, given, node);
    else storeScalar(emitter, to, build.load(given), node);
  }
}

/** Returns a reference that can be used several times. */
export function spillPlace(emitter: FunctionEmitter, place: Expr): Expr {
  return place.kind === "address" || place.kind === "global" ? place : spill(emitter, place);
}

/** Returns the element at a constant index that is in bounds. */
export function elementAt(emitter: FunctionEmitter, base: Expr, index: number, node: ts.Node): Expr {
  const site = emitter.module.addSite("bounds", node.getText().slice(0, 40), node);
  return build.element(base, build.constant("i32", index), site);
}

function lowerArrayLiteral(
  emitter: FunctionEmitter,
  node: ts.ArrayLiteralExpression,
  place: Expr,
  value: ObjectValue,
): void {
  const { ts } = emitter.collection.context;
  let index = 0;
  for (const element of node.elements) {
    if (ts.isSpreadElement(element)) {
      const given = objectValue(emitter, element.expression);
      const from = spillPlace(emitter, lowerObject(emitter, element.expression));
      for (let one = 0; given.kind === "array" && one < given.length; one++) {
        moveElement(emitter, elementAt(emitter, place, index++, node), elementAt(emitter, from, one, element), element);
      }
      continue;
    }
    if (value.kind === "struct") {
      const name = String(index++);
      storeExpression(emitter, fieldPlace(emitter, place, value, name), fieldStorage(value, name), element);
    } else storeExpression(emitter, elementAt(emitter, place, index++, node), value.element, element);
  }
}

function moveElement(emitter: FunctionEmitter, to: Expr, from: Expr, node: ts.Node): void {
  const type = typeof to.type === "object" && to.type.kind === "ref" ? to.type.to : undefined;
  if (typeof type === "string") storeScalar(emitter, to, build.load(from), node);
  else copyObject(emitter, to, from, node);
}

function lowerNew(emitter: FunctionEmitter, node: ts.NewExpression, place: Expr, value: ObjectValue): void {
  const callee = emitter.instance.calls.get(node);
  if (callee) {
    lowerFunctionCall(emitter, node, callee, "effect", { made: place });
    return;
  }
  invariant(value.kind === "array", "without a constructor it is an array");
  const { context } = emitter.collection;
  const [argument] = node.arguments ?? [];
  const literal = argument && skipWrappers(context, argument);
  if (literal && context.ts.isArrayLiteralExpression(literal)) {
    for (const [index, element] of literal.elements.entries()) {
      storeExpression(emitter, elementAt(emitter, place, index, node), value.element, element);
    }
    return;
  }
  if (standardGlobal(context, node.expression) === "Array") {
    clearArray(emitter, place, value, node);
    return;
  }
  const type = dataTypeOf(emitter.module, value);
  const element = typeof type === "object" && type.kind === "array" ? type.element : "f64";
  invariant(typeof element === "string", "typed arrays hold numbers");
  const zero = toMemory(build.constant("f64", 0), element, false);
  forEachElement(emitter, place, value.length, node, (to) => storeScalar(emitter, to, zero, node));
}

function fillArray(
  emitter: FunctionEmitter,
  place: Expr,
  value: ObjectValue & { kind: "array" },
  given: ts.Expression,
): void {
  const { element, length } = value;
  if (element.kind === "struct" || element.kind === "array") {
    const one = spillPlace(emitter, lowerObject(emitter, given));
    forEachElement(emitter, place, length, given, (to) => copyObject(emitter, to, one, given));
    return;
  }
  const one = spill(emitter, lowerForStorage(emitter, element, given));
  forEachElement(emitter, place, length, given, (to) => storeScalar(emitter, to, one, given, clampsOf(element)));
}

/** Sets the elements of `new Array(9)`, which are undefined. */
function clearArray(
  emitter: FunctionEmitter,
  place: Expr,
  value: ObjectValue & { kind: "array" },
  node: ts.Node,
): void {
  const { element, length } = value;
  const type = element.kind === "weak" ? element.term.type : element.kind === "number" ? element.scalar : undefined;
  invariant(type === "f32" || type === "f64", "only floats can be unset");
  const unset = build.constant(type, Number.NaN);
  forEachElement(emitter, place, length, node, (to) => storeScalar(emitter, to, unset, node));
}

const MAX_UNROLLED = 16;

/** Visits few elements one by one, and many in a loop. */
export function forEachElement(
  emitter: FunctionEmitter,
  place: Expr,
  length: number,
  node: ts.Node,
  action: (place: Expr) => void,
): void {
  if (length <= MAX_UNROLLED) {
    for (let index = 0; index < length; index++) action(elementAt(emitter, place, index, node));
    return;
  }
  const counter = addLocal(emitter, "", "i32");
  const index = readLocal(emitter, counter);
  const site = emitter.module.addSite("bounds", node.getText().slice(0, 40), node);
  emit(emitter, build.set(counter, build.constant("i32", 0)));
  const body = inBlock(emitter, () => action(build.element(place, index, site)));
  const update = [build.set(counter, build.op("add", index, build.constant("i32", 1)))];
  const condition = build.op("lt", index, build.constant("i32", length));
  const position = emitter.module.positionOf(node);
  emit(emitter, build.loop(emitter.nextLabel++, { condition, body, update }, position));
}
