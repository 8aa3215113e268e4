// Lowers constructors, in JavaScript's order: the base class's constructor, fields with initial values, parameter properties, then the statements.

import { type Expr, invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import { bareFieldsOf, constructorOf, fieldsOf, isDerived } from "../infer/collect-construction.js";
import { isObject } from "../infer/shape.js";
import { lowerFunctionCall } from "./calls.js";
import type { FunctionEmitter } from "./function-emitter.js";
import { lowerUndefined } from "./nullables.js";
import { copyObject, fieldPlace, storeExpression, storeScalar } from "./objects.js";
import { lowerParameters, lowerStatement } from "./statements.js";
import { readVariable } from "./variables.js";

export function lowerConstruction(emitter: FunctionEmitter, node: ts.ClassLikeDeclaration): void {
  const written = constructorOf(emitter.collection, node);
  const derived = isDerived(emitter.collection, node);
  if (!written && derived) {
    const callee = emitter.instance.calls.get(node);
    invariant(callee, "a class that extends another calls its constructor");
    lowerFunctionCall(emitter, node, callee, "effect", { made: selfOf(emitter) });
  }
  if (!derived || !written) lowerFields(emitter, node);
  if (!written) return;
  lowerParameters(emitter);
  if (!derived) lowerParameterFields(emitter);
  if (written.body) lowerStatement(emitter, written.body);
}

/** `super(…)`. */
export function lowerSuper(emitter: FunctionEmitter, node: ts.CallExpression): void {
  const callee = emitter.instance.calls.get(node);
  const { declaration } = emitter.instance;
  invariant(callee && emitter.collection.context.ts.isClassLike(declaration), "super stands in a constructor");
  lowerFunctionCall(emitter, node, callee, "effect", { made: selfOf(emitter) });
  lowerParameterFields(emitter);
  lowerFields(emitter, declaration);
}

function selfOf(emitter: FunctionEmitter): Expr {
  const { self } = emitter.instance;
  invariant(self, "a constructor has an object");
  return readVariable(emitter, self.key);
}

/** Whether a field holds an array from elsewhere, and takes no memory. */
function isView(emitter: FunctionEmitter, name: ts.PropertyName | ts.BindingName): boolean {
  const value = emitter.instance.self?.shape;
  const field = emitter.collection.context.checker.getSymbolAtLocation(name)?.name ?? name.getText();
  return value?.kind === "struct" && value.struct.views.includes(field);
}

function placeOf(emitter: FunctionEmitter, name: ts.PropertyName | ts.BindingName) {
  const value = emitter.instance.self?.shape;
  invariant(value?.kind === "struct", "a constructor makes a struct");
  const field = emitter.collection.context.checker.getSymbolAtLocation(name)?.name ?? name.getText();
  const storage = value.struct.fields.find((one) => one.name === field)?.storage;
  invariant(storage, () => `${value.struct.name} has the field ${field}`);
  return { place: fieldPlace(emitter, selfOf(emitter), value, field), storage };
}

function lowerFields(emitter: FunctionEmitter, node: ts.ClassLikeDeclaration): void {
  for (const name of bareFieldsOf(emitter.collection, node)) {
    if (isView(emitter, name)) continue;
    const { place, storage } = placeOf(emitter, name);
    lowerUndefined(emitter, node, place, storage);
  }
  for (const { name, initializer } of fieldsOf(emitter.collection, node)) {
    const { place, storage } = placeOf(emitter, name);
    storeExpression(emitter, place, storage, initializer);
  }
}

function lowerParameterFields(emitter: FunctionEmitter): void {
  const { ts } = emitter.collection.context;
  for (const { node, variable } of emitter.instance.parameters) {
    if (!ts.isParameterPropertyDeclaration(node, node.parent) || isView(emitter, node.name)) continue;
    const { place } = placeOf(emitter, node.name);
    const given = readVariable(emitter, variable.key);
    if (isObject(variable.shape)) copyObject(emitter, place, given, node);
    else storeScalar(emitter, place, given, node);
  }
}
