// Gathers local memory, arrays that the work-items of a group share. Each call of `localMemory` stands where every work-item comes by,
// once, so that it is one array of the group.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { structOfType } from "../recognise/brands.js";
import { evaluate } from "../recognise/evaluate.js";
import { assignmentOf, operatorOf } from "../recognise/operators.js";
import { typedArrayElement } from "../recognise/shapes.js";
import { type Collection, complain, complainOfType } from "./collect.js";
import type { Instance } from "./instance.js";
import {
  type Caller,
  type CallNode,
  elementStorage,
  isObject,
  objectOf,
  type Storage,
  storageOf,
  type Value,
} from "./shape.js";
import { globalValue } from "./types.js";

export function collectLocalMemory(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  { type, length }: { readonly type: ts.Expression; readonly length: ts.Expression | undefined },
): Value | undefined {
  const { context } = collection;
  if (!hasGroups(instance)) return complain(collection, instance, "LW1508", node.expression);
  for (let at: Instance | undefined = instance; at; at = at.caller?.instance) {
    at.localMemory ??= collection.localMemories++;
  }
  const faulty = conditionalCall(collection, instance, node);
  if (faulty) return complain(collection, faulty.instance, "LW1507", faulty.call);
  const count = length && evaluate(context, length);
  if (typeof count !== "number" || !Number.isInteger(count) || count < 1) {
    return complain(collection, instance, "LW1127", length ?? node);
  }
  const element = elementOf(collection, instance, node, type);
  if (!element) return undefined;
  return objectOf({ kind: "array", element, length: count }, "local");
}

/** Numbers of a typed array, or structs. */
function elementOf(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  type: ts.Expression,
): Storage | undefined {
  const { context } = collection;
  const { checker } = context;
  const numbers = typedArrayElement(context, checker.getTypeAtLocation(node));
  if (numbers) return elementStorage(numbers);
  const given = checker.getTypeAtLocation(type);
  const struct = structOfType(context, given);
  const value = struct && globalValue(collection, struct, type, instance.bindings);
  if (value && isObject(value as Value)) return storageOf(value as Extract<Value, { kind: "struct" }>);
  return complainOfType(collection, instance, type, struct ?? given);
}

/** Whether the kernel is one over work-groups. */
export function hasGroups(instance: Instance): boolean {
  let kernel = instance;
  while (kernel.caller) kernel = kernel.caller.instance;
  const shape = kernel.parameters[0]?.variable.shape;
  return shape?.kind === "item" && shape.of === "ndItem";
}

/** The call, of it or of a function that leads to it, that not every work-item does once. */
function conditionalCall({ context }: Collection, instance: Instance, node: CallNode): Caller | undefined {
  let at: Caller = { instance, call: node };
  for (;;) {
    for (let inner: ts.Node = at.call; inner !== at.instance.declaration; inner = inner.parent) {
      if (inner.parent !== at.instance.declaration && !isAlwaysDone(context, inner)) return at;
    }
    if (!at.instance.caller) return undefined;
    at = at.instance.caller;
  }
}

/** Whether what stands around a node does it once where it is done itself. */
function isAlwaysDone({ ts }: PassContext, node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) {
    const operator = operatorOf(ts, parent.operatorToken.kind);
    return operator?.kind !== "logical" && assignmentOf(ts, parent.operatorToken.kind)?.kind !== "logical";
  }
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  if (ts.isIfStatement(parent)) return parent.expression === node;
  return !ts.isIterationStatement(parent, false) && !ts.isCaseOrDefaultClause(parent) && !ts.isFunctionLike(parent);
}
