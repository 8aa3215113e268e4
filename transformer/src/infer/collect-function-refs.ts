// Collects references to device functions, and calls through them. To a kernel a reference is a number, a u64, and TypeScript's types exclude
// arithmetic; the reference's type gives the signature of a call.

import type ts from "typescript-6";
import { skipWrappers } from "../recognise/calls.js";
import { type DeviceFunction, deviceFnNamed } from "../recognise/device-fns.js";
import { declaredDeviceFn, deviceFnFor, importedDeviceFn } from "../recognise/imported-device-fns.js";
import { type Collection, complain, declaredValue } from "./collect.js";
import { takes } from "./collect-device-fns.js";
import { collectNumber } from "./collect-expressions.js";
import { collectArguments } from "./collect-functions.js";
import { nullValue } from "./collect-pointers.js";
import type { Instance } from "./instance.js";
import type { Value } from "./shape.js";

/** Collects `functionRef(luma)`. */
export function collectFunctionRef(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  argument: ts.Expression,
): Value | undefined {
  const fn = functionNamed(collection, argument);
  if (!fn) return complain(collection, instance, "LW1445", argument, [argument.getText()]);
  if (fn === "faulty") {
    collection.faults++;
    return undefined;
  }
  if (fn.isExternal) return complain(collection, instance, "LW1439", argument, [argument.getText()]);
  collection.files.add(fn.nameNode.getSourceFile()).add(fn.declaration.getSourceFile());
  instance.functionRefs.set(node, fn);
  return nullValue(collection, node);
}

function functionNamed(
  { context, kernel }: Collection,
  argument: ts.Expression,
): DeviceFunction | "faulty" | undefined {
  const name = skipWrappers(context, argument);
  const declared = declaredDeviceFn(context, name);
  if (declared) return importedDeviceFn(context, kernel.getSourceFile(), declared, name);
  const fn = deviceFnNamed(context, name);
  return fn === undefined || fn === "faulty" ? fn : deviceFnFor(context, kernel.getSourceFile(), fn);
}

/** Collects `shade(x)`, where `shade` is a reference. */
export function collectCallByReference(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
): Value | undefined {
  const { checker } = collection.context;
  const before = collection.faults;
  collectNumber(collection, instance, node.expression);
  const args = collectArguments(collection, instance, node);
  if (collection.faults > before) return undefined;
  const [signature] = checker.getNonNullableType(checker.getTypeAtLocation(node.expression)).getCallSignatures();
  if (!signature) return complain(collection, instance, "LW1446", node.expression, ["type"]);
  const parameters: { readonly name: string; readonly value: Value }[] = [];
  for (const [index, parameter] of signature.getParameters().entries()) {
    const given = args[index];
    const value = passable(collection, instance, node, checker.getTypeOfSymbolAtLocation(parameter, node), {
      what: `parameter \`${parameter.name}\``,
      isResult: false,
    });
    if (!given) return complain(collection, instance, "LW1311", node);
    if (!value || !given.value) return undefined;
    if (!takes(value, given.value)) return complain(collection, instance, "LW1311", given.node);
    parameters.push({ name: parameter.name, value });
  }
  const returned = signature.getReturnType();
  const isVoid = (returned.flags & collection.context.ts.TypeFlags.Void) !== 0;
  const result = isVoid
    ? undefined
    : passable(collection, instance, node, returned, { what: "result", isResult: true });
  if (collection.faults > before) return undefined;
  instance.callsByReference.set(node, { parameters, result });
  return result;
}

/** Returns the value of a parameter or a result, if its type states how it is passed. */
function passable(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  type: ts.Type,
  { what, isResult }: { readonly what: string; readonly isResult: boolean },
): Value | undefined {
  const before = collection.faults;
  const value = declaredValue(collection, instance, node.expression, type);
  if (collection.faults > before) return undefined;
  const isWritten = value?.kind === "number" && value.term.origin.kind === "known";
  if (isWritten || value?.kind === "boolean" || (value?.kind === "span" && !isResult)) return value;
  return complain(collection, instance, "LW1446", node.expression, [what]);
}
