// Collects destructuring: patterns in declarations and parameters, and in assignments. A literal on the other side creates no object: its parts are
// assigned one by one.

import type ts from "typescript-6";
import { type CallableNode, memberFunction, skipWrappers } from "../recognise/calls.js";
import { isName } from "../recognise/names.js";
import { literalGivenBy, memberOf as memberOfLiteral, usesThis } from "../recognise/object-literals.js";
import { isBigInt } from "../recognise/shapes.js";
import { type Collection, complain, declareVariable, newTerm } from "./collect.js";
import { assignTo } from "./collect-assignments.js";
import { collectExpression } from "./collect-expressions.js";
import { scopeOf } from "./collect-names.js";
import { memberOf } from "./collect-objects.js";
import { giveValue } from "./collect-statements.js";
import type { Instance } from "./instance.js";
import { isNullable, numberValue, type Value } from "./shape.js";
import { absentOfType } from "./types.js";
import { checkPart } from "./unions.js";

type Elements = readonly { readonly key: string | number; readonly element: ts.BindingElement }[];

/** Returns the members that a pattern names; reports elements that kernels do not support. */
export function elementsOf(collection: Collection, instance: Instance, pattern: ts.BindingPattern): Elements {
  const { ts } = collection.context;
  return pattern.elements.flatMap((element, index) => {
    if (ts.isOmittedExpression(element)) return [];
    const key = keyOf(collection, element, index);
    if (key !== undefined && !element.dotDotDotToken) return [{ key, element }];
    complain(collection, instance, element.dotDotDotToken ? "LW1120" : "LW1111", element);
    fault(collection, element.name);
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

/** The parts of a literal, by the keys of a pattern. */
export type Parts = ReadonlyMap<string, ts.Expression>;

/** Returns the parts of a literal of the pattern's form; undefined for all other expressions. */
export function literalParts({ context }: Collection, pattern: ts.Node, initializer: ts.Expression): Parts | undefined {
  const { ts } = context;
  const literal = skipWrappers(context, initializer);
  const isList = ts.isArrayBindingPattern(pattern) || ts.isArrayLiteralExpression(pattern);
  if (isList && ts.isArrayLiteralExpression(literal)) {
    if (literal.elements.some((part) => ts.isSpreadElement(part) || ts.isOmittedExpression(part))) return undefined;
    return new Map(literal.elements.map((part, index) => [String(index), part]));
  }
  if (!ts.isObjectBindingPattern(pattern) || !ts.isObjectLiteralExpression(literal)) return undefined;
  const parts = new Map<string, ts.Expression>();
  for (const property of literal.properties) {
    if (ts.isShorthandPropertyAssignment(property)) parts.set(property.name.text, property.name);
    else if (ts.isPropertyAssignment(property) && ts.isIdentifier(property.name)) {
      parts.set(property.name.text, property.initializer);
    } else return undefined;
  }
  return parts;
}

export function collectPatternOf(
  collection: Collection,
  instance: Instance,
  pattern: ts.BindingPattern,
  initializer: ts.Expression,
): void {
  const parts = literalParts(collection, pattern, initializer);
  const before = collection.faults;
  if (!parts) {
    const value = collectExpression(collection, instance, initializer);
    if (value) collectPattern(collection, instance, pattern, value, initializer);
    else if (collection.faults === before) complain(collection, instance, "LW1311", initializer);
    if (!value) for (const { element } of elementsOf(collection, instance, pattern)) fault(collection, element.name);
    return;
  }
  const elements = elementsOf(collection, instance, pattern);
  const values = new Map<ts.Node, Value | undefined>();
  for (const part of parts.values()) values.set(part, collectExpression(collection, instance, part));
  for (const { key, element } of elements) {
    const given = parts.get(String(key)) ?? element.initializer;
    const value = given && (values.has(given) ? values.get(given) : collectExpression(collection, instance, given));
    if (value) collectElement(collection, instance, element, value);
    else if (collection.faults === before) complain(collection, instance, "LW1311", given ?? element);
    if (!value) fault(collection, element.name);
  }
}

export function collectPattern(
  collection: Collection,
  instance: Instance,
  pattern: ts.BindingPattern,
  value: Value,
  initializer?: ts.Expression,
): void {
  for (const { key, element } of elementsOf(collection, instance, pattern)) {
    const fn = initializer && functionNamed(collection, initializer, String(key));
    if (fn) {
      const name = element.name.getText();
      const scope = scopeOf(instance, fn);
      collectElement(collection, instance, element, { kind: "function", declaration: fn, name, scope });
      continue;
    }
    const isMissing = value.kind === "struct" && !value.struct.fields.some(({ name }) => name === String(key));
    const member =
      isMissing && element.initializer
        ? collectExpression(collection, instance, element.initializer)
        : memberOf(collection, instance, value, key, element);
    // JavaScript would replace undefined by the default.
    const isDefaulted = element.initializer && isNullable(member);
    if (isDefaulted) complainOfDefault(collection, instance, element, String(key), initializer);
    if (member && !isDefaulted) collectElement(collection, instance, element, member);
    else fault(collection, element.name);
  }
}

function complainOfDefault(
  collection: Collection,
  instance: Instance,
  element: ts.BindingElement,
  key: string,
  object: ts.Expression | undefined,
): void {
  const { context } = collection;
  const { checker, ts } = context;
  const property = checker.getPropertyOfType(checker.getTypeAtLocation(object ?? element.parent.parent), key);
  const type = property && checker.getTypeOfSymbol(property);
  // `??` replaces null, too.
  const isPlain = type && absentOfType(context, type) === "undefined" && ts.isObjectBindingPattern(element.parent);
  const text = element.getText();
  if (!isPlain || !ts.isIdentifier(element.name) || !element.initializer)
    complain(collection, instance, "LW1124", element, [text]);
  else {
    const from = object && isName(context, object) ? object.getText() : "p";
    complain(collection, instance, "LW1264", element, [
      text,
      element.name.text,
      from,
      key,
      element.initializer.getText(),
    ]);
  }
}

/** Returns the function `inc` of `const { inc } = table`, if a literal determines it and it has no `this`. */
function functionNamed({ context }: Collection, object: ts.Expression, name: string): CallableNode | undefined {
  const symbol = context.checker.getPropertyOfType(context.checker.getTypeAtLocation(object), name);
  const fn = symbol && memberFunction(context, symbol);
  const literal = fn && !usesThis(context, fn) ? literalGivenBy(context, object) : undefined;
  return literal && memberOfLiteral(context, literal, name) === fn ? fn : undefined;
}

/** Marks the names of a reported element as faulty, so that their uses are not reported again. */
function fault(collection: Collection, name: ts.BindingName): void {
  collection.faults++;
  const symbol = collection.context.checker.getSymbolAtLocation(name);
  if (symbol) collection.faulty.add(symbol);
}

function collectElement(collection: Collection, instance: Instance, element: ts.BindingElement, value: Value): void {
  const { context } = collection;
  if (!checkPart(collection, instance, element, value)) {
    fault(collection, element.name);
    return;
  }
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

/** Collects `[a, b] = [b, a]`, `({ x, y } = p)`; returns false where the target is not a pattern. */
export function collectAssignmentPattern(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
): boolean {
  const targets = targetsOf(collection, node.left);
  if (!targets) return false;
  const parts = literalParts(collection, node.left, node.right);
  const before = collection.faults;
  const whole = parts ? undefined : collectExpression(collection, instance, node.right);
  if (!parts && !whole && collection.faults === before) complain(collection, instance, "LW1311", node.right);
  const given = targets.map(({ key, target }) => {
    const source = parts?.get(String(key));
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

/** Returns the targets of a pattern on the left of `=`; undefined if it is not a pattern. */
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
