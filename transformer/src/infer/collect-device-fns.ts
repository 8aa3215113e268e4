// Collects calls of device functions: arguments are checked against the function's declared types, and its body is ignored (requirements L7, L10).

import type ts from "typescript-6";
import { pointerType } from "../recognise/brands.js";
import type { DeviceFunction } from "../recognise/device-fns.js";
import { type Collection, complain, declaredValue, joinTo, noteFlow } from "./collect.js";
import { collectArguments } from "./collect-functions.js";
import type { Instance } from "./instance.js";
import { layOut, markElements, passObject } from "./passed-objects.js";
import { isObject, storageKey, type Value } from "./shape.js";
import { globalValue } from "./types.js";

export function collectDeviceFnCall(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  fn: DeviceFunction | "faulty",
): Value | undefined {
  const before = collection.faults;
  const args = collectArguments(collection, instance, node);
  if (fn === "faulty") collection.faults++;
  if (fn === "faulty" || collection.faults > before) return undefined;
  const { checker } = collection.context;
  const { declaration } = fn;
  collection.files.add(fn.nameNode.getSourceFile()).add(declaration.getSourceFile());
  const parameters: Value[] = [];
  const pointees: (Value | undefined)[] = [];
  for (const [index, parameter] of declaration.parameters.entries()) {
    const type = checker.getTypeAtLocation(parameter);
    const value = declaredValue(collection, instance, node, type);
    const given = args[index];
    if (!value || !given?.value) return undefined;
    if (isObject(value)) {
      // Arguments are expressions; TypeScript accepts no spread elements that are objects.
      const argument = { node: given.node as ts.Expression, value: given.value };
      if (!passObject(collection, instance, value, type, argument)) return undefined;
    } else if (!takes(value, given.value)) return complain(collection, instance, "LW1311", given.node);
    if (value.kind === "span") markElements(collection, value.element);
    if (given.value.kind === "number") noteFlow(collection, instance, value, given.value.term, given.node);
    parameters.push(value);
    const pointee = fn.isExternal && pointerType(collection.context, checker.getTypeAtLocation(parameter));
    const found = pointee ? globalValue(collection, pointee, node, instance.bindings) : undefined;
    if (found && "fault" in found) return complain(collection, instance, "LW1304", given.node, [found.fault]);
    pointees.push(found);
  }
  const returned = declaration.type && checker.getTypeFromTypeNode(declaration.type);
  const isVoid = !returned || (returned.flags & collection.context.ts.TypeFlags.Void) !== 0;
  const result = isVoid ? undefined : declaredValue(collection, instance, node, returned);
  layOut(collection, result);
  instance.externalCalls.set(node, { fn, parameters, pointees, result });
  return isObject(result) ? { ...result, where: "fresh" } : result;
}

/** Whether a parameter accepts the argument; a number flows into the parameter's type. */
export function takes(parameter: Value, given: Value): boolean {
  if (parameter.kind === "number" && given.kind === "number") {
    joinTo(parameter.term, given.term);
    return true;
  }
  if (parameter.kind === "span" && given.kind === "span") {
    return storageKey(parameter.element) === storageKey(given.element);
  }
  if (parameter.kind === "item" && given.kind === "item")
    return parameter.of === given.of && parameter.dimensions === given.dimensions;
  return parameter.kind === "boolean" && given.kind === "boolean";
}
