// Collects calls of device globals' methods: `.get()`, which returns a reference; `.set(v)`, which copies; and queries of their properties, which the
// type states (requirements V2, P2).

import type ts from "typescript-6";
import { propertyOfGlobal } from "../recognise/global-properties.js";
import { type Collection, complain } from "./collect.js";
import { flowIntoMemory, markMutated } from "./collect-assignments.js";
import { collectExpression } from "./collect-expressions.js";
import { isSameObject, memoryTerm } from "./collect-objects.js";
import { collectBase } from "./collect-pointers.js";
import type { Instance } from "./instance.js";
import { isObject, numberValue, type Value } from "./shape.js";

export function collectGlobalAccess(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  call: { readonly method: string; readonly target: ts.Expression },
): Value | undefined {
  const property = propertyOfGlobal(collection.context, node);
  if (typeof property === "boolean") {
    instance.meanings.set(node, { kind: "constant", value: property });
    return { kind: "boolean" };
  }
  if (property !== undefined) return complain(collection, instance, "LW1105", node);
  const before = collection.faults;
  const target = collectBase(collection, instance, call.target);
  if (collection.faults > before) return undefined;
  if (target?.kind === "global" || isObject(target)) {
    if (call.method === "get") return referenceTo(collection, node, target);
    if (call.method === "set") return collectSet(collection, instance, node, target);
  }
  return complain(collection, instance, "LW1306", node.expression, [call.method, call.target.getText()]);
}

type Target = Extract<Value, { kind: "global" | "struct" | "array" }>;

/** Returns the value of a scalar, or the object itself. */
function referenceTo(collection: Collection, node: ts.Node, target: Target): Value {
  if (target.kind !== "global") return target;
  if (target.scalar === "bool") return { kind: "boolean" };
  return numberValue(memoryTerm(collection, node, target.scalar));
}

function collectSet(collection: Collection, instance: Instance, node: ts.CallExpression, target: Target): undefined {
  const [argument] = node.arguments;
  const before = collection.faults;
  const value =
    argument && collectExpression(collection, instance, argument, target.kind === "global" ? undefined : target);
  if (collection.faults > before) return;
  if (target.kind === "global" && target.scalar !== "bool" && value?.kind === "number") {
    flowIntoMemory(target.scalar, value.term, argument ?? node);
  } else if (target.kind !== "global" && isObject(value)) {
    markMutated(collection, target);
    isSameObject(collection, instance, target, value, argument ?? node);
  } else if (target.kind !== "global" || target.scalar !== "bool" || value?.kind !== "boolean") {
    complain(collection, instance, "LW1311", argument ?? node);
  }
}
