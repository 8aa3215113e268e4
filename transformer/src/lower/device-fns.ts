// Device functions in the IR: a call goes to a function without a body, "imported", which the link step replaces by the function itself
// where that is in the same image; the function's own module has it as "exported" (requirements L7 to L10).

import { build, type DataType, type Expr, type Fn, invariant, type Local, refTo } from "@lanewise/ir";
import type ts from "typescript-6";
import type { Collection } from "../infer/collect.js";
import type { ExternalCall, Instance } from "../infer/instance.js";
import { isObject, type Value } from "../infer/shape.js";
import type { DefinedDeviceFn } from "../recognise/device-fns.js";
import type { Replacement } from "../recognise/replacements.js";
import { lowerForShape } from "./expressions.js";
import { addLocal, emit, type FunctionEmitter, readLocal } from "./function-emitter.js";
import { lowerFunction } from "./functions.js";
import type { ModuleBuilder } from "./module-builder.js";
import { lowerOperands } from "./order.js";
import { dataTypeOf, typeOfValue } from "./variables.js";

export function lowerDeviceFnCall(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  use: "value" | "effect",
): Expr | undefined {
  const { module } = emitter;
  const call = emitter.instance.externalCalls.get(node);
  invariant(call, () => `the call ${node.getText()} was collected`);
  const operands = node.arguments.flatMap((argument, index) => {
    const shape = call.parameters[index];
    const pointee = call.pointees[index];
    if (!shape) return [];
    const value = () => lowerForShape(emitter, argument, shape);
    return [pointee ? () => pointedTo(module, pointee, value(), argument) : value];
  });
  const args = lowerOperands(emitter, operands);
  const declared = importedFunction(module, call);
  const index = module.functionIndex(`imported ${call.fn.symbol}`, () => declared);
  const isUsed = declared.result !== "void" && use !== "effect";
  const result = isUsed ? addLocal(emitter, "", declared.result) : undefined;
  emit(emitter, build.call(index, args, result, module.positionOf(node)));
  return result === undefined ? undefined : readLocal(emitter, result);
}

/** Where a pointer leads, which must be somewhere. */
function pointedTo(module: ModuleBuilder, pointee: Value, pointer: Expr, argument: ts.Expression): Expr {
  const site = module.addSite("reference", argument.getText(), argument);
  return build.dereference(pointer, pointeeType(module, pointee), site);
}

function pointeeType(module: ModuleBuilder, pointee: Value): DataType {
  if (isObject(pointee)) return dataTypeOf(module, pointee);
  invariant(pointee.kind === "global", "a pointer leads to an object or a scalar");
  return pointee.scalar;
}

function importedFunction(module: ModuleBuilder, { fn, parameters, pointees, result }: ExternalCall): Fn {
  const locals = parameters.map((shape, index): Local => {
    const pointee = pointees[index];
    const type = pointee ? refTo(pointeeType(module, pointee)) : typeOfValue(module, shape);
    invariant(type, "a device function's parameters have places");
    return { name: fn.declaration.parameters[index]?.name.getText() ?? "", type };
  });
  // A value's type is never that of an aggregate.
  const resultType = ((result && typeOfValue(module, result)) ?? "void") as Fn["result"];
  return {
    symbol: fn.symbol,
    name: fn.name,
    linkage: "imported",
    dimensions: 0,
    parameters: locals.length,
    locals,
    result: resultType,
    body: [],
    at: module.positionOf(fn.nameNode),
  };
}

export function lowerDeviceFn(
  collection: Collection,
  module: ModuleBuilder,
  instance: Instance,
  { symbol, name, replaces }: DefinedDeviceFn,
): void {
  const index = module.functionIndex(symbol, () =>
    lowerFunction(collection, module, instance, { symbol, name, dimensions: 0 }, "exported"),
  );
  if (replaces) module.functionIndex(replaces.symbol, () => anotherName(module.function(index), index, replaces));
}

/** A function that calls another one, so that this has two symbols. */
function anotherName(fn: Fn, index: number, { symbol, name }: Replacement): Fn {
  const parameters = fn.locals.slice(0, fn.parameters);
  const args = parameters.map(({ type }, local) => build.local(local, type));
  const { result } = fn;
  invariant(result !== "void", "functions of Math have a result");
  const value = parameters.length;
  const body = [build.call(index, args, value, fn.at), build.returnValue(build.local(value, result))];
  return { ...fn, symbol, name, locals: [...parameters, { name: "value", type: result }], body };
}
