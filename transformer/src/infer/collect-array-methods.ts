// Collects methods of arrays of numbers and booleans: those that call a function for each element, those that look for a value, `fill`, `at`, `set` and
// `slice`.

import { invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import { remedyOfMethod } from "../diagnostics/remedies.js";
import type { PassContext } from "../pass-context.js";
import { skipWrappers, statedLength } from "../recognise/calls.js";
import { evaluate } from "../recognise/evaluate.js";
import { resolvedSymbol } from "../recognise/library.js";
import { constantDifference } from "../recognise/linear-forms.js";
import { typedArrayElement } from "../recognise/shapes.js";
import { happening } from "./check-copies.js";
import { type Collection, complain, hostOf, joinTo, newTerm } from "./collect.js";
import { markMutated, storeInto } from "./collect-assignments.js";
import { collectExpression, collectNumber } from "./collect-expressions.js";
import { elementOf, memoryTerm } from "./collect-objects.js";
import { storageFor } from "./collect-spread.js";
import { isMadeThere, lengthOfConst } from "./field-arrays.js";
import type { Instance, Key } from "./instance.js";
import { type Arguments, instantiate } from "./instantiate.js";
import {
  type ArrayValue,
  elementStorage,
  isNullable,
  memberValue,
  numberValue,
  type ObjectValue,
  objectOf,
  ownObject,
  type SpanValue,
  type SubarrayValue,
  storageKey,
  storageOf,
  type Value,
} from "./shape.js";
import { needIndex } from "./term.js";

type List = ArrayValue | SpanValue | SubarrayValue;

/** The methods, and the number of arguments that each accepts. */
const methods = {
  forEach: [1],
  map: [1],
  reduce: [2],
  some: [1],
  every: [1],
  findIndex: [1],
  indexOf: [1],
  lastIndexOf: [1],
  includes: [1],
  fill: [1],
  at: [1],
  set: [1, 2],
  slice: [0, 1, 2],
} as const satisfies Record<string, readonly number[]>;

export type ArrayMethod = keyof typeof methods;
/** The methods that compare elements with a value. */
export type Search = "indexOf" | "lastIndexOf" | "includes";

/** Returns the method's value; "other" for all other calls. */
export function collectArrayMethod(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  name: string,
  list: Value | undefined,
): Value | undefined | "other" {
  if (list?.kind !== "array" && list?.kind !== "span" && list?.kind !== "subarray") return "other";
  const counts: readonly number[] | undefined = Object.hasOwn(methods, name) ? methods[name as ArrayMethod] : undefined;
  if (!counts?.includes(node.arguments.length)) return "other";
  if (!isScalarElement(list) || (name === "map" && list.kind !== "array")) return "other";
  // Excludes arrays that all work-items share: a table, or an array that each would fill from its beginning.
  const isShared = list.kind === "span" || (list.kind === "array" && list.where === "memory");
  const isAtOffset = list.kind === "span" && name === "set" && node.arguments.length === 2;
  if (/^(fill|set)$/.test(name) && isShared && !isAtOffset) return "other";
  if (name === "slice" && !sliceOf(collection, node, list)) return "other";
  const method = name as ArrayMethod; // a key of the table
  instance.arrayMethods.set(node, method);
  switch (method) {
    case "fill":
      return collectFill(collection, instance, node, list);
    case "at":
      return collectAt(collection, instance, node, list);
    case "set":
      return collectSet(collection, instance, node, list);
    case "slice":
      return collectSlice(collection, instance, node, list);
    case "indexOf":
    case "lastIndexOf":
    case "includes":
      return collectSearch(collection, instance, node, list, method);
    default:
      return collectEach(collection, instance, node, list, method);
  }
}

function collectAt(collection: Collection, instance: Instance, node: ts.CallExpression, list: List): Value | undefined {
  const [argument] = node.arguments;
  const index = argument && collectNumber(collection, instance, argument);
  if (!argument || !index) return undefined;
  needIndex(index, argument);
  return elementOf(collection, instance, list, node);
}

/** Collects a comparison of each element with a value. */
function collectSearch(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  list: List,
  method: Search,
): Value | undefined {
  const [argument] = node.arguments;
  const wanted = argument && collectExpression(collection, instance, argument);
  if (!argument || !wanted) return undefined;
  const element = elementValue(collection, list, node);
  if (element.kind === "number" && wanted.kind === "number") {
    instance.meetings.set(node, newTerm(collection, { kind: "comparison" }, node, [element.term, wanted.term]));
  } else if (element.kind !== "boolean" || wanted.kind !== "boolean") {
    return complain(collection, instance, isNullable(wanted) ? "LW1124" : "LW1311", argument, [argument.getText()]);
  }
  instance.given.set(node, [element]);
  const isIndex = method !== "includes";
  return isIndex ? numberValue(newTerm(collection, { kind: "known", type: "i32" }, node)) : { kind: "boolean" };
}

/** Collects `set`, which copies another array's elements, starting at an offset. */
function collectSet(collection: Collection, instance: Instance, node: ts.CallExpression, list: List): undefined {
  const [argument, offset] = node.arguments;
  const before = collection.faults;
  const source = argument && collectExpression(collection, instance, argument);
  const from = offset && collectNumber(collection, instance, offset);
  if (from && offset) needIndex(from, offset);
  if (!argument || collection.faults > before) return;
  const isList = source?.kind === "array" || source?.kind === "span" || source?.kind === "subarray";
  const value =
    isList && areApart(collection, node, list, source) ? elementOf(collection, instance, source, node) : undefined;
  if (value?.kind !== "number") return complain(collection, instance, "LW1238", argument, [argument.getText()]);
  markMutated(collection, list);
  const own = ownObject(list);
  if (own) collection.happenings.mutations.push(happening(instance, node, own));
  storeInto(collection, instance, list.element, value, argument, false);
}

/** Collects `slice`, which makes an array of a length that the text determines. */
function collectSlice(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  list: List,
): Value | undefined {
  const [begin] = node.arguments;
  const part = sliceOf(collection, node, list);
  invariant(part, "the caller has asked");
  if (part.begin === undefined && begin) {
    const from = collectNumber(collection, instance, begin);
    if (!from) return undefined;
    needIndex(from, begin);
  }
  return objectOf({ kind: "array", element: list.element, length: part.length }, "fresh");
}

/** Returns the first element that a `slice` copies, if it is a constant, and how many it copies; undefined if that number is not known. */
export function sliceOf(
  { context }: Collection,
  { expression, arguments: [begin, end] }: ts.CallExpression,
  list: List,
): { readonly begin: number | undefined; readonly length: number } | undefined {
  const callee = skipWrappers(context, expression);
  const receiver =
    list.kind === "span" && context.ts.isPropertyAccessExpression(callee) ? callee.expression : undefined;
  const whole = list.kind === "array" ? list.length : receiver && lengthOfConst(context, receiver);
  const at = (node: ts.Expression | undefined, other: number | undefined) => {
    const given = node ? evaluate(context, node) : other;
    if (typeof given !== "number" || !Number.isInteger(given)) return undefined;
    if (whole === undefined) return given < 0 ? undefined : given;
    return given < 0 ? Math.max(0, whole + given) : Math.min(given, whole);
  };
  const first = at(begin, 0);
  const last = at(end, whole);
  const isKnown = first !== undefined && last !== undefined;
  const length = isKnown ? last - first : begin && end && constantDifference(context, end, begin);
  if (!length || length < 1 || !Number.isInteger(length)) return undefined;
  return { begin: isKnown ? first : undefined, length };
}

/** Whether the order in which `set` copies the numbers cannot show, because the two arrays are certainly not the same. */
function areApart(collection: Collection, node: ts.CallExpression, list: List, source: List): boolean {
  const [to, from] = [ownObject(list), ownObject(source)];
  if (!to && !from) return areHostsApart(collection, node, list, source);
  if (!to || !from || to.where === "fresh" || from.where === "fresh") return true; // the kernel's own arrays are not among those from outside
  if (list.kind === "array" && source.kind === "array") return to.root === undefined || to.root !== from.root;
  const isSameType = storageKey(storageOf(to)) === storageKey(storageOf(from));
  return !isSameType || (to.root !== from.root && isOnlyName(collection, to) && isOnlyName(collection, from));
}

/** Whether each of two arrays from outside was made for a `const` of its own. */
function areHostsApart({ context }: Collection, node: ts.CallExpression, list: List, source: List): boolean {
  const callee = skipWrappers(context, node.expression);
  const [argument] = node.arguments;
  if (!argument || !context.ts.isPropertyAccessExpression(callee)) return false;
  const [to, from] = [madeFor(context, list, callee.expression), madeFor(context, source, argument)];
  return to !== undefined && from !== undefined && to !== from;
}

/** Returns the `const` that an array from outside was made for. */
function madeFor(context: PassContext, array: List, node: ts.Expression): ts.Declaration | undefined {
  const declarationOf = (key: Key | undefined) => (key && "valueDeclaration" in key ? key.valueDeclaration : undefined);
  const base = array.kind === "subarray" ? array.base : undefined;
  const key = base && (base.kind === "capture" ? base.capture.key : base.variable.key);
  const declaration = declarationOf(base ? key : resolvedSymbol(context, skipWrappers(context, node)));
  return declaration && isMadeThere(context, declaration) ? declaration : undefined;
}

/** Whether it is a new array under its only name. */
function isOnlyName({ context: { ts } }: Collection, { root }: ObjectValue): boolean {
  if (!root || root.isParameter || !root.takesFresh) return false;
  const declaration = "valueDeclaration" in root.key ? root.key.valueDeclaration : undefined;
  return !declaration || (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
}

function collectFill(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  list: List,
): Value | undefined {
  const [argument] = node.arguments;
  const value = argument && collectExpression(collection, instance, argument);
  if (!argument || !value) return undefined;
  markMutated(collection, list);
  const own = ownObject(list);
  if (own?.where === "private") collection.happenings.mutations.push(happening(instance, node, own));
  return storeInto(collection, instance, list.element, value, argument, false) ? list : undefined;
}

function collectEach(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  list: List,
  method: Exclude<ArrayMethod, "fill" | "at" | "set" | "slice" | Search>,
): Value | undefined {
  const [called, initial] = node.arguments;
  const before = collection.faults;
  const fn = called && collectExpression(collection, instance, called);
  const start = initial && collectExpression(collection, instance, initial);
  if (collection.faults > before || !called) return undefined;
  if (fn?.kind !== "function") return complain(collection, instance, "LW1208", called, [called.getText()]);
  const total = start && gathered(collection, start, node);
  if (initial && !total) return complain(collection, instance, "LW1311", initial);
  const element = elementValue(collection, list, node);
  const index = numberValue(newTerm(collection, { kind: "smallInteger" }, node));
  const values = [...(total ? [total] : []), element, index];
  const args: Arguments = values
    .slice(0, fn.declaration && parameterCount(collection, fn.declaration))
    .map((value) => ({ node: called, value }));
  const callee = instantiate(collection, instance, node, fn.declaration, fn.name, args, undefined, fn.scope);
  if (!callee) return undefined;
  instance.calls.set(node, callee);
  instance.given.set(node, values);
  takeOuters(instance, callee);
  const result = callee.result?.shape;
  switch (method) {
    case "forEach":
      return undefined;
    case "reduce":
      if (total?.kind === "number" && result?.kind === "number") joinTo(total.term, result.term);
      else if (total?.kind !== "boolean" || result?.kind !== "boolean")
        return complain(collection, instance, "LW1311", called);
      return total;
    case "map": {
      const isTyped = list.element.kind === "number";
      const storage = isTyped ? list.element : result && storageFor(collection, result, node);
      if (!storage || !result || list.kind !== "array") return complain(collection, instance, "LW1311", called);
      if (!storeInto(collection, instance, storage, result, called, true)) return undefined;
      return objectOf({ kind: "array", element: storage, length: list.length }, "fresh");
    }
    default:
      if (result?.kind !== "boolean") return complain(collection, instance, "LW1311", called);
      return method === "findIndex" ? numberValue(newTerm(collection, { kind: "known", type: "i32" }, node)) : result;
  }
}

/** Collects `Float64Array.from({ length: 8 }, (_, k) => k)` and `Float64Array.from(list, f)`. */
export function collectMapped(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  { source, fn: called }: { readonly source: ts.Expression; readonly fn: ts.Expression },
): Value | undefined {
  const { context } = collection;
  const before = collection.faults;
  const stated = statedLength(context, source);
  const list = stated ? undefined : collectExpression(collection, instance, source);
  const fn = collectExpression(collection, instance, called);
  if (collection.faults > before) return undefined;
  const isList = list?.kind === "array" && isScalarElement(list);
  const length = stated ? evaluate(context, stated) : isList ? list.length : undefined;
  if (typeof length !== "number" || !Number.isInteger(length) || length < 1)
    return complain(collection, instance, "LW1127", stated ?? source);
  if (fn?.kind !== "function") return complain(collection, instance, "LW1208", called, [called.getText()]);
  const element: Value = isList ? elementValue(collection, list, node) : { kind: "undefined" };
  const values = [element, numberValue(newTerm(collection, { kind: "smallInteger" }, node))];
  const args: Arguments = values
    .slice(0, parameterCount(collection, fn.declaration))
    .map((value) => ({ node: called, value }));
  const callee = instantiate(collection, instance, node, fn.declaration, fn.name, args, undefined, fn.scope);
  if (!callee) return undefined;
  instance.calls.set(node, callee);
  instance.given.set(node, values);
  takeOuters(instance, callee);
  const result = callee.result?.shape;
  const typed = typedArrayElement(context, context.checker.getTypeAtLocation(node));
  const isScalar = result?.kind === "number" || result?.kind === "boolean";
  const storage = typed ? elementStorage(typed) : isScalar ? storageFor(collection, result, node) : undefined;
  if (!storage || !result)
    return complain(collection, instance, "LW1131", node.expression, [
      node.expression.getText(),
      remedyOfMethod("from"),
    ]);
  if (!storeInto(collection, instance, storage, result, called, true)) return undefined;
  return objectOf({ kind: "array", element: storage, length }, "fresh");
}

function isScalarElement({ element }: List): boolean {
  return /^(number|weak|boolean)$/.test(element.kind);
}

/** Returns the value of an element that a method passes to a function. */
function elementValue(collection: Collection, { element }: List, node: ts.Node): Value {
  return memberValue(element, { where: "private", root: undefined }, () =>
    memoryTerm(collection, node, element.kind === "number" ? element.scalar : "f64"),
  );
}

/** Returns the accumulator of `reduce`. */
function gathered(collection: Collection, start: Value, node: ts.Node): Value | undefined {
  if (start.kind === "boolean") return start;
  if (start.kind !== "number") return undefined;
  const term = newTerm(collection, { kind: "join" }, node, [start.term]);
  term.isBig = start.term.isBig;
  return numberValue(term);
}

function parameterCount({ context: { ts } }: Collection, declaration: Instance["declaration"]): number {
  return ts.isClassLike(declaration) ? 0 : declaration.parameters.length;
}

/** The caller must have the callee's outer values at hand, too. */
export function takeOuters(instance: Instance, callee: Instance): void {
  for (const [key, outer] of callee.outers) {
    if (outer.kind === "variable" && hostOf(instance).variables.get(key) === outer.variable) continue;
    if (outer.kind === "variable" && outer.variable === instance.self) continue;
    instance.outers.set(key, outer);
  }
}
