// Lowers destructuring patterns, member by member, in source order. An assignment reads all members before it writes any, as `[a, b] = [b, a]`
// requires.

import { build, type Expr } from "@lanewise/ir";
import type ts from "typescript-6";
import { isMutatedObject } from "../infer/collect.js";
import { elementsOf, literalParts, targetsOf } from "../infer/collect-patterns.js";
import { isObject, objectOf, type Value } from "../infer/shape.js";
import { isSwapOfPlaces } from "../recognise/swaps.js";
import { assignPlace, initialise } from "./assignments.js";
import { coerce, narrowed } from "./coerce.js";
import { lowerEffect } from "./effects.js";
import { lowerForShape, lowerValue } from "./expressions.js";
import { type FunctionEmitter, readLocal, spill, termOf } from "./function-emitter.js";
import { lowerItemMember } from "./items.js";
import { keyOf } from "./names.js";
import { copyObject, elementAt, fieldPlace, lowerObject, newObject, spillPlace } from "./objects.js";
import { baseOf, indexInBase, lengthOfSubarray } from "./subarrays.js";
import { dataTypeOf, localIndex, ownsObject, readVariable } from "./variables.js";

/** `const { x, y } = p`, `const [a, b] = pair`. */
export function lowerPatternOf(emitter: FunctionEmitter, pattern: ts.BindingPattern, initializer: ts.Expression): void {
  const { collection, instance } = emitter;
  const parts = literalParts(collection, pattern, initializer);
  if (!parts) {
    const value = instance.values.get(initializer);
    const base = value && lowerBase(emitter, initializer, value);
    if (value) lowerPattern(emitter, pattern, value, base);
    return;
  }
  const given = new Map<ts.Node, Expr | undefined>();
  for (const part of parts.values()) given.set(part, lowerGiven(emitter, part));
  for (const { key, element } of elementsOf(collection, instance, pattern)) {
    const source = parts.get(String(key)) ?? element.initializer;
    const value = source && instance.values.get(source);
    if (value) lowerElement(emitter, element, value, given.get(source) ?? lowerGiven(emitter, source));
  }
}

/** Returns the reference or array that the members are read from; undefined for a host object, whose fields are captures. */
function lowerBase(emitter: FunctionEmitter, node: ts.Expression, value: Value): Expr | undefined {
  if (isObject(value)) return spillPlace(emitter, lowerObject(emitter, node));
  if (value.kind === "subarray") {
    lowerEffect(emitter, node);
    return spill(emitter, baseOf(emitter, value));
  }
  return value.kind === "span" ? spill(emitter, lowerValue(emitter, node)) : undefined;
}

/** Lowers a part of a literal, and protects its value from later effects: that of an object which is written, if it is `kept`. */
function lowerGiven(emitter: FunctionEmitter, node: ts.Expression, kept?: "kept"): Expr | undefined {
  const value = emitter.instance.values.get(node);
  if (!kept && isObject(value) && isMutatedObject(emitter.collection, value))
    return spill(emitter, lowerObject(emitter, node));
  if (isObject(value)) {
    const copy = newObject(emitter, "", dataTypeOf(emitter.module, value));
    copyObject(emitter, copy, lowerObject(emitter, node), node);
    return copy;
  }
  if (value?.kind === "number") return spill(emitter, lowerForShape(emitter, node, { ...value, narrow: undefined }));
  if (value?.kind === "boolean" || value?.kind === "span") return spill(emitter, lowerValue(emitter, node));
  if (value && /^(function|choice|subarray)$/.test(value.kind)) lowerEffect(emitter, node);
  return undefined;
}

export function lowerPattern(
  emitter: FunctionEmitter,
  pattern: ts.BindingPattern,
  value: Value,
  base: Expr | undefined,
): void {
  for (const { key, element } of elementsOf(emitter.collection, emitter.instance, pattern)) {
    const member = emitter.instance.values.get(element);
    if (member?.kind === "function" || member?.kind === "subarray") continue; // it has no value at run time
    const isMissing = value.kind === "struct" && !value.struct.fields.some(({ name }) => name === String(key));
    if (isMissing && element.initializer && member) {
      lowerElement(emitter, element, member, lowerGiven(emitter, element.initializer));
    } else if (member) lowerElement(emitter, element, member, memberAt(emitter, element, value, base, key, member));
  }
}

/** Returns the member's value, or a reference to an object. */
function memberAt(
  emitter: FunctionEmitter,
  node: ts.Node,
  value: Value,
  base: Expr | undefined,
  key: string | number,
  member: Value,
): Expr | undefined {
  const meaning = emitter.instance.meanings.get(node);
  if (meaning?.kind === "outer") return readVariable(emitter, keyOf(meaning));
  if (value.kind === "item") return lowerItemMember(value, String(key));
  if (!base) return undefined;
  if (key === "length" && value.kind === "span") return build.length(base);
  if (key === "length" && value.kind === "array") return build.constant("i32", value.length);
  if (key === "length" && value.kind === "subarray") return lengthOfSubarray(emitter, value);
  if (value.kind === "subarray") {
    const index = indexInBase(emitter, value, build.constant("i32", Number(key)), node);
    return build.load(build.element(base, index, emitter.module.addSite("bounds", node.getText(), node)));
  }
  const place =
    value.kind === "struct"
      ? fieldPlace(emitter, base, value, String(key))
      : elementAt(emitter, base, Number(key), node);
  return isObject(member) ? place : build.load(place);
}

function lowerElement(
  emitter: FunctionEmitter,
  element: ts.BindingElement,
  value: Value,
  given: Expr | undefined,
): void {
  const { context } = emitter.collection;
  if (!context.ts.isIdentifier(element.name)) {
    lowerPattern(emitter, element.name, value, given);
    return;
  }
  const symbol = context.checker.getSymbolAtLocation(element.name);
  const variable = symbol && emitter.instance.variables.get(symbol);
  if (!variable || !given) return;
  const { shape } = variable;
  if (isObject(shape) && ownsObject(emitter.collection, variable)) {
    copyObject(emitter, readLocal(emitter, localIndex(emitter, variable.key)), given, element);
  } else if (shape.kind === "number") {
    const term = termOf(emitter, element);
    const converted = coerce(emitter, coerce(emitter, given, term.type, element, term), shape.term.type, element, term);
    initialise(emitter, variable, narrowed(emitter, converted, shape.narrow));
  } else initialise(emitter, variable, given);
}

/** Lowers `[a, b] = [b, a]`, `({ x, y } = p)`; returns false where the target is not a pattern. */
export function lowerAssignmentPattern(emitter: FunctionEmitter, node: ts.BinaryExpression): boolean {
  const { collection, instance } = emitter;
  const targets = targetsOf(collection, node.left);
  if (!targets) return false;
  const parts = literalParts(collection, node.left, node.right);
  const kept = isSwapOfPlaces(collection.context, node) ? "kept" : undefined;
  const whole = parts ? undefined : instance.values.get(node.right);
  const base = whole && lowerBase(emitter, node.right, whole);
  const given = targets.map(({ key, target }) => {
    const source = parts?.get(String(key));
    if (source) return { value: instance.values.get(source), expr: lowerGiven(emitter, source, kept), node: source };
    const member = memberValue(whole, key);
    const expr = member && whole && memberAt(emitter, target, whole, base, key, member);
    return { value: member, expr: expr && !isObject(member) ? spill(emitter, expr) : expr, node: target };
  });
  for (const [index, { target }] of targets.entries()) {
    const one = given[index];
    if (one?.expr && one.value) assignPlace(emitter, target, one.expr, one.value, one.node);
  }
  return true;
}

function memberValue(whole: Value | undefined, key: string | number): Value | undefined {
  if (!whole) return undefined;
  if (whole.kind === "item") return { kind: "boolean" }; // a scalar takes the query's type
  const storage =
    whole.kind === "struct"
      ? whole.struct.fields.find(({ name }) => name === String(key))?.storage
      : whole.kind === "array" || whole.kind === "span"
        ? whole.element
        : undefined;
  if (!storage) return undefined;
  return objectOf(storage) ?? { kind: "boolean" }; // a scalar takes the load's type
}
