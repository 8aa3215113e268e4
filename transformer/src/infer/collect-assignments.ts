// Collects assignments of all kinds: to variables, to fields and elements, by patterns, `op=` and `++`.

import { type ScalarType, scalars } from "@lanewise/ir";
import type ts from "typescript-6";
import { remedyOfAssignment } from "../diagnostics/remedies.js";
import { skipWrappers } from "../recognise/calls.js";
import { combiningUpdate } from "../recognise/combining-update.js";
import { resolvedSymbol } from "../recognise/library.js";
import { isName } from "../recognise/names.js";
import { type Assignment, assignmentOf } from "../recognise/operators.js";
import { isSwapTarget } from "../recognise/swaps.js";
import { happening } from "./check-copies.js";
import { arrayFacts, type Collection, complain, joinTo, newTerm, noteFlow } from "./collect.js";
import { collectExpression, collectNumber, collectOperator } from "./collect-expressions.js";
import { isSameObject, storageAt } from "./collect-objects.js";
import { collectAssignmentPattern } from "./collect-patterns.js";
import { callSetter, collectSetting, setterOf } from "./collect-setters.js";
import { giveValue } from "./collect-statements.js";
import { collectKept, complainOfSubarray } from "./collect-subarrays.js";
import type { Instance } from "./instance.js";
import { heldIn, mayGiveNothing } from "./nullables.js";
import { isOnlyNameAt } from "./only-name.js";
import {
  isNullable,
  isObject,
  isTracked,
  numberValue,
  objectOf,
  ownObject,
  type SettingNode,
  type Storage,
  type StructValue,
  storageHeld,
  storageOf,
  type Value,
} from "./shape.js";
import type { Term } from "./term.js";
import { checkTag } from "./unions.js";

export function collectAssignment(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
  assignment: Assignment,
): Value | undefined {
  if (assignment.kind === "compound") return collectCompound(collection, instance, node, assignment);
  if (assignment.kind === "logical") return collectLogical(collection, instance, node, assignment.op);
  if (collectAssignmentPattern(collection, instance, node)) return undefined;
  const kept = collectKept(collection, instance, node);
  if (kept) return kept.value;
  const setting = collectSetting(collection, instance, node);
  if (setting) return setting.value;
  const before = collection.faults;
  const left = collectExpression(collection, instance, node.left);
  const right = collectExpression(
    collection,
    instance,
    node.right,
    isObject(left) && !isTrackedMember(collection, node.left, left) ? left : undefined,
  );
  if (!right && collection.faults === before) complain(collection, instance, "LW1311", node.right);
  if (collection.faults > before || !right) return undefined;
  if (!assignTo(collection, instance, node.left, right, node)) return undefined;
  if (!isObject(right)) return right;
  const { isChoice: _, held: _held, ...assigned } = right;
  return { ...assigned, where: isObject(left) ? left.where : "private" };
}

function collectCompound(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
  { operator }: Assignment & { kind: "compound" },
): Value | undefined {
  const before = collection.faults;
  const left = collectNumber(collection, instance, node.left);
  const right = left && collectNumber(collection, instance, node.right);
  if (!left) collectExpression(collection, instance, node.right); // to report its faults
  if (collection.faults > before || !left || !right) return undefined;
  const value = collectOperator(collection, instance, node, operator, numberValue(left), numberValue(right));
  if (value?.kind !== "number") return undefined;
  const isStep = operator.kind === "arithmetic" && /^(add|sub)$/.test(operator.op);
  return assignTo(collection, instance, node.left, value, node, isStep ? right : undefined) ? value : undefined;
}

/** An element or a field of a module's, which what is assigned goes into; a variable may hold one that was not written. */
function isTrackedMember({ context }: Collection, target: ts.Expression, value: Value): boolean {
  return isTracked(value) && !isName(context, skipWrappers(context, target));
}

/** `a ||= b`: a = a || b. */
function collectLogical(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
  op: "and" | "or" | "nullish",
): Value | undefined {
  const before = collection.faults;
  const left = collectExpression(collection, instance, node.left);
  if (op === "nullish" && isNullable(left) && !isTracked(left)) {
    return collectNullishAssignment(collection, instance, node, left);
  }
  const right = collectExpression(collection, instance, node.right);
  if (collection.faults > before || !left || !right) return undefined;
  if (left.kind === "boolean" && right.kind === "boolean") {
    return assignTo(collection, instance, node.left, left, node) ? left : undefined;
  }
  if (isNullable(left) || isNullable(right)) return complain(collection, instance, "LW1124", node, [node.getText()]);
  if (left.kind !== "number" || right.kind !== "number") return complain(collection, instance, "LW1311", node);
  const value = numberValue(newTerm(collection, { kind: "join" }, node, [left.term, right.term]));
  return assignTo(collection, instance, node.left, value, node) ? value : undefined;
}

/** `a ??= b` where a may be null or undefined. Its value can be used if it is a number or a boolean. */
function collectNullishAssignment(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
  left: StructValue,
): Value | undefined {
  const { context } = collection;
  const right = collectExpression(collection, instance, node.right, left);
  if (!right || !assignTo(collection, instance, node.left, right, node)) return undefined;
  const held = heldIn(collection, node.left, left);
  const isPlain = !isObject(held) && !mayGiveNothing(context, node.right);
  if (!isPlain && !context.ts.isExpressionStatement(node.parent))
    return complain(collection, instance, "LW1124", node, [node.getText()]);
  if (held.kind === "number") instance.meetings.set(node, held.term);
  return isObject(held) ? undefined : held;
}

/** `x++`, `++x`, `x--`, `--x`: x = x + 1. */
export function collectStep(
  collection: Collection,
  instance: Instance,
  node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression,
): Value | undefined {
  const target = collectNumber(collection, instance, node.operand);
  if (!target) return undefined;
  const one = newTerm(collection, { kind: "literal", value: target.isBig ? 1n : 1 }, node);
  const sum = numberValue(newTerm(collection, { kind: "arithmetic", op: "add" }, node, [target, one]));
  return assignTo(collection, instance, node.operand, sum, node, one) ? sum : undefined;
}

/** Records an assignment to an lvalue; reports a faulty one and returns false. */
export function assignTo(
  collection: Collection,
  instance: Instance,
  target: ts.Expression,
  value: Value,
  node: ts.Node,
  step?: Term,
): boolean {
  const { context } = collection;
  const { ts } = context;
  const place = skipWrappers(context, target);
  if (isName(context, place)) return assignToName(collection, instance, place, value, node, step);
  const isMember = ts.isPropertyAccessExpression(place) || ts.isElementAccessExpression(place);
  if (!isMember) {
    complain(collection, instance, "LW1311", place);
    return false;
  }
  const base = instance.pointees.get(place.expression) ?? instance.values.get(place.expression);
  const setter = setterOf(collection, base, place);
  if (setter && ts.isPropertyAccessExpression(place) && isSetting(collection, node)) {
    return callSetter(collection, instance, node, place, setter, value, node);
  }
  if (base?.kind === "path" && !setter) {
    complain(collection, instance, "LW1203", place, captureFault(collection, place, node));
    return false;
  }
  if (base?.kind === "span" && base.isCopy) {
    complain(collection, instance, "LW1203", place, captureFault(collection, place, node));
    return false;
  }
  if (base?.kind === "struct" && ts.isPropertyAccessExpression(place) && base.struct.views.includes(place.name.text)) {
    complainOfSubarray(collection, instance, place);
    return false;
  }
  const storage = base && storageAt(collection, base, place);
  if (!base || !storage) {
    const isSetter = setter || ((resolvedSymbol(context, place)?.flags ?? 0) & ts.SymbolFlags.Accessor) !== 0;
    complain(collection, instance, isSetter ? "LW1133" : "LW1311", place, [place.getText()]);
    return false;
  }
  if (!checkTag(collection, instance, place, base)) return false;
  if (!isOwnField(collection, instance, place)) {
    markMutated(collection, base);
    const own = ownObject(base);
    if (own?.where === "private") {
      collection.happenings.mutations.push(happening(instance, place, own));
      const held = objectOf(storage);
      if (held) collection.happenings.replacements.push({ ...happening(instance, node, held), root: own.root });
    } else if (collection.isDeviceFn) {
      // The stored-over object may be one that the function was passed.
      const held = objectOf(storage);
      if (held) collection.happenings.replacements.push({ ...happening(instance, node, held), root: undefined });
    }
  }
  if (base.kind === "struct" && value.kind === "number") noteFlow(collection, instance, storage, value.term, node);
  return storeInto(collection, instance, storage, value, node, isOwnField(collection, instance, place));
}

/** Whether it is `p.x += 1` or `p.x++`, which call the getter, and then the setter. */
function isSetting({ context: { ts } }: Collection, node: ts.Node): node is SettingNode {
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return true;
  return ts.isBinaryExpression(node) && assignmentOf(ts, node.operatorToken.kind)?.kind === "compound";
}

/** Returns the name, and what to write instead. */
function captureFault({ context: { ts } }: Collection, place: ts.Expression, node: ts.Node): string[] {
  const name = place.getText();
  return [name, remedyOfAssignment(name, combiningUpdate(ts, place, node)?.operation)];
}

function assignToName(
  collection: Collection,
  instance: Instance,
  place: ts.Expression,
  value: Value,
  node: ts.Node,
  step: Term | undefined,
): boolean {
  const meaning = instance.meanings.get(place);
  if (!meaning) return false;
  const outer = meaning.kind === "outer" && meaning.outer.kind === "variable" ? meaning.outer.variable : undefined;
  const variable = meaning.kind === "variable" ? meaning.variable : outer;
  if (!variable || outer?.shape.kind === "span") {
    complain(collection, instance, "LW1203", place, captureFault(collection, place, node));
    return false;
  }
  if (variable.shape.kind === "item") {
    complain(collection, instance, "LW1313", place, [place.getText()]);
    return false;
  }
  if (variable.shape.kind === "function" || variable.shape.kind === "choice") {
    complain(collection, instance, "LW1208", place, [place.getText()]);
    return false;
  }
  if (variable.shape.kind === "subarray" || value.kind === "subarray") {
    complainOfSubarray(collection, instance, place);
    return false;
  }
  variable.isAssigned = true;
  if (outer) outer.isShared = true;
  giveValue(collection, instance, variable, value, node);
  if (step && variable.shape.kind === "number" && variable.shape.term.origin.kind !== "known") {
    variable.shape.term.steps.push(step);
  }
  return true;
}

/** Whether it is `this.x = …` in a constructor: nobody else knows the object yet. */
function isOwnField(
  { context }: Collection,
  instance: Instance,
  place: ts.PropertyAccessExpression | ts.ElementAccessExpression,
): boolean {
  const { ts } = context;
  return ts.isClassLike(instance.declaration) && place.expression.kind === ts.SyntaxKind.ThisKeyword;
}

export function markMutated(collection: Collection, base: Value): void {
  const own = ownObject(base);
  if (own?.kind === "struct") own.struct.isMutated = true;
  if (own?.kind === "array") arrayFacts(collection, storageOf(own) as Storage & { kind: "array" }).isMutated = true;
}

function markStored(collection: Collection, storage: Storage & { kind: "struct" | "array" }): void {
  if (storage.kind === "struct") storage.struct.isStored = true;
  else arrayFacts(collection, storage).isStored = true;
}

/** Collects a store to a field or an element. `isNew`: the object that contains it is under construction. */
export function storeInto(
  collection: Collection,
  instance: Instance,
  storage: Storage,
  value: Value,
  node: ts.Node,
  isNew: boolean,
): boolean {
  switch (storage.kind) {
    case "number":
      if (storage.scalar === "bool") return expectKind(collection, instance, value, "boolean", node);
      if (!expectKind(collection, instance, value, "number", node) || value.kind !== "number") return false;
      flowIntoMemory(storage.scalar, value.term, node);
      if (!storage.clamps && isWrapping(storage.scalar)) value.term.isWrapped = true;
      return true;
    case "weak":
      if (!expectKind(collection, instance, value, "number", node) || value.kind !== "number") return false;
      joinTo(storage.term, value.term);
      return true;
    case "boolean":
    case "text":
      return expectKind(collection, instance, value, storage.kind, node);
    case "struct":
    case "array": {
      const whole = objectOf(storage);
      if (isTracked(whole) && !isObject(value))
        return storeInto(collection, instance, storageHeld(whole), value, node, isNew);
      const target = objectOf(storage);
      if (!target || !isObject(value)) return expectKind(collection, instance, value, storage.kind, node);
      if (!isNew) markStored(collection, storage);
      const isOnlyOne =
        isSwapTarget(collection.context, node) || (value.root && isOnlyNameAt(collection, value.root, node));
      if (value.where === "private" && !isOnlyOne) collection.happenings.copies.push(happening(instance, node, value));
      return isSameObject(collection, instance, target, value, node);
    }
  }
}

function expectKind(
  collection: Collection,
  instance: Instance,
  value: Value,
  kind: Value["kind"],
  node: ts.Node,
): boolean {
  if (value.kind === kind) return true;
  const isNothing = value.kind === "undefined" || isNullable(value);
  complain(collection, instance, isNothing ? "LW1124" : "LW1311", node, [node.getText()]);
  return false;
}

/** Whether a store truncates to the low bits. */
function isWrapping(element: ScalarType): boolean {
  const { kind, size } = scalars[element];
  return kind === "integer" && size <= 4;
}

/** Notes a store to memory. It converts as in JavaScript, so it needs no type, but it decides that of a weak float. */
export function flowIntoMemory(element: ScalarType, value: Term, node: ts.Node): void {
  value.stores.push({ node, type: element });
  const isHalf = element === "f32" || element === "f16";
  value.wants.add(isHalf ? "storesF32" : element === "f64" ? "storesF64" : "storesOther");
}
