// Collects `a.subarray(begin, end)`: a part of a typed array, which is known at compile time except for its begin and length. These two are variables
// of the function that creates the part; functions that are passed the part capture them, as closures do.

import type ts from "typescript-6";
import type { CallableNode } from "../recognise/calls.js";
import { skipWrappers } from "../recognise/calls.js";
import { partsOfMaker } from "../recognise/function-makers.js";
import { resolvedSymbol } from "../recognise/library.js";
import { isName } from "../recognise/names.js";
import { shapeOfType, typedArrayElement } from "../recognise/shapes.js";
import { type Collection, complain, declareHosted, hostOf, newTerm, noteOuter } from "./collect.js";
import { collectExpression, collectNumber } from "./collect-expressions.js";
import { giveValue } from "./collect-statements.js";
import type { Instance, Outer, Variable } from "./instance.js";
import {
  type ArrayValue,
  numberValue,
  type SpanValue,
  type StructValue,
  type SubarrayValue,
  type Value,
} from "./shape.js";
import { needIndex } from "./term.js";

/** Returns the value of an array's `subarray`. */
export function collectSubarray(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  receiver: ts.Expression,
  array: SpanValue | SubarrayValue | ArrayValue,
): Value | undefined {
  const before = collection.faults;
  for (const argument of node.arguments) {
    const index = collectNumber(collection, instance, argument);
    if (index) needIndex(index, argument);
  }
  if (collection.faults > before) return undefined;
  const number = () => {
    const term = newTerm(collection, { kind: "known", type: "i32", isIndex: true }, node);
    return declareHosted(instance, "", undefined, numberValue(term));
  };
  const held =
    array.kind === "subarray"
      ? { base: array.base, ...(array.own && { own: array.own }) }
      : heldBy(collection, instance, receiver, array);
  const isLocal = array.kind !== "array" && array.isLocal ? ({ isLocal: true } as const) : {};
  return { kind: "subarray", element: array.element, ...isLocal, ...held, begin: number(), length: number() };
}

/** Returns all of a typed array as a part, for a constructor that keeps it; undefined for other values. */
export function wholePart(
  collection: Collection,
  instance: Instance,
  node: ts.Node,
  array: Value | undefined,
): SubarrayValue | undefined {
  const { context } = collection;
  if (!context.ts.isExpression(node) || !typedArrayElement(context, context.checker.getTypeAtLocation(node)))
    return undefined;
  if (array?.kind !== "span" && array?.kind !== "array") return undefined;
  const number = () =>
    declareHosted(instance, "", undefined, numberValue(newTerm(collection, { kind: "known", type: "i32" }, node)));
  const isLocal = array.kind === "span" && array.isLocal ? ({ isLocal: true } as const) : {};
  const held = heldBy(collection, instance, node, array);
  const part: SubarrayValue = {
    kind: "subarray",
    element: array.element,
    ...isLocal,
    ...held,
    begin: number(),
    length: number(),
  };
  instance.wholes.set(node, part);
  noteSubarray(instance, part);
  return part;
}

/** Collects `this.a = a` of a constructor, for a field that holds an array from elsewhere; returns undefined for all other assignments. */
export function collectKept(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
): { readonly value: Value | undefined } | undefined {
  const { context } = collection;
  const { ts } = context;
  const place = skipWrappers(context, node.left);
  const self = instance.self?.shape;
  const isOwn = ts.isPropertyAccessExpression(place) && place.expression.kind === ts.SyntaxKind.ThisKeyword;
  if (!isOwn || !ts.isClassLike(instance.declaration) || self?.kind !== "struct") return undefined;
  if (!self.struct.views.includes(place.name.text)) return undefined;
  const before = collection.faults;
  const given = collectExpression(collection, instance, node.right);
  if (collection.faults > before || !given) return { value: undefined };
  if (!isName(context, skipWrappers(context, node.right)))
    return { value: complainOfSubarray(collection, instance, node.right) };
  instance.kept.add(node);
  return { value: keepPart(collection, instance, self, place.name.text, given, node.right) ? given : undefined };
}

/** Lets an object hold a part of an array that its caller knows, too. */
export function keepPart(
  collection: Collection,
  instance: Instance,
  { views }: StructValue,
  name: string,
  given: Value,
  node: ts.Node,
): boolean {
  const known = views?.get(name);
  const isFit = given.kind === "subarray" && !isOfInstance(instance, given) && (!known || isSamePart(known, given));
  if (isFit) views?.set(name, given);
  else complainOfSubarray(collection, instance, node);
  return isFit;
}

/** Whether a part was created in this function, so that its callers do not know it. */
export function isOfInstance(instance: Instance, { base, begin, length }: SubarrayValue): boolean {
  const { variables } = hostOf(instance);
  return variablesOf({ base, begin, length }).some((variable) => variables.get(variable.key) === variable);
}

/** Whether both objects hold the same parts of arrays. */
export function haveSameViews(one: Value, other: Value): boolean {
  const [left, right] = [one, other].map((value) => (value.kind === "struct" ? value.views : undefined));
  if (left === right) return true;
  if (!left || !right || left.size !== right.size) return false;
  return [...left].every(([name, part]) => {
    const match = right.get(name);
    return match !== undefined && isSamePart(part, match);
  });
}

function isSamePart(one: SubarrayValue, other: SubarrayValue): boolean {
  return one.begin === other.begin && one.length === other.length; // each part has its own
}

/** Returns the array's variable or capture; a new variable where the array may be reassigned. */
function heldBy(
  collection: Collection,
  instance: Instance,
  receiver: ts.Expression,
  array: SpanValue | ArrayValue,
): Pick<SubarrayValue, "base" | "copy" | "own"> {
  const { context } = collection;
  const { ts } = context;
  const meaning = instance.meanings.get(skipWrappers(context, receiver));
  const outer: Outer | undefined =
    meaning?.kind === "outer" ? meaning.outer : meaning?.kind === "variable" ? meaning : undefined;
  if (outer?.kind === "capture") return { base: outer };
  const declaration =
    outer && "valueDeclaration" in outer.variable.key ? outer.variable.key.valueDeclaration : undefined;
  const isConst = declaration && (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  const whole = array.kind === "array" ? privately(array) : withoutCombiner(array);
  const own = whole.kind === "array" ? { own: whole } : {};
  if (outer && isConst) return { base: outer, ...own };
  const variable = declareHosted(instance, "", undefined, whole);
  giveValue(collection, instance, variable, array, receiver);
  const isNew = array.kind === "array" && array.where === "fresh";
  const made = isNew && whole.kind === "array" ? { own: { ...whole, root: variable } } : own;
  return { base: { kind: "variable", variable }, copy: variable, ...made };
}

function privately(array: ArrayValue): ArrayValue {
  return array.where === "fresh" ? { ...array, where: "private" } : array;
}

function withoutCombiner({ combiner: _, ...array }: SpanValue): SpanValue {
  return array;
}

/** Notes that a function uses a part of an array. */
export function noteSubarray(instance: Instance, { base, begin, length }: SubarrayValue): void {
  if (base.kind === "capture") instance.outers.set(base.capture.key, base);
  for (const variable of variablesOf({ base, begin, length })) noteOuter(instance, variable);
}

function variablesOf({ base, begin, length }: Pick<SubarrayValue, "base" | "begin" | "length">): Variable[] {
  return base.kind === "variable" ? [base.variable, begin, length] : [begin, length];
}

/** Whether a function returns a part of an array at its end, by its text: calls of it are inlined. */
export function givesSubarray(collection: Collection, declaration: CallableNode): boolean {
  const { context } = collection;
  const { checker, ts } = context;
  if (ts.isClassLike(declaration)) return false;
  const signature = checker.getSignatureFromDeclaration(declaration);
  const result = signature && checker.getReturnTypeOfSignature(signature);
  if (!result || shapeOfType(context, result).kind !== "span") return false;
  const parts = partsOfMaker(collection.context, declaration);
  const given = parts && skipWrappers(context, parts.given);
  const last = given && ts.isIdentifier(given) ? initializerOf(collection, given) : given;
  return last !== undefined && ts.isCallExpression(last) && isSubarrayCall(ts, last);
}

function initializerOf({ context }: Collection, name: ts.Identifier): ts.Expression | undefined {
  const declaration = resolvedSymbol(context, name)?.valueDeclaration;
  const isVariable = declaration && context.ts.isVariableDeclaration(declaration);
  return isVariable && declaration.initializer ? skipWrappers(context, declaration.initializer) : undefined;
}

function isSubarrayCall(typescript: Collection["context"]["ts"], { expression }: ts.CallExpression): boolean {
  return typescript.isPropertyAccessExpression(expression) && expression.name.text === "subarray";
}

/** Reports that a part is assigned, chosen or stored: it is known only by its declaration. */
export function complainOfSubarray(collection: Collection, instance: Instance, node: ts.Node): undefined {
  complain(collection, instance, "LW1245", node, [node.getText()]);
}
