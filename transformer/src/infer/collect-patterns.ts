// Gathers destructuring: patterns in declarations and parameters, and in assignments. A literal on the other side is no object:
// its parts are given one by one.

import type ts from "typescript-6";
import { skipWrappers } from "../recognise/calls.js";
import { isBigInt } from "../recognise/shapes.js";
import { type Collection, complain, declareVariable, newTerm } from "./collect.js";
import { assignTo } from "./collect-assignments.js";
import { collectExpression } from "./collect-expressions.js";
import { memberOf } from "./collect-objects.js";
import { giveValue } from "./collect-statements.js";
import type { Instance } from "./instance.js";
import { numberValue, type Value } from "./shape.js";

type Elements = readonly { readonly key: string | number; readonly element: ts.BindingElement }[];

/** The members that a pattern names; what has no place in kernels is reported. */
export function elementsOf(collection: Collection, instance: Instance, pattern: ts.BindingPattern): Elements {
  const { ts } = collection.context;
  return pattern.elements.flatMap((element, index) => {
    if (ts.isOmittedExpression(element)) return [];
    const key = keyOf(collection, element, index);
    if (key !== undefined && !element.dotDotDotToken) return [{ key, element }];
    complain(collection, instance, element.dotDotDotToken ? "LW1120" : "LW1111", element);
    return [];
  });
}

function keyOf(
  { context: { ts } }: Collection,
  element: ts.BindingElement,
  index: number,
): string | number | undefined {
  if (ts.isArrayBindingPattern(element.parent)) return index;
  const name = element.propertyName ?? element.name;
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : undefined;
}

/** The part of a literal that a pattern's member takes; undefined where the other side is no literal of that form. */
export function literalPart(
  { context }: Collection,
  initializer: ts.Expression,
): ((key: string | number) => ts.Expression | undefined) | undefined {
  const { ts } = context;
  const literal = skipWrappers(context, initializer);
  if (ts.isArrayLiteralExpression(literal) && !literal.elements.some((part) => ts.isSpreadElement(part))) {
    return (key) => literal.elements[Number(key)];
  }
  return undefined;
}

export function collectPatternOf(
  collection: Collection,
  instance: Instance,
  pattern: ts.BindingPattern,
  initializer: ts.Expression,
): void {
  const { ts } = collection.context;
  const part = ts.isArrayBindingPattern(pattern) ? literalPart(collection, initializer) : undefined;
  if (!part) {
    const before = collection.faults;
    const value = collectExpression(collection, instance, initializer);
    if (value) collectPattern(collection, instance, pattern, value);
    else if (collection.faults === before) complain(collection, instance, "LW1311", initializer);
    return;
  }
  const elements = elementsOf(collection, instance, pattern);
  const literal = skipWrappers(collection.context, initializer);
  const values = new Map<ts.Node, Value | undefined>();
  ts.forEachChild(literal, (child) => {
    if (ts.isExpression(child)) values.set(child, collectExpression(collection, instance, child));
  });
  for (const { key, element } of elements) {
    const given = part(key);
    const value = given && values.get(given);
    if (value) collectElement(collection, instance, element, value);
    else complain(collection, instance, "LW1311", given ?? element);
  }
}

export function collectPattern(
  collection: Collection,
  instance: Instance,
  pattern: ts.BindingPattern,
  value: Value,
): void {
  for (const { key, element } of elementsOf(collection, instance, pattern)) {
    const member = memberOf(collection, instance, value, key, element);
    if (member) collectElement(collection, instance, element, member);
    else fault(collection, element.name);
  }
}

/** What was reported is not reported again where its names are used. */
function fault(collection: Collection, name: ts.BindingName): void {
  collection.faults++;
  const symbol = collection.context.checker.getSymbolAtLocation(name);
  if (symbol) collection.faulty.add(symbol);
}

function collectElement(collection: Collection, instance: Instance, element: ts.BindingElement, value: Value): void {
  const { context } = collection;
  instance.values.set(element, value);
  if (value.kind === "number") instance.terms.set(element, value.term);
  if (!context.ts.isIdentifier(element.name)) {
    collectPattern(collection, instance, element.name, value);
    return;
  }
  let own: Value = value;
  if (value.kind === "number") {
    const term = newTerm(collection, { kind: "join" }, element.name);
    term.isBig = isBigInt(context, context.checker.getTypeAtLocation(element.name));
    own = numberValue(term);
  }
  const variable = declareVariable(collection, instance, element.name, own);
  if (variable) giveValue(collection, instance, variable, value, element);
}

/** `[a, b] = [b, a]`, `({ x, y } = p)`; false where the target is no pattern. */
export function collectAssignmentPattern(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
): boolean {
  const { ts } = collection.context;
  const targets = targetsOf(collection, node.left);
  if (!targets) return false;
  const part = ts.isArrayLiteralExpression(node.left) ? literalPart(collection, node.right) : undefined;
  const before = collection.faults;
  const whole = part ? undefined : collectExpression(collection, instance, node.right);
  if (!part && !whole && collection.faults === before) complain(collection, instance, "LW1311", node.right);
  const given = targets.map(({ key, target }) => {
    const source = part?.(key);
    if (source) return collectExpression(collection, instance, source);
    return whole && memberOf(collection, instance, whole, key, target);
  });
  for (const [index, { target }] of targets.entries()) {
    const value = given[index];
    collectExpression(collection, instance, target);
    if (value && collection.faults === before) assignTo(collection, instance, target, value, target);
  }
  return true;
}

export interface Target {
  readonly key: string | number;
  readonly target: ts.Expression;
}

/** What a pattern on the left of `=` assigns; undefined where it is none. */
export function targetsOf({ context: { ts } }: Collection, left: ts.Expression): Target[] | undefined {
  if (ts.isArrayLiteralExpression(left)) {
    return left.elements.flatMap((target, key) => (ts.isOmittedExpression(target) ? [] : [{ key, target }]));
  }
  if (!ts.isObjectLiteralExpression(left)) return undefined;
  return left.properties.flatMap((property): Target[] => {
    if (ts.isShorthandPropertyAssignment(property)) return [{ key: property.name.text, target: property.name }];
    if (!ts.isPropertyAssignment(property) || !ts.isIdentifier(property.name)) return [];
    return [{ key: property.name.text, target: property.initializer }];
  });
}
