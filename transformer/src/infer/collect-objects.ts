// Collects objects: literals, arrays created in the kernel, and their fields and elements.

import { type ScalarType, scalars } from "@lanewise/ir";
import type ts from "typescript-6";
import { fixedArrayType } from "../recognise/brands.js";
import { skipWrappers } from "../recognise/calls.js";
import { evaluate } from "../recognise/evaluate.js";
import { resolvedSymbol } from "../recognise/library.js";
import { isName } from "../recognise/names.js";
import { isFunctionMember, isNamedByConst, isOfFunctions } from "../recognise/object-literals.js";
import { typedArrayElement } from "../recognise/shapes.js";
import { type Collection, complain, joinTo, newTerm, noteFlow, registerOf } from "./collect.js";
import { storeInto } from "./collect-assignments.js";
import { capturedField } from "./collect-captures.js";
import { collectExpression, collectNumber } from "./collect-expressions.js";
import { collectItemMember } from "./collect-items.js";
import { collectBase } from "./collect-pointers.js";
import { missingIndices, rowAt } from "./collect-rows.js";
import { storageFor } from "./collect-spread.js";
import { complainOfSubarray, haveSameViews } from "./collect-subarrays.js";
import { constantNumber } from "./constant-fields.js";
import { isFilledBehind } from "./filled-behind.js";
import type { Instance } from "./instance.js";
import { knownText } from "./known-texts.js";
import { isLoaded } from "./loaded-objects.js";
import { baseOf } from "./members.js";
import {
  type ArrayValue,
  absentOf,
  elementStorage,
  isObject,
  isSmallUnsigned,
  memberValue,
  numberValue,
  type ObjectValue,
  objectOf,
  type SpanValue,
  type Storage,
  type Struct,
  type StructValue,
  type SubarrayValue,
  storageKey,
  storageOf,
  type Value,
} from "./shape.js";
import { isString, remedyOfString, variableOf } from "./string-indices.js";
import { needIndex, type Term } from "./term.js";
import { storageOfType } from "./types.js";
import { isOfMember } from "./union-members.js";
import { checkSpread } from "./unions.js";

/** Returns the term of a number read from memory. */
export function memoryTerm(collection: Collection, node: ts.Node, scalar: ScalarType): Term {
  const origin = isSmallUnsigned(scalar)
    ? ({ kind: "smallInteger" } as const)
    : ({
        kind: "known",
        type: isDoubled(collection, node, scalar) ? "f64" : registerOf(scalar),
        ...bitsOf(scalar),
      } as const);
  return newTerm(collection, origin, node);
}

/** Whether a package reads an f32, with which JavaScript computes in doubles. */
function isDoubled({ context }: Collection, node: ts.Node, scalar: ScalarType): boolean {
  return /^f(16|32)$/.test(scalar) && context.bodies.files.has(node.getSourceFile());
}

function bitsOf(scalar: ScalarType): { readonly bits?: number } {
  const { kind, size } = scalars[scalar];
  return kind === "integer" && size < 4 ? { bits: size * 8 } : {};
}

function read(
  collection: Collection,
  storage: Storage,
  base: Pick<ObjectValue, "where" | "root">,
  node: ts.Node,
): Value {
  return memberValue(storage, base, () =>
    memoryTerm(collection, node, storage.kind === "number" ? storage.scalar : "f64"),
  );
}

function placeOf(array: SpanValue | SubarrayValue): Pick<ObjectValue, "where" | "root"> {
  const { isLocal } = array;
  if (array.kind === "subarray" && array.own) return array.own;
  return { where: isLocal ? "local" : "memory", root: undefined };
}

/** Returns the storage and location of an array's elements; undefined if it is no array. */
function baseOfElements(
  array: Value,
): (Pick<ObjectValue, "where" | "root"> & { readonly element: Storage }) | undefined {
  if (array.kind === "array") return array;
  if (array.kind === "span" || array.kind === "subarray") return { element: array.element, ...placeOf(array) };
  const isRow = array.kind === "row" && missingIndices(array) === 1;
  return isRow ? { element: array.element, where: "memory", root: undefined } : undefined;
}

/** Returns an element of an array, as for for-of and `[i]`; undefined if it is no array. */
export function elementOf(collection: Collection, instance: Instance, array: Value, node: ts.Node): Value | undefined {
  const base = baseOfElements(array);
  const value = base && read(collection, base.element, base, node);
  if (value?.kind === "number") instance.terms.set(node, value.term);
  if (value) instance.values.set(node, value);
  return value;
}

/** Returns the value of `base.key`, or `base[key]` with a literal key; reports a missing member. */
export function memberOf(
  collection: Collection,
  instance: Instance,
  base: Value,
  key: string | number,
  node: ts.Node,
): Value | undefined {
  if (base.kind === "path") return capturedField(collection, instance, base, String(key), node);
  if (base.kind === "item") return collectItemMember(collection, instance, base, String(key), node);
  const isIndex = /^\d+$/.test(String(key));
  if (base.kind === "struct") {
    const view = base.views?.get(String(key));
    if (view) return view;
    if (base.struct.views.includes(String(key))) return complainOfSubarray(collection, instance, node);
    const field = base.struct.fields.find(({ name }) => name === String(key));
    if (field) return read(collection, field.storage, base, node);
  }
  if (base.kind === "array" && isIndex && Number(key) < base.length) return read(collection, base.element, base, node);
  if ((base.kind === "span" || base.kind === "subarray") && isIndex)
    return read(collection, base.element, placeOf(base), node);
  if (/^(span|array|row|subarray)$/.test(base.kind)) {
    if (key === "length") {
      return { kind: "number", term: newTerm(collection, { kind: "smallInteger" }, node), narrow: undefined };
    }
  }
  return complain(collection, instance, "LW1306", node, [String(key), describe(base)]);
}

function describe(value: Value): string {
  return isObject(value) ? describeStorage(storageOf(value)) : value.kind;
}

/** Describes a named type by its name, others as TypeScript writes them. */
function describeStorage(storage: Storage): string {
  switch (storage.kind) {
    case "number":
      return storage.scalar;
    case "weak":
      return "number";
    case "boolean":
      return "boolean";
    case "text":
      return "string";
    case "array":
      return `FixedArray<${describeStorage(storage.element)}, ${storage.length}>`;
    case "struct": {
      const { name, fields } = storage.struct;
      const absent = absentOf(storage.struct);
      if (absent && fields[1]) return `${describeStorage(fields[1].storage)} | ${absent}`;
      if (name === "tuple") return `[${fields.map((field) => describeStorage(field.storage)).join(", ")}]`;
      if (name !== "object") return name;
      return `{ ${fields.map((field) => `${field.name}: ${describeStorage(field.storage)}`).join("; ")} }`;
    }
  }
}

/** Returns the storage that an access of `base` reads or writes. */
export function storageAt(
  { context }: Collection,
  base: Value,
  place: ts.PropertyAccessExpression | ts.ElementAccessExpression,
): Storage | undefined {
  const { ts } = context;
  if (ts.isPropertyAccessExpression(place)) {
    if (base.kind === "global") return place.name.text === "value" ? scalarStorage(base.scalar) : undefined;
    const name = resolvedSymbol(context, place.name)?.name ?? place.name.text;
    return base.kind === "struct" ? base.struct.fields.find((field) => field.name === name)?.storage : undefined;
  }
  if (base.kind === "span" || base.kind === "array" || base.kind === "row" || base.kind === "subarray")
    return base.element;
  if (base.kind !== "struct") return undefined;
  const index = evaluate(context, place.argumentExpression);
  return base.struct.fields.find((field) => field.name === String(index))?.storage;
}

function scalarStorage(scalar: ScalarType): Storage {
  return scalar === "bool" ? { kind: "boolean" } : { kind: "number", scalar };
}

/** Whether both have the same type; links their plain numbers if so, and reports a difference. */
export function isSameObject(
  collection: Collection,
  instance: Instance,
  target: ObjectValue,
  value: ObjectValue,
  node: ts.Node,
): boolean {
  const [left, right] = [storageOf(target), storageOf(value)];
  if (storageKey(left) !== storageKey(right)) {
    const isKin =
      left.kind === "struct" && right.kind === "struct" && haveAncestor(collection, left.struct, right.struct);
    complain(collection, instance, isKin ? "LW1219" : "LW1217", node, [describe(value), describe(target)]);
    return false;
  }
  linkNumbers(left, right);
  if (haveSameViews(target, value)) return true;
  complainOfSubarray(collection, instance, node);
  return false;
}

/** Whether one class extends the other, or both extend a third. */
function haveAncestor({ context }: Collection, left: Struct, right: Struct): boolean {
  const lineOf = (struct: Struct) => {
    const line = new Set<ts.Node>();
    for (let at = struct.declaration; at; at = baseOf(context, at)) line.add(at);
    return line;
  };
  const line = lineOf(left);
  return [...lineOf(right)].some((one) => line.has(one));
}

/** Links plain numbers that are copied as bytes, so that they get the same type. */
export function linkNumbers(left: Storage, right: Storage): void {
  if (left.kind === "weak" && right.kind === "weak" && left.term !== right.term) {
    if (!left.term.inputs.includes(right.term)) left.term.inputs.push(right.term);
    if (!right.term.inputs.includes(left.term)) right.term.inputs.push(left.term);
  }
  if (left.kind === "array" && right.kind === "array") linkNumbers(left.element, right.element);
  if (left.kind !== "struct" || right.kind !== "struct" || left.struct === right.struct) return;
  for (const [index, { storage }] of left.struct.fields.entries()) {
    const other = right.struct.fields[index];
    if (other) linkNumbers(storage, other.storage);
  }
}

type Literal = ts.ObjectLiteralExpression | ts.ArrayLiteralExpression;

/** Returns a literal's type: the expected one, else its contextual type, else its own. */
function storageOfLiteral(
  collection: Collection,
  instance: Instance,
  node: Literal,
  expected: ObjectValue | undefined,
): (Storage & { kind: "struct" | "array" }) | undefined {
  if (expected) return storageOf(expected);
  const { checker } = collection.context;
  for (const type of [checker.getContextualType(node), checker.getTypeAtLocation(node)]) {
    const storage = type && storageOfType(collection, type, node, instance.bindings);
    if (storage && !("fault" in storage) && (storage.kind === "struct" || storage.kind === "array")) return storage;
  }
  return undefined;
}

export function collectObjectLiteral(
  collection: Collection,
  instance: Instance,
  node: ts.ObjectLiteralExpression,
  expected: ObjectValue | undefined,
): Value | undefined {
  const { context } = collection;
  const { ts } = context;
  const isFunction = (member: ts.Node) => isFunctionMember(context, member) && isNamedByConst(context, member);
  if (isOfFunctions(context, node) && node.properties.every(isFunction)) return { kind: "functions" };
  const storage = storageOfLiteral(collection, instance, node, expected);
  if (storage?.kind !== "struct") return complain(collection, instance, "LW1106", node);
  const value = objectOf(storage, "fresh");
  const { union } = value.struct;
  const names = node.properties.map(({ name }) => (name && context.ts.isIdentifier(name) ? name.text : ""));
  if (union && !isOfMember(union, names)) collection.unions.others.push({ instance, node, to: value.struct });
  for (const property of node.properties) {
    if (isFunction(property)) continue;
    if (ts.isSpreadAssignment(property)) collectSpread(collection, instance, value, property);
    else if (ts.isShorthandPropertyAssignment(property)) {
      collectField(collection, instance, value, property.name.text, property.name);
    } else if (ts.isPropertyAssignment(property) && !ts.isComputedPropertyName(property.name)) {
      collectField(collection, instance, value, property.name.text, property.initializer);
    } else complain(collection, instance, "LW1106", property);
  }
  return value;
}

function collectField(
  collection: Collection,
  instance: Instance,
  { struct }: StructValue,
  name: string,
  node: ts.Expression,
): void {
  const field = struct.fields.find((one) => one.name === name);
  if (!field) {
    complain(collection, instance, "LW1306", node, [name, struct.name]);
    return;
  }
  collectInto(collection, instance, field.storage, node);
  const term = instance.terms.get(node);
  if (term) noteFlow(collection, instance, field.storage, term, node);
}

/** Collects an expression whose value initialises a field or element. */
export function collectInto(collection: Collection, instance: Instance, storage: Storage, node: ts.Expression): void {
  const before = collection.faults;
  const value = collectExpression(collection, instance, node, objectOf(storage));
  if (value) storeInto(collection, instance, storage, value, node, true);
  else if (collection.faults === before) complain(collection, instance, "LW1311", node);
}

function collectSpread(
  collection: Collection,
  instance: Instance,
  target: StructValue,
  spread: ts.SpreadAssignment,
): void {
  const { expression: node } = spread;
  const before = collection.faults;
  const value = collectExpression(collection, instance, node);
  if (value?.kind !== "struct") {
    if (collection.faults === before) complain(collection, instance, "LW1120", node);
    return;
  }
  if (!checkSpread(collection, instance, spread, value)) return;
  for (const { name, storage } of value.struct.fields) {
    const field = target.struct.fields.find((one) => one.name === name);
    if (field) storeInto(collection, instance, field.storage, read(collection, storage, value, node), node, true);
  }
}

export function collectArrayLiteral(
  collection: Collection,
  instance: Instance,
  node: ts.ArrayLiteralExpression,
  expected: ObjectValue | undefined,
): Value | undefined {
  const { ts } = collection.context;
  const storage = storageOfLiteral(collection, instance, node, expected);
  const isSpread = node.elements.some((element) => ts.isSpreadElement(element));
  if (storage?.kind === "struct" && !isSpread) {
    const value = objectOf(storage, "fresh");
    for (const [index, element] of node.elements.entries()) {
      collectField(collection, instance, value, String(index), element);
    }
    return value;
  }
  if (storage?.kind === "array" && !isSpread) {
    if (node.elements.length !== storage.length) {
      return complain(collection, instance, "LW1107", node);
    }
    for (const element of node.elements) collectInto(collection, instance, storage.element, element);
    return objectOf(storage, "fresh");
  }
  return collectList(collection, instance, node);
}

/** Collects a literal whose type does not state its length: the number of elements. */
function collectList(collection: Collection, instance: Instance, node: ts.ArrayLiteralExpression): Value | undefined {
  const { context } = collection;
  const { ts, checker } = context;
  const type = checker.getIndexTypeOfType(checker.getTypeAtLocation(node), ts.IndexKind.Number);
  const declared = type && storageOfType(collection, type, node, instance.bindings);
  let element = declared && !("fault" in declared) ? declared : undefined;
  let length = 0;
  const before = collection.faults;
  for (const part of node.elements) {
    if (!ts.isSpreadElement(part)) {
      length++;
      if (element) collectInto(collection, instance, element, part);
      else {
        // In a list of lists, the first determines the type of all.
        const first = collectExpression(collection, instance, part);
        if (first?.kind === "function")
          return complain(collection, instance, "LW1268", node, [variableOf(context, node) ?? node.getText()]);
        element = isObject(first) ? storageOf(first) : undefined;
        if (element && first) storeInto(collection, instance, element, first, part, true);
      }
      continue;
    }
    const value = collectExpression(collection, instance, part.expression);
    if (value?.kind === "array") {
      length += value.length;
      element ??= value.element;
      storeInto(collection, instance, element, read(collection, value.element, value, part), part, true);
    } else if (collection.faults === before) {
      const members = isTuple(value) ? membersOfTuples(collection, instance, node) : undefined;
      if (members === undefined) complain(collection, instance, "LW1120", part);
      else complain(collection, instance, "LW1263", part, [part.expression.getText(), members]);
    }
  }
  if (collection.faults > before) return undefined;
  if (node.elements.length === 0)
    return complain(collection, instance, "LW1266", node, [variableOf(context, node) ?? "list"]);
  if (!element || length === 0) return complain(collection, instance, "LW1107", node);
  return objectOf({ kind: "array", element, length }, "fresh");
}

const isTuple = (value: Value | undefined): value is StructValue =>
  value?.kind === "struct" && value.struct.name === "tuple";

/** Returns the text of `[...t, 4]` with the members of tuples, `[t[0], t[1], 4]`; undefined if one has no name. */
function membersOfTuples(
  collection: Collection,
  instance: Instance,
  { elements }: ts.ArrayLiteralExpression,
): string | undefined {
  const { context } = collection;
  const { ts } = context;
  const parts = elements.map((part) => {
    const value = ts.isSpreadElement(part) ? collectExpression(collection, instance, part.expression) : undefined;
    if (!ts.isSpreadElement(part) || !isTuple(value)) return part.getText();
    const text = isName(context, part.expression) ? part.expression.getText() : undefined;
    return text && value.struct.fields.map((_, index) => `${text}[${index}]`).join(", ");
  });
  return parts.every((one) => one !== undefined) ? `[${parts.join(", ")}]` : undefined;
}

/** Collects `fixedArray(64, 0)` and `new Array(64).fill(0)`. */
export function collectFilled(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  parts: { readonly length: ts.Expression | undefined; readonly value: ts.Expression | undefined },
  expected: ObjectValue | undefined,
): Value | undefined {
  const { context } = collection;
  const { ts, checker } = context;
  const length = parts.length && evaluate(context, parts.length);
  if (typeof length !== "number" || !Number.isInteger(length) || length < 1 || !parts.value) {
    return complain(collection, instance, "LW1127", parts.length ?? node);
  }
  const type = checker.getTypeAtLocation(node);
  const own = fixedArrayType(context, type)?.element ?? checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  const declared = own && storageOfType(collection, own, node, instance.bindings);
  const isUntyped = own !== undefined && (own.flags & ts.TypeFlags.Any) !== 0;
  const first = isUntyped && !expected ? collectExpression(collection, instance, parts.value) : undefined;
  const element =
    expected?.kind === "array" ? expected.element : first ? storageFor(collection, first, node) : declared;
  if (!element || "fault" in element)
    return complain(collection, instance, "LW1304", node, [checker.typeToString(type)]);
  collectInto(collection, instance, element, parts.value);
  return objectOf({ kind: "array", element, length }, "fresh");
}

/** Collects `new Array(9)`, whose elements are undefined in JavaScript until they are written: the statements after it write them all. */
export function collectEmpty(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression | ts.NewExpression,
  length: ts.Expression | undefined,
  expected: ObjectValue | undefined,
): Value | undefined {
  const { context } = collection;
  const { ts, checker } = context;
  const count = length && constantNumber(collection, instance, length);
  if (count === undefined || !Number.isInteger(count) || count < 1) {
    return complain(collection, instance, "LW1127", length ?? node);
  }
  if (!isFilledBehind(context, node, count)) {
    return complain(collection, instance, "LW1237", node, [node.getText(), node.getText()]);
  }
  const elementIn = (type: ts.Type | undefined) => type && checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  const isAny = (type: ts.Type | undefined) => type === undefined || (type.flags & ts.TypeFlags.Any) !== 0;
  const made = elementIn(checker.getTypeAtLocation(node));
  const own = isAny(made) ? elementIn(checker.getContextualType(node)) : made;
  const unset = newTerm(collection, { kind: "literal", value: Number.NaN }, node);
  const declared =
    own === undefined || isAny(own)
      ? storageFor(collection, numberValue(unset), node)
      : storageOfType(collection, own, node, instance.bindings);
  const element = expected?.kind === "array" ? expected.element : declared;
  const isFloat = element && !("fault" in element) && element.kind === "number" && /^f(32|64)$/.test(element.scalar);
  if (!element || "fault" in element || (element.kind !== "weak" && !isFloat)) {
    return complain(collection, instance, "LW1237", node, [node.getText(), node.getText()]);
  }
  if (element.kind === "weak") joinTo(element.term, unset);
  return objectOf({ kind: "array", element, length: count }, "fresh");
}

/** Collects `Float32Array.of(1, 2)`: a private array of these numbers. */
export function collectListed(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
): ArrayValue | undefined {
  const { context } = collection;
  const held = typedArrayElement(context, context.checker.getTypeAtLocation(node));
  const spread = node.arguments.find((one) => context.ts.isSpreadElement(one));
  if (!held || spread) return complain(collection, instance, "LW1120", spread ?? node);
  const element = elementStorage(held);
  for (const part of node.arguments) collectInto(collection, instance, element, part);
  return objectOf({ kind: "array", element, length: node.arguments.length }, "fresh");
}

/** Collects `new Float32Array(16)` or `new Float32Array([1, 2])` in a kernel: a private array of zeros, or of these numbers. */
export function collectTypedArray(
  collection: Collection,
  instance: Instance,
  node: ts.NewExpression,
): ArrayValue | "other" | undefined {
  const { context } = collection;
  const held = typedArrayElement(context, context.checker.getTypeAtLocation(node));
  if (!held) return "other";
  const [argument] = node.arguments ?? [];
  const literal = argument && skipWrappers(context, argument);
  const element = elementStorage(held);
  if (literal && context.ts.isArrayLiteralExpression(literal) && literal.elements.length > 0) {
    for (const part of literal.elements) collectInto(collection, instance, element, part);
    return objectOf({ kind: "array", element, length: literal.elements.length }, "fresh");
  }
  const length = argument && evaluate(context, argument);
  if (typeof length !== "number" || !Number.isInteger(length) || length < 1) {
    return complain(collection, instance, "LW1127", argument ?? node);
  }
  return objectOf({ kind: "array", element, length }, "fresh");
}

/** The known name in `spaces[name]`; undefined if the call does not say it. */
function loadedKey(
  collection: Collection,
  instance: Instance,
  { argumentExpression }: ts.ElementAccessExpression,
): string | undefined {
  const key = collectExpression(collection, instance, argumentExpression);
  if (key?.kind === "text") return knownText(collection, instance, argumentExpression);
  const index = evaluate(collection.context, argumentExpression);
  return typeof index === "number" ? String(index) : undefined;
}

export function collectElement(
  collection: Collection,
  instance: Instance,
  node: ts.ElementAccessExpression,
): Value | undefined {
  const { context } = collection;
  const before = collection.faults;
  const base = collectBase(collection, instance, node.expression);
  if (collection.faults > before) return undefined;
  if (isLoaded(base)) {
    const name = loadedKey(collection, instance, node);
    if (name !== undefined) return memberOf(collection, instance, base, name, node);
    return collection.faults > before ? undefined : complain(collection, instance, "LW1241", node, [node.getText()]);
  }
  const hasFields = base?.kind === "struct" || (base?.kind === "path" && context.checker.isTupleType(base.type));
  const constant = hasFields ? evaluate(context, node.argumentExpression) : undefined;
  if (hasFields && constant !== undefined) {
    return memberOf(collection, instance, base, String(constant), node);
  }
  if (base?.kind === "struct" && base.struct.name === "tuple") {
    return complain(collection, instance, "LW1128", node.argumentExpression, [String(base.struct.fields.length)]);
  }
  if (isString(context, node.argumentExpression)) {
    const remedy = remedyOfString(context, node);
    return complain(collection, instance, "LW1265", node.argumentExpression, [
      node.argumentExpression.getText(),
      remedy,
    ]);
  }
  const index = collectNumber(collection, instance, node.argumentExpression);
  if (index) needIndex(index, node.argumentExpression);
  const value = base && (rowAt(collection, instance, base, node) ?? elementOf(collection, instance, base, node));
  if (value || collection.faults > before) return value;
  const { checker } = context;
  return complain(collection, instance, "LW1305", node, [
    checker.typeToString(checker.getTypeAtLocation(node.expression)),
  ]);
}
