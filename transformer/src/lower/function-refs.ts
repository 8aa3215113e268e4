// Lowers references to device functions: calls of functions without bodies, which the link step fills in (ir/src/link/function-references.ts).

import { build, type Expr, type Fn, invariant, type Local, referenceTo, typeName } from "@lanewise/ir";
import type ts from "typescript-6";
import type { CallByReference } from "../infer/instance.js";
import { skipWrappers } from "../recognise/calls.js";
import type { DeviceFunction } from "../recognise/device-fns.js";
import { lowerForShape, lowerNumberAs } from "./expressions.js";
import { addLocal, emit, type FunctionEmitter, readLocal } from "./function-emitter.js";
import { lowerOperands } from "./order.js";
import { typeOfValue } from "./variables.js";

export function lowerFunctionRef(emitter: FunctionEmitter, node: ts.CallExpression): Expr {
  const { module, instance } = emitter;
  const fn = instance.functionRefs.get(node);
  invariant(fn, () => `the reference ${node.getText()} was collected`);
  const index = module.functionIndex(referenceTo(fn.symbol), () => referenceFunction(fn, emitter));
  const result = addLocal(emitter, "", "u64");
  emit(emitter, build.call(index, [], result, module.positionOf(node)));
  return readLocal(emitter, result);
}

function referenceFunction({ symbol, name, nameNode }: DeviceFunction, { module }: FunctionEmitter): Fn {
  const at = module.positionOf(nameNode);
  const head = { symbol: referenceTo(symbol), name: `&${name}`, linkage: "reference", dimensions: 0 } as const;
  return { ...head, parameters: 0, locals: [], result: "u64", body: [], at };
}

export function lowerCallByReference(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  use: "value" | "effect",
): Expr | undefined {
  const { module, instance } = emitter;
  const call = instance.callsByReference.get(node);
  invariant(call, () => `the call ${node.getText()} was collected`);
  const reference = () => lowerNumberAs(emitter, node.expression, "u64");
  const operands = call.parameters.flatMap(({ value }, index) => {
    const argument = node.arguments[index];
    return argument ? [() => lowerForShape(emitter, argument, value)] : [];
  });
  const args = lowerOperands(emitter, [reference, ...operands]);
  const dispatch = dispatchFunction(emitter, node, call);
  const index = module.functionIndex(dispatch.symbol, () => dispatch);
  const isUsed = dispatch.result !== "void" && use !== "effect";
  const result = isUsed ? addLocal(emitter, "", dispatch.result) : undefined;
  emit(emitter, build.call(index, args, result, module.positionOf(node)));
  return result === undefined ? undefined : readLocal(emitter, result);
}

/** Returns the dispatch function: one for each source position, which a call through a null reference reports, and for each signature there. */
function dispatchFunction(
  { module, collection }: FunctionEmitter,
  { expression }: ts.CallExpression,
  { parameters, result }: CallByReference,
): Fn {
  const passed = parameters.map(({ name, value }): Local => {
    const type = typeOfValue(module, value);
    invariant(type, "an argument of a function that is called by reference has a type in memory");
    return { name, type };
  });
  const locals: readonly Local[] = [{ name: "reference", type: "u64" }, ...passed];
  // A value's type is never that of an aggregate.
  const resultType = ((result && typeOfValue(module, result)) ?? "void") as Fn["result"];
  const name = skipWrappers(collection.context, expression).getText();
  const at = module.positionOf(expression);
  const types = [...passed.map(({ type }) => type), ...(resultType === "void" ? [] : [resultType])].map(typeName);
  return {
    symbol: `${name} (${types.join(", ")}) ${at.file}:${at.line}:${at.column}`,
    name,
    linkage: "dispatch",
    dimensions: 0,
    parameters: locals.length,
    locals,
    result: resultType,
    body: [],
    at,
  };
}
