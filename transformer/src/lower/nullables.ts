// Lowers values that may be null or undefined: structs of a presence flag and a value (infer/nullables.ts).

import { build, type Expr, encodeMessage, invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import { complain } from "../infer/collect.js";
import { typeOfHeld } from "../infer/decided.js";
import { nullTest } from "../infer/nullables.js";
import {
  absentOf,
  HELD,
  IS_THERE,
  isNullable,
  isTracked,
  objectOf,
  type Storage,
  type StructValue,
  storageHeld,
} from "../infer/shape.js";
import { isWrapper } from "../recognise/calls.js";
import { isName } from "../recognise/names.js";
import { typeTest } from "../recognise/type-tests.js";
import { coerce, truthy } from "./coerce.js";
import { lowerActions, lowerEffect } from "./effects.js";
import { lowerNumberInto, lowerProperty, lowerValue } from "./expressions.js";
import { addLocal, emit, type FunctionEmitter, inBlock, readLocal, spill } from "./function-emitter.js";
import { keyOf, meaningOf } from "./names.js";
import {
  copyObject,
  fieldPlace,
  fieldStorage,
  lowerInto,
  lowerObject,
  lowerOwnInto,
  spillPlace,
  storeExpression,
} from "./objects.js";
import { loadPlace, lowerElement, lowerMember } from "./places.js";
import { baseValue } from "./pointers.js";
import { isConverted, lowerMemberInto } from "./unions.js";
import { readVariable } from "./variables.js";

/** Returns the part of `expression`, inside parentheses and other wrappers, that becomes a nullable or is unwrapped from one. */
export function nullableLayer(
  { collection: { context }, instance }: FunctionEmitter,
  expression: ts.Expression,
): { readonly node: ts.Expression; readonly wrapped: StructValue | undefined } | undefined {
  for (let node = expression; ; node = node.expression) {
    const wrapped = instance.wraps.get(node);
    if (wrapped || instance.unwraps.has(node)) return { node, wrapped };
    if (!isWrapper(context, node)) return undefined;
  }
}

/** Wraps the value of `node` in a nullable, or in another struct of a union. */
export function lowerWrapped(emitter: FunctionEmitter, node: ts.Expression, place: Expr, whole: StructValue): void {
  if (!absentOf(whole.struct)) {
    lowerMemberInto(emitter, node, place, whole.struct);
    return;
  }
  const held = storageHeld(whole);
  const to = fieldPlace(emitter, place, whole, HELD);
  if (held.kind === "struct" && isConverted(emitter, node, held.struct))
    lowerMemberInto(emitter, node, to, held.struct);
  else if (held.kind === "struct" || held.kind === "array") lowerOwnInto(emitter, node, to);
  else storeExpression(emitter, to, held, node);
  setThere(emitter, node, place, whole, true);
}

/** Lowers `null` and `undefined`. */
export function lowerNull(emitter: FunctionEmitter, node: ts.Node, place: Expr, whole: StructValue): void {
  setThere(emitter, node, place, whole, false);
}

/** Initialises a variable or a field without an initial value, if undefined is one of its values. */
export function lowerUndefined(emitter: FunctionEmitter, node: ts.Node, place: Expr, storage: Storage): void {
  const whole = objectOf(storage);
  if (isNullable(whole) && absentOf(whole.struct) !== "null") lowerNull(emitter, node, place, whole);
}

function setThere(emitter: FunctionEmitter, node: ts.Node, place: Expr, whole: StructValue, isThere: boolean): void {
  const to = thereAt(emitter, place, whole);
  emit(emitter, build.store(to, build.constant("bool", isThere), emitter.module.positionOf(node)));
}

/** Lowers `hit?.t`. */
export function lowerOptional(
  emitter: FunctionEmitter,
  node: ts.PropertyAccessExpression,
  place: Expr,
  whole: StructValue,
): void {
  const base = emitter.instance.values.get(node.expression);
  invariant(isNullable(base), "it is asked of what may be null");
  const object = objectOf(storageHeld(base));
  invariant(object, "it has members");
  const from = spillPlace(emitter, lowerObject(emitter, node.expression));
  const member = fieldPlace(emitter, fieldPlace(emitter, from, base, HELD), object, node.name.text);
  if (isNullable(objectOf(fieldStorage(object, node.name.text)))) {
    const copied = inBlock(emitter, () => copyObject(emitter, place, member, node));
    const none = inBlock(emitter, () => lowerNull(emitter, node, place, whole));
    emit(emitter, build.ifElse(isThereAt(emitter, from, base), copied, none));
    return;
  }
  const to = fieldPlace(emitter, place, whole, HELD);
  const at = emitter.module.positionOf(node);
  const isScalar = typeof member.type === "object" && member.type.kind === "ref" && typeof member.type.to === "string";
  emit(emitter, build.store(to, isScalar ? build.load(member) : member, at));
  emit(emitter, build.store(thereAt(emitter, place, whole), isThereAt(emitter, from, base), at));
}

/** Returns a nullable's value: a reference to an object, or a scalar. Unless TypeScript has narrowed it, the work-item fails if it is absent. */
export function lowerHeld(emitter: FunctionEmitter, node: ts.Expression, whole: StructValue): Expr {
  const { context } = emitter.collection;
  const place = spillPlace(emitter, lowerWhole(emitter, node));
  if (isTracked(whole)) checkWritten(emitter, node, place, whole);
  else if (!isName(context, node)) {
    const site = emitter.module.addSite("assert", node.getText(), node);
    emit(emitter, build.ifElse(build.op("not", isThereAt(emitter, place, whole)), [build.fail(site)]));
  } else checkAlone(emitter, node);
  return heldAt(emitter, place, whole);
}

/** The work-item fails where it has not written what it reads. */
export function checkWritten(emitter: FunctionEmitter, node: ts.Expression, place: Expr, whole: StructValue): void {
  const text = `\`${node.getText()}\` has no value that this call has given it`;
  const site = emitter.module.addSite("assert", encodeMessage([text]), node);
  emit(emitter, build.ifElse(build.op("not", isThereAt(emitter, place, whole)), [build.fail(site)]));
}

/** Copies a number of a module's and whether it was written; an element that is not there was not. */
export function lowerTracked(emitter: FunctionEmitter, node: ts.Expression, made: Expr, whole: StructValue): void {
  const { context } = emitter.collection;
  if (isName(context, node) || !context.ts.isElementAccessExpression(node)) {
    copyObject(emitter, made, lowerWhole(emitter, node), node);
    return;
  }
  const array = baseValue(emitter, node.expression);
  const element = lowerElement(emitter, node);
  invariant(array?.kind === "array" && element.kind === "element", "an element of an array of known length");
  const index = spill(emitter, element.index);
  const unsigned = build.convert("wrap", "u32", index);
  const isInside = build.op("lt", unsigned, build.constant("u32", array.length));
  const copied = inBlock(emitter, () => copyObject(emitter, made, { ...element, index }, node));
  const none = inBlock(emitter, () => setThere(emitter, node, made, whole, false));
  emit(emitter, build.ifElse(isInside, copied, none));
}

/** Reports a narrowed variable that inner functions assign: it may be null again where TypeScript does not see it. */
function checkAlone(emitter: FunctionEmitter, node: ts.Expression): void {
  const meaning = meaningOf(emitter, node);
  const variable =
    meaning.kind === "variable"
      ? meaning.variable
      : meaning.kind === "outer" && meaning.outer.kind === "variable"
        ? meaning.outer.variable
        : undefined;
  if (variable?.isShared) complain(emitter.collection, emitter.instance, "LW1124", node, [node.getText()]);
}

function lowerWhole(emitter: FunctionEmitter, node: ts.Expression): Expr {
  const { context } = emitter.collection;
  const { ts } = context;
  if (isWrapper(context, node)) return lowerObject(emitter, node.expression);
  const meaning = emitter.instance.meanings.get(node);
  if (meaning?.kind === "variable" || meaning?.kind === "outer") return readVariable(emitter, keyOf(meaning));
  if (ts.isElementAccessExpression(node)) return lowerElement(emitter, node);
  invariant(ts.isPropertyAccessExpression(node), () => `\`${node.getText()}\` may be null`);
  return emitter.instance.calls.has(node) ? lowerProperty(emitter, node) : lowerMember(emitter, node);
}

/** Returns a reference to the presence flag. */
function thereAt(emitter: FunctionEmitter, place: Expr, whole: StructValue): Expr {
  const absent = absentOf(whole.struct);
  invariant(absent, "a nullable may be something else");
  return fieldPlace(emitter, place, whole, IS_THERE[absent]);
}

function isThereAt(emitter: FunctionEmitter, place: Expr, whole: StructValue): Expr {
  return build.load(thereAt(emitter, place, whole));
}

function heldAt(emitter: FunctionEmitter, place: Expr, whole: StructValue): Expr {
  const ref = fieldPlace(emitter, place, whole, HELD);
  const { type } = ref;
  const element = typeof type === "object" && type.kind === "ref" ? type.to : undefined;
  return typeof element === "string" ? loadPlace({ ref, element, clamps: false }) : ref;
}

/** Whether a nullable counts as true: `if (hit)`. */
export function isTruthy(emitter: FunctionEmitter, node: ts.Expression, whole: StructValue): Expr {
  const place = spillPlace(emitter, lowerObject(emitter, node));
  const isThere = isThereAt(emitter, place, whole);
  const held = heldAt(emitter, place, whole);
  return typeof held.type === "string" ? build.op("and", isThere, truthy(held)) : isThere;
}

/** Lowers `hit !== null`, `hit === undefined`; returns undefined for all other comparisons. */
export function lowerComparisonWithNull(emitter: FunctionEmitter, node: ts.BinaryExpression): Expr | undefined {
  const test = nullTest(emitter.collection.context, node);
  if (!test) return undefined;
  const value = emitter.instance.values.get(test.side);
  if (isNullable(value)) {
    const isThere = isThereAt(emitter, spillPlace(emitter, lowerObject(emitter, test.side)), value);
    const isOther = test.isStrict && absentOf(value.struct) !== test.absent; // `undefined === null` is false
    if (isOther) return build.constant("bool", !test.isEqual);
    return test.isEqual ? build.op("not", isThere) : isThere;
  }
  lowerEffect(emitter, test.side);
  // An omitted argument is undefined.
  const isNull = value?.kind === "undefined" && (!test.isStrict || test.absent === "undefined");
  return build.constant("bool", isNull === test.isEqual);
}

/** Lowers `typeof hit === "number"`; returns undefined for all other comparisons. */
export function lowerTypeTest(emitter: FunctionEmitter, node: ts.BinaryExpression): Expr | undefined {
  const test = typeTest(emitter.collection.context, node);
  if (!test) return undefined;
  const decided = emitter.instance.decided.get(node);
  if (decided !== undefined) {
    lowerActions(emitter, test.operand);
    return build.constant("bool", decided);
  }
  const value = emitter.instance.values.get(test.operand);
  invariant(isNullable(value), "a value of two types is nullable");
  const isThere = isThereAt(emitter, spillPlace(emitter, lowerObject(emitter, test.operand)), value);
  // `typeof null` is "object".
  const ofNothing = absentOf(value.struct) === "undefined" ? "undefined" : "object";
  const whenThere = (typeOfHeld(value) === test.text) === test.isEqual;
  const otherwise = (ofNothing === test.text) === test.isEqual;
  if (whenThere === otherwise) return build.constant("bool", whenThere);
  return whenThere ? isThere : build.op("not", isThere);
}

/** Lowers `hit ??= other`, and returns the value if it is a number or a boolean; `assign` stores `other`. */
export function lowerNullishAssignment(
  emitter: FunctionEmitter,
  node: ts.BinaryExpression,
  whole: StructValue,
  assign: (place: Expr) => void,
): Expr {
  const place = spillPlace(emitter, lowerObject(emitter, node.left));
  const missing = inBlock(emitter, () => assign(place));
  emit(emitter, build.ifElse(build.op("not", isThereAt(emitter, place, whole)), missing));
  const held = heldAt(emitter, place, whole);
  const [term, from] = [emitter.instance.terms.get(node), emitter.instance.meetings.get(node)];
  if (term && from) return coerce(emitter, held, term.type, node.left, from);
  return held.type === "bool" ? held : build.constant("bool", false);
}

/** Lowers `hit ?? other` of numbers and booleans. */
export function lowerNullish(emitter: FunctionEmitter, node: ts.BinaryExpression, whole: StructValue): Expr {
  const place = spillPlace(emitter, lowerObject(emitter, node.left));
  const term = emitter.instance.terms.get(node);
  const result = addLocal(emitter, "", term?.type ?? "bool");
  const held = heldAt(emitter, place, whole);
  const from = emitter.instance.meetings.get(node);
  const converted = term && from ? coerce(emitter, held, term.type, node.left, from) : held;
  const other = inBlock(emitter, () => {
    const value = term ? lowerNumberInto(emitter, node.right, term.type, term) : lowerValue(emitter, node.right);
    emit(emitter, build.set(result, value));
  });
  emit(emitter, build.ifElse(isThereAt(emitter, place, whole), [build.set(result, converted)], other));
  return readLocal(emitter, result);
}

/** Lowers `hit ?? other` of objects, into `to`. */
export function lowerNullishInto(
  emitter: FunctionEmitter,
  node: ts.BinaryExpression,
  to: Expr,
  whole: StructValue,
): void {
  const place = spillPlace(emitter, lowerObject(emitter, node.left));
  const held = inBlock(emitter, () => copyObject(emitter, to, heldAt(emitter, place, whole), node));
  const other = inBlock(emitter, () => lowerInto(emitter, node.right, to));
  emit(emitter, build.ifElse(isThereAt(emitter, place, whole), held, other));
}
