// Lowers device functions. A call targets an "imported" function without a body; the link step replaces it by the function itself if that is in the
// same image. The function's own module has it as "exported" (requirements L7 to L10).

import { build, type DataType, type Expr, type Fn, invariant, type Local, type Type } from "@lanewise/ir";
import type ts from "typescript-6";
import type { Collection } from "../infer/collect.js";
import type { ExternalCall, Instance } from "../infer/instance.js";
import { type ItemValue, isObject, type Value } from "../infer/shape.js";
import type { PassContext } from "../pass-context.js";
import type { DefinedDeviceFn } from "../recognise/device-fns.js";
import type { ItemKind } from "../recognise/item-members.js";
import { isDeeplyReadonly } from "../recognise/passed-types.js";
import type { Replacement } from "../recognise/replacements.js";
import { lowerForShape } from "./expressions.js";
import { addLocal, emit, type FunctionEmitter, readLocal } from "./function-emitter.js";
import { lowerFunction } from "./functions.js";
import type { ModuleBuilder } from "./module-builder.js";
import { newObject } from "./objects.js";
import { lowerOperands } from "./order.js";
import { dataTypeOf, refTo, typeOfValue } from "./variables.js";

export function lowerDeviceFnCall(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  use: "value" | "effect",
  made?: Expr,
): Expr | undefined {
  const { module } = emitter;
  const call = emitter.instance.externalCalls.get(node);
  invariant(call, () => `the call ${node.getText()} was collected`);
  const place = isObject(call.result) ? (made ?? newObject(emitter, "", dataTypeOf(module, call.result))) : undefined;
  const operands = node.arguments.flatMap((argument, index) => {
    const shape = call.parameters[index];
    const pointee = call.pointees[index];
    if (!shape) return [];
    if (shape.kind === "item") return [() => newObject(emitter, "", itemMark(module, shape))];
    const value = () => lowerForShape(emitter, argument, shape);
    return [pointee ? () => pointedTo(module, pointee, value(), argument) : value];
  });
  const args = [...(place ? [place] : []), ...lowerOperands(emitter, operands)];
  const declared = importedFunction(emitter, call);
  const index = module.functionIndex(`imported ${call.fn.symbol}`, () => declared);
  const isUsed = declared.result !== "void" && use !== "effect";
  const result = isUsed ? addLocal(emitter, "", declared.result) : undefined;
  emit(emitter, build.call(index, args, result, module.positionOf(node)));
  return result === undefined ? place : readLocal(emitter, result);
}

/**
 * Returns the type that represents an item among an exported function's parameters: an empty struct whose name says which item it is. It is never
 * read: what a function asks its item becomes queries of the IR.
 */
export function itemMark(module: ModuleBuilder, { of, dimensions }: ItemValue): DataType {
  return module.mark(`${itemNames[of]}<${dimensions}>`);
}

const itemNames = { item: "Item", ndItem: "NdItem", group: "Group", subGroup: "SubGroup" } as const satisfies Record<
  ItemKind,
  string
>;

/** Dereferences a pointer, which must not be null. */
function pointedTo(module: ModuleBuilder, pointee: Value, pointer: Expr, argument: ts.Expression): Expr {
  const site = module.addSite("reference", argument.getText(), argument);
  return build.dereference(pointer, pointeeType(module, pointee), site);
}

function pointeeType(module: ModuleBuilder, pointee: Value): DataType {
  if (isObject(pointee)) return dataTypeOf(module, pointee);
  invariant(pointee.kind === "global", "a pointer leads to an object or a scalar");
  return pointee.scalar;
}

/** Returns the type of a parameter. Only functions that other modules call have parameters for items. */
function passedType(module: ModuleBuilder, value: Value): Type | undefined {
  return value.kind === "item" ? refTo(itemMark(module, value)) : typeOfValue(module, value);
}

/** Whether callers rely on the function not to assign to the object. */
export function isReadonlyParameter(context: PassContext, parameter: ts.ParameterDeclaration): boolean {
  return isDeeplyReadonly(context, context.checker.getTypeAtLocation(parameter));
}

function importedFunction(
  { collection: { context }, module }: FunctionEmitter,
  { fn, parameters, pointees, result }: ExternalCall,
): Fn {
  const passed = parameters.map((shape, index): Local => {
    const pointee = pointees[index];
    const type = pointee ? refTo(pointeeType(module, pointee)) : passedType(module, shape);
    invariant(type, "a device function's parameters have places");
    const parameter = fn.declaration.parameters[index];
    const isReadonly = parameter && isObject(shape) && isReadonlyParameter(context, parameter);
    return { name: parameter?.name.getText() ?? "", type, ...(isReadonly && { isReadonly }) };
  });
  const made = isObject(result) ? [{ name: "result", type: refTo(dataTypeOf(module, result)) }] : [];
  const locals = [...made, ...passed];
  // The type of a value is never an aggregate.
  const given = isObject(result) ? undefined : result;
  const resultType = ((given && typeOfValue(module, given)) ?? "void") as Fn["result"];
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

/** Returns a function that calls another one, which thereby has two symbols. */
function anotherName(fn: Fn, index: number, { symbol, name }: Replacement): Fn {
  const parameters = fn.locals.slice(0, fn.parameters);
  const args = parameters.map(({ type }, local) => build.local(local, type));
  const { result } = fn;
  invariant(result !== "void", "functions of Math have a result");
  const value = parameters.length;
  const body = [build.call(index, args, value, fn.at), build.returnValue(build.local(value, result))];
  return { ...fn, symbol, name, locals: [...parameters, { name: "value", type: result }], body };
}
