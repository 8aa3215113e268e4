// Collects local memory, arrays that the work-items of a group share. Every work-item must reach each call of `localMemory` exactly once, so that it
// is one array of the group. Its length is a constant, or a capture computed at the launch.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { structOfType } from "../recognise/brands.js";
import { isWrapper } from "../recognise/calls.js";
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
  const isKnown = typeof count === "number";
  if (!length || (isKnown && (!Number.isInteger(count) || count < 1))) {
    return complain(collection, instance, "LW1127", length ?? node);
  }
  if (!isKnown && !isOfLaunch(collection, instance, length)) return complain(collection, instance, "LW1520", length);
  const element = elementOf(collection, instance, node, type);
  if (!element) return undefined;
  if (isKnown) return objectOf({ kind: "array", element, length: count }, "local");
  return sizedAtLaunch(collection, instance, node, element, length);
}

/** Returns the memory as a capture, whose length the launch computes. */
function sizedAtLaunch(
  { context: { ts }, captures, kernel }: Collection,
  { outers, meanings }: Instance,
  node: ts.CallExpression,
  element: Storage,
  length: ts.Expression,
): Value {
  const { parent } = node;
  const isNamed = ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name);
  const key = { name: isNamed ? parent.name.getText() : "local memory" };
  const shape = { kind: "span", element, isLocal: true } as const;
  const outer = {
    kind: "capture",
    capture: { key, name: length.getText(), origins: new Set([kernel]), holder: undefined, shape },
  } as const;
  captures.set(key, outer.capture);
  outers.set(key, outer);
  meanings.set(node, { kind: "outer", outer });
  return shape;
}

/** Whether the host can compute it at the kernel: from literals, and from variables and fields outside the kernel. */
function isOfLaunch({ context, kernel, isDeviceFn }: Collection, { caller }: Instance, length: ts.Expression): boolean {
  const { ts, checker } = context;
  const isOutside = (node: ts.Identifier): boolean => {
    const { declarations = [] } = checker.getSymbolAtLocation(node) ?? {};
    return declarations.length > 0 && declarations.every((one) => !ts.findAncestor(one, (at) => at === kernel));
  };
  const isPlain = (node: ts.Expression): boolean => {
    if (isWrapper(context, node)) return isPlain(node.expression);
    if (ts.isBinaryExpression(node)) {
      return operatorOf(ts, node.operatorToken.kind) !== undefined && isPlain(node.left) && isPlain(node.right);
    }
    if (ts.isPropertyAccessExpression(node)) return isPlain(node.expression);
    if (ts.isElementAccessExpression(node)) return isPlain(node.expression) && isPlain(node.argumentExpression);
    return ts.isNumericLiteral(node) || (ts.isIdentifier(node) && isOutside(node));
  };
  return caller === undefined && !isDeviceFn && isPlain(length);
}

/** Returns the elements' storage: a typed array's numbers, or structs. */
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

/** Whether the kernel's range has work-groups. */
export function hasGroups(instance: Instance): boolean {
  let kernel = instance;
  while (kernel.caller) kernel = kernel.caller.instance;
  // A device function may take only the group.
  return kernel.parameters.some(({ variable: { shape } }) => shape.kind === "item" && shape.of !== "item");
}

/** Returns the call, of `localMemory` or of a function that leads to it, that some work-item may not run exactly once. */
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

/** Whether a node runs exactly once for each run of its parent. */
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
