// Values that may be null or undefined: `number | null`, `Hit | undefined`, of numbers, booleans and the kernel's own objects. A nullable is a struct
// of two fields, a presence flag and a value. The value is used only where TypeScript knows that it is present (docs/decisions/0006-values.md, "What
// may be null").

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { isWrapper, skipWrappers } from "../recognise/calls.js";
import { type Collection, complain, newTerm, noteFlow } from "./collect.js";
import { storeInto } from "./collect-assignments.js";
import { collectExpression } from "./collect-expressions.js";
import { memoryTerm } from "./collect-objects.js";
import type { Instance } from "./instance.js";
import {
  type Absent,
  absentOf,
  isNullable,
  isObject,
  isTracked,
  memberValue,
  numberValue,
  type ObjectValue,
  objectOf,
  type Storage,
  type StructValue,
  storageHeld,
  type Value,
} from "./shape.js";
import { nullableStruct, valueOfType } from "./types.js";

/** Whether the type includes null or undefined. */
export function mayBeNull({ ts }: PassContext, type: ts.Type): boolean {
  return type.isUnion() && type.types.some(({ flags }) => flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined));
}

/** Returns "null" or "undefined" if `node` is one of them. */
export function nothingOf({ ts, checker }: PassContext, node: ts.Expression): Absent | undefined {
  if (node.kind === ts.SyntaxKind.NullKeyword) return "null";
  const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
  return symbol && checker.isUndefinedSymbol(symbol) ? "undefined" : undefined;
}

/** Whether an expression may be null or undefined in a kernel. TypeScript adds undefined to elements, too, but reading a missing one fails. */
export function mayGiveNothing(context: PassContext, expression: ts.Expression): boolean {
  const { ts, checker } = context;
  const node = skipWrappers(context, expression);
  if (!mayBeNull(context, checker.getTypeAtLocation(node))) return nothingOf(context, node) !== undefined;
  if (ts.isConditionalExpression(node)) {
    return mayGiveNothing(context, node.whenTrue) || mayGiveNothing(context, node.whenFalse);
  }
  if (!ts.isElementAccessExpression(node)) return !isAt(context, node);
  const elements = checker.getIndexTypeOfType(checker.getTypeAtLocation(node.expression), ts.IndexKind.Number);
  return elements !== undefined && mayBeNull(context, elements);
}

/** Whether it is `a.at(-1)`. */
function isAt({ ts }: PassContext, node: ts.Expression): boolean {
  return (
    ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === "at"
  );
}

/** Returns an expression's type as a nullable, where only that type makes it one: `c ? 1 : null`. */
export function nullableAt(collection: Collection, instance: Instance, node: ts.Expression): StructValue | undefined {
  const { context } = collection;
  const { ts, checker } = context;
  if (!ts.isConditionalExpression(node) && !ts.isAssertionExpression(node)) return undefined;
  const type = checker.getTypeAtLocation(node);
  if (!mayBeNull(context, type) || !mayGiveNothing(context, ts.isConditionalExpression(node) ? node : node.expression))
    return undefined;
  const value = valueOfType(collection, type, node, instance.bindings);
  return value && !("fault" in value) && isNullable(value) ? value : undefined;
}

/** Whether its parts have the same expected type as the expression. */
export function isTransparent({ context }: Collection, node: ts.Expression): boolean {
  const { ts, checker } = context;
  if (ts.isParenthesizedExpression(node) || ts.isConditionalExpression(node)) return true;
  if (nothingOf(context, node)) return true;
  const isAsserted = ts.isAssertionExpression(node) || ts.isSatisfiesExpression(node);
  return isAsserted && mayBeNull(context, checker.getTypeAtLocation(node));
}

/** Returns the expected type of a nullable's value. */
export const heldObject = (nullable: StructValue): ObjectValue | undefined => objectOf(storageHeld(nullable));

/** Converts `value`, the value of `node`, to the expected nullable. */
export function asNullable(
  collection: Collection,
  instance: Instance,
  node: ts.Expression,
  value: Value,
  wanted: StructValue,
): Value | undefined {
  if (isNullable(value)) return value;
  const storage = storageHeld(wanted);
  if (!storeInto(collection, instance, storage, value, node, true)) return undefined;
  if (value.kind === "number") noteFlow(collection, instance, storage, value.term, node);
  const whole: StructValue = { kind: "struct", struct: wanted.struct, where: "fresh", root: undefined };
  instance.wraps.set(node, whole);
  return whole;
}

/** Returns the value in a nullable where TypeScript has narrowed it, or the program asserts that it is present; else the nullable. */
export function whatIsThere(
  collection: Collection,
  instance: Instance,
  node: ts.Expression,
  value: StructValue,
): Value {
  const { context } = collection;
  const isPlace = context.ts.isPropertyAccessExpression(node) || context.ts.isElementAccessExpression(node);
  const isRead = isPlace || context.ts.isIdentifier(node) || isWrapper(context, node);
  // TypeScript adds undefined not to the type of `hit?.t` itself, but to that of its whole chain.
  const isChain = context.ts.isPropertyAccessExpression(node) && node.questionDotToken !== undefined;
  if (!isRead || isChain || isAssigned(context, node)) return value;
  if (isTracked(value) && isKeptWhole(context, node)) return asCopy(instance, node, value);
  const type = context.checker.getTypeAtLocation(node);
  const { Null, Undefined, Any, Never } = context.ts.TypeFlags;
  if (mayBeNull(context, type) || type.flags & (Null | Undefined | Any | Never)) return value;
  const held = heldIn(collection, node, value);
  instance.unwraps.set(node, value);
  instance.values.set(node, held);
  if (held.kind === "number") instance.terms.set(node, held.term);
  return held;
}

/** A number that is read is a copy, whatever is written afterwards. */
export function asCopy(instance: Instance, node: ts.Expression, value: StructValue): StructValue {
  const copy: StructValue = { kind: "struct", struct: value.struct, where: "fresh", root: undefined };
  instance.values.set(node, copy);
  return copy;
}

/** `let x = e[0]`: what has not been written is an error where x is used. */
function isKeptWhole({ ts }: PassContext, node: ts.Node): boolean {
  const { parent } = node;
  const isDeclared = ts.isVariableDeclaration(parent) && parent.initializer === node;
  return isDeclared && (ts.getCombinedNodeFlags(parent) & ts.NodeFlags.Const) === 0;
}

const scalarOf = (storage: Storage) => (storage.kind === "number" ? storage.scalar : "f64");

/** Whether it is `hit` in `hit = …`. */
function isAssigned({ ts }: PassContext, node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  );
}

interface NullTest {
  /** The operand that is compared with null or undefined. */
  readonly side: ts.Expression;
  readonly absent: Absent;
  readonly isEqual: boolean;
  readonly isStrict: boolean;
}

/** Recognises `hit !== null`, `hit !== undefined`. */
export function nullTest(context: PassContext, node: ts.BinaryExpression): NullTest | undefined {
  const operator = node.operatorToken.getText();
  if (!/^[!=]==?$/.test(operator)) return undefined;
  const [left, right] = [node.left, node.right].map((side) => nothingOf(context, skipWrappers(context, side)));
  const absent = left ?? right;
  if (!absent || (left && right)) return undefined;
  return {
    side: left ? node.right : node.left,
    absent,
    isEqual: operator[0] === "=",
    isStrict: operator.length > 2,
  };
}

/** Collects a comparison with null; a value that is neither nullable by its type nor omitted is never null. */
export function collectNullTest(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
  { side, absent, isEqual, isStrict }: NullTest,
): Value | undefined {
  const before = collection.faults;
  const value = collectExpression(collection, instance, side);
  if (collection.faults > before) return undefined;
  if (!value) return complain(collection, instance, "LW1311", side);
  if (isNullable(value)) return { kind: "boolean" };
  const isLeftOut = value.kind === "undefined";
  if (!isLeftOut && mayCome(collection, side)) return complain(collection, instance, "LW1124", node, [node.getText()]);
  // An omitted argument is undefined.
  const isNothing = isLeftOut && (!isStrict || absent === "undefined");
  instance.decided.set(node, isNothing === isEqual);
  return { kind: "boolean" };
}

/** Whether a possibly missing element is tested: reading it fails in a kernel. */
export function mayCome({ context }: Collection, side: ts.Expression): boolean {
  return context.ts.isElementAccessExpression(skipWrappers(context, side));
}

/** Collects `hit?.t`, which may be undefined. */
export function collectOptional(
  collection: Collection,
  instance: Instance,
  node: ts.PropertyAccessExpression,
  base: StructValue,
): Value | undefined {
  const object = heldObject(base);
  const field =
    object?.kind === "struct" ? object.struct.fields.find(({ name }) => name === node.name.text) : undefined;
  if (!object || !field) return complain(collection, instance, "LW1124", node, [node.getText()]);
  const { storage } = field;
  const own = objectOf(storage);
  if (isNullable(own)) {
    // `hit?.id` is undefined if hit or its id is; with null there would be a third value.
    if (absentOf(own.struct) === "undefined") return { ...own, where: "fresh" };
    return complain(collection, instance, "LW1124", node, [node.getText()]);
  }
  const place = { where: "private", root: base.root } as const;
  const member = memberValue(storage, place, () => memoryTerm(collection, node, scalarOf(storage)));
  if (storage.kind === "text") return complain(collection, instance, "LW1124", node, [node.getText()]);
  if (!storeInto(collection, instance, storage, member, node, true)) return undefined;
  return { kind: "struct", struct: nullableStruct(collection, storage, "undefined"), where: "fresh", root: undefined };
}

/** Returns what a nullable has where it is present. */
export function heldIn(collection: Collection, node: ts.Expression, whole: StructValue): Value {
  const storage = storageHeld(whole);
  return memberValue(storage, whole, () => memoryTerm(collection, node, scalarOf(storage)));
}

/** Collects `hit ?? other`. */
export function collectNullish(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
  left: StructValue,
  right: Value | undefined,
): Value | undefined {
  const storage = storageHeld(left);
  const held = heldIn(collection, node.left, left);
  if (held.kind === "number" && right?.kind === "number") {
    const value = numberValue(newTerm(collection, { kind: "join" }, node, [held.term, right.term]));
    if (value.kind === "number") value.term.isBig = held.term.isBig;
    instance.meetings.set(node, held.term); // the value's term, before conversion to the result
    return value;
  }
  if (held.kind === "boolean" && right?.kind === "boolean") return right;
  const isKept = isObject(held) && isObject(right) && storeInto(collection, instance, storage, right, node.right, true);
  if (isKept && left.where !== "fresh") collection.happenings.choices.push({ instance, node, value: held });
  if (isKept) return { ...held, where: "fresh", root: undefined };
  return right && complain(collection, instance, "LW1124", node, [node.getText()]);
}
