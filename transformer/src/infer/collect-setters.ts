// Collects assignments that call setters: `p.width = 2`, `p.width += 1`, `p.width++`. A setter is called like a method, and the value of the
// assignment is what was assigned.

import type ts from "typescript-6";
import { skipWrappers } from "../recognise/calls.js";
import { resolvedSymbol } from "../recognise/library.js";
import { isName } from "../recognise/names.js";
import type { Collection } from "./collect.js";
import { takeOuters } from "./collect-array-methods.js";
import { collectExpression } from "./collect-expressions.js";
import { classOf, isKept, isOwnMethod } from "./collect-functions.js";
import { collectBase } from "./collect-pointers.js";
import type { Instance } from "./instance.js";
import { instantiate } from "./instantiate.js";
import { setterNode } from "./members.js";
import type { CallNode, Value } from "./shape.js";

/** Collects `p.width = 2`: p, then the value, without the getter; returns undefined where the target is no setter. */
export function collectSetting(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
): { readonly value: Value | undefined } | undefined {
  const { context } = collection;
  const { ts } = context;
  const place = skipWrappers(context, node.left);
  const isOfModule: boolean = isName(context, place);
  if (isOfModule || !ts.isPropertyAccessExpression(place)) return undefined;
  if (place.expression.kind === ts.SyntaxKind.SuperKeyword) return undefined;
  if (((resolvedSymbol(context, place.name)?.flags ?? 0) & ts.SymbolFlags.SetAccessor) === 0) return undefined;
  const before = collection.faults;
  const base = collectBase(collection, instance, place.expression);
  const setter = setterOf(collection, base, place);
  if (!setter) return collection.faults > before ? { value: undefined } : undefined;
  const value = collectExpression(collection, instance, node.right);
  if (collection.faults > before || !value) return { value: undefined };
  const isSet = callSetter(collection, instance, node, place, setter, value, node.right);
  return { value: isSet && /^(number|boolean)$/.test(value.kind) ? value : undefined };
}

/** Returns the setter of the object's class that an assignment calls. */
export function setterOf(
  { context }: Collection,
  base: Value | undefined,
  place: ts.PropertyAccessExpression | ts.ElementAccessExpression,
): ts.SetAccessorDeclaration | undefined {
  if (!context.ts.isPropertyAccessExpression(place) || (base?.kind !== "struct" && base?.kind !== "path"))
    return undefined;
  const name = resolvedSymbol(context, place.name)?.name ?? place.name.text;
  return setterNode(context, classOf(context, base), name);
}

/** Collects the setter call of the assignment `node`; reports a faulty one and returns false. */
export function callSetter(
  collection: Collection,
  instance: Instance,
  node: CallNode,
  place: ts.PropertyAccessExpression,
  setter: ts.SetAccessorDeclaration,
  value: Value,
  given: ts.Node,
): boolean {
  const self = instance.values.get(place.expression);
  if (self?.kind !== "struct" && self?.kind !== "path") return false;
  const name = place.name.text;
  if (self.kind === "path") {
    if (!isOwnMethod(collection, instance, self, place, name) || !isKept(collection, instance, place)) return false;
  }
  const args = [{ node: given, value }];
  const callee = instantiate(collection, instance, node, setter, name, args, self);
  if (!callee) return false;
  instance.calls.set(node, callee);
  takeOuters(instance, callee);
  return true;
}
