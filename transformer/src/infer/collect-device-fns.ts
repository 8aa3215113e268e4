// Gathers calls of device functions: arguments meet the types that the function's declaration writes, and its body is not looked at
// (requirements L7, L10).

import type ts from "typescript-6";
import { pointerType } from "../recognise/brands.js";
import type { DeviceFunction } from "../recognise/device-fns.js";
import { type Collection, complain, declaredValue, joinTo, noteFlow } from "./collect.js";
import { collectArguments } from "./collect-functions.js";
import type { Instance } from "./instance.js";
import { storageKey, type Value } from "./shape.js";
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
    const value = declaredValue(collection, instance, node, checker.getTypeAtLocation(parameter));
    const given = args[index];
    if (!value || !given?.value) return undefined;
    if (!takes(value, given.value)) return complain(collection, instance, "LW1311", given.node);
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
  instance.externalCalls.set(node, { fn, parameters, pointees, result });
  return result;
}

/** Whether a parameter takes what is given; a number flows into its type. */
export function takes(parameter: Value, given: Value): boolean {
  if (parameter.kind === "number" && given.kind === "number") {
    joinTo(parameter.term, given.term);
    return true;
  }
  if (parameter.kind === "span" && given.kind === "span") {
    return storageKey(parameter.element) === storageKey(given.element);
  }
  return parameter.kind === "boolean" && given.kind === "boolean";
}
