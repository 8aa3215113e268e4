// Collects uses of pointers. To a kernel a pointer is a number, a u64, and TypeScript's types exclude arithmetic; an access by `.value`, `[i]`,
// `.get()` or `.set(v)` refers to its target, as with a device global.

import type ts from "typescript-6";
import { pointerType } from "../recognise/brands.js";
import { skipWrappers } from "../recognise/calls.js";
import { type Collection, complain, newTerm } from "./collect.js";
import { collectExpression, collectNumber } from "./collect-expressions.js";
import type { Instance } from "./instance.js";
import { isObject, numberValue, type Value } from "./shape.js";
import { needIndex } from "./term.js";
import { globalValue } from "./types.js";

/** Returns the value that an access reads from: the expression's, or the pointer's target. */
export function collectBase(collection: Collection, instance: Instance, node: ts.Expression): Value | undefined {
  const value = collectExpression(collection, instance, node);
  const { context } = collection;
  const { checker } = context;
  const type = value?.kind === "number" ? pointerType(context, checker.getTypeAtLocation(node)) : undefined;
  if (!type) return value;
  const found = globalValue(collection, type, node, instance.bindings);
  if ("fault" in found) return complain(collection, instance, "LW1304", node, [checker.typeToString(type)]);
  instance.pointees.set(node, found);
  return found;
}

/** Whether it is `p.isNull`. */
export function isNullTest({ context }: Collection, node: ts.PropertyAccessExpression): boolean {
  return (
    node.name.text === "isNull" &&
    pointerType(context, context.checker.getTypeAtLocation(node.expression)) !== undefined
  );
}

export function nullValue(collection: Collection, node: ts.Node): Value {
  return numberValue(newTerm(collection, { kind: "known", type: "u64" }, node));
}

/** Collects `addressOf(global)`, `addressOf(array, index)`, `addressOf(reference)`. */
export function collectAddressOf(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  { target, index }: { readonly target: ts.Expression; readonly index: ts.Expression | undefined },
): Value | undefined {
  const before = collection.faults;
  const collect = index ? collectBase : collectExpression;
  const value = collect(collection, instance, target);
  const number = index && collectNumber(collection, instance, index);
  if (number && index) needIndex(number, index);
  if (collection.faults > before) return undefined;
  const isMemory = isObject(value) && value.where === "memory" && !isConstant(collection, instance, target);
  const isPlace = index
    ? (value?.kind === "span" && !value.isLocal) || value?.kind === "row" || (isMemory && value.kind === "array")
    : value?.kind === "global" || isMemory;
  return isPlace ? nullValue(collection, node) : complain(collection, instance, "LW1701", target, [target.getText()]);
}

/** Whether it is in a constant of the program. */
function isConstant({ context }: Collection, instance: Instance, node: ts.Expression): boolean {
  const { ts } = context;
  let at = skipWrappers(context, node);
  for (;;) {
    if (/^(table|specialization)$/.test(instance.meanings.get(at)?.kind ?? "")) return true;
    if (!ts.isPropertyAccessExpression(at) && !ts.isElementAccessExpression(at)) return false;
    at = skipWrappers(context, at.expression);
  }
}
