// Decides the storage of variables: numbers and booleans are in a local, or in a memory cell if an inner function assigns them; objects have their
// own storage, or are references to another's (docs/decisions/0006-values.md, "Which object").

import { build, type DataType, type Expr, invariant, type Type } from "@lanewise/ir";
import type ts from "typescript-6";
import { arrayFacts, type Collection, complain, isMutatedObject, registerOf } from "../infer/collect.js";
import type { Capture, Instance, Key, Outer, Variable } from "../infer/instance.js";
import { givesBoth } from "../infer/lent-objects.js";
import { loopAround } from "../infer/loop-around.js";
import { dataOf, type Held, isObject, isStored, type ObjectValue, storageOf, type Value } from "../infer/shape.js";
import { isFloatType, type NumberType } from "../infer/term.js";
import { emit, type FunctionEmitter, readLocal } from "./function-emitter.js";
import type { ModuleBuilder } from "./module-builder.js";

function isStoredObject(collection: Collection, value: ObjectValue): boolean {
  return isStored(storageOf(value), (storage) => arrayFacts(collection, storage));
}

/** Whether an object's variable has its own storage; otherwise it is a reference. */
export function ownsObject(collection: Collection, { shape, ...variable }: Variable): boolean {
  if (!isObject(shape)) return false;
  const mutated = isMutatedObject(collection, shape);
  const isStoredOver = !mutated && isStoredObject(collection, shape);
  if (variable.isAssigned) return !mutated || (variable.takesFresh && !isMixed(variable));
  if (variable.isParameter) return isStoredOver && shape.where === "private" && variable.name !== "this";
  if (variable.takesFresh || !variable.takesOthers) return true;
  if (variable.takesChoice && !mutated) return true;
  // Another variable's object that is overwritten there is copied, to preserve its value.
  return isStoredOver || (!mutated && [...variable.named].some(({ isAssigned }) => isAssigned));
}

/** Whether what a function gives, if nothing assigns its fields, is in the function's own memory. */
export function isCopied(collection: Collection, { hasChoice, variables }: Held): boolean {
  return hasChoice || [...variables].some((variable) => ownsObject(collection, variable));
}

/** Whether it is assigned new objects and also shares objects with other names: then it refers to them, each in its own storage. */
function isMixed({ takesFresh, takesOthers, isParameter, namedBy }: Omit<Variable, "shape">): boolean {
  return takesFresh && (takesOthers || isParameter || namedBy.size > 0);
}

/** Reports an object that is created in a loop and has a name outside it, since the next iteration reuses its storage. */
export function checkObject(collection: Collection, instance: Instance, variable: Variable): void {
  const { shape, isAssigned, isShared, takesMemory, madeInLoops } = variable;
  if (!isObject(shape) || !isMutatedObject(collection, shape)) return;
  if (isShared && !ownsObject(collection, variable)) {
    complain(collection, instance, "LW1269", declarationOf(variable.key) ?? instance.declaration, [variable.name]);
    return;
  }
  const isReference = isAssigned && isMixed(variable);
  const namedLonger = madeInLoops.find((node) => {
    const loop = loopAround(collection, node);
    const names = [...namesOf(variable), ...(isAssigned && !ownsObject(collection, variable) ? [variable] : [])];
    return loop && names.some(({ key }) => !isInside(key, loop));
  });
  if (namedLonger) complain(collection, instance, "LW1218", namedLonger, [variable.name]);
  else if (isReference && takesMemory) {
    complain(collection, instance, "LW1214", declarationOf(variable.key) ?? instance.declaration, [variable.name]);
  }
}

/** Returns all variables that may name the object of a variable. */
function namesOf(variable: Variable, found = new Set<Variable>()): Set<Variable> {
  for (const name of variable.namedBy) {
    if (found.has(name)) continue;
    found.add(name);
    namesOf(name, found);
  }
  return found;
}

function declarationOf(key: Key) {
  return "valueDeclaration" in key ? key.valueDeclaration : undefined;
}

function isInside(key: Key, loop: ts.Node): boolean {
  const declaration = declarationOf(key);
  return declaration !== undefined && declaration.pos >= loop.pos && declaration.end <= loop.end;
}

/** Reports a function that returns both new objects and others', and whose fields are assigned. */
export function checkResult(collection: Collection, instance: Instance): void {
  const { result } = instance;
  const isMixed = (result?.givesFresh && result.givesOthers) || givesBoth(instance);
  if (!isMixed || !isObject(result?.shape) || !isMutatedObject(collection, result.shape)) return;
  complain(collection, instance, "LW1214", instance.declaration, [instance.name]);
}

export function dataTypeOf(module: ModuleBuilder, value: ObjectValue): DataType {
  return dataOf(storageOf(value), module.structName);
}

export function refTo(to: DataType): Type {
  return { kind: "ref", to };
}

/** Returns the type of a value that is passed or held; undefined if it has no value at run time. */
export function typeOfValue(module: ModuleBuilder, value: Value): Type | undefined {
  switch (value.kind) {
    case "number":
      return value.term.type;
    case "boolean":
      return "bool";
    case "text":
      return "i32";
    case "span":
      return { kind: "span", element: dataOf(value.element, module.structName) };
    case "global":
      return refTo(value.scalar);
    case "struct":
    case "array":
      return refTo(dataTypeOf(module, value));
    default:
      return undefined;
  }
}

/** Returns the type of the cell of a variable that inner functions assign. */
function cellType(module: ModuleBuilder, { shape }: Variable): DataType | undefined {
  if (shape.kind !== "number" && shape.kind !== "boolean" && shape.kind !== "text") return undefined;
  const type = shape.kind === "number" ? shape.term.type : shape.kind === "text" ? "i32" : "bool";
  return module.cell(type);
}

/** Returns the type of a variable's local. */
export function localType(collection: Collection, module: ModuleBuilder, variable: Variable): Type | undefined {
  const { shape } = variable;
  if (variable.isShared && !isObject(shape)) return cellType(module, variable);
  if (isObject(shape) && ownsObject(collection, variable)) return dataTypeOf(module, shape);
  return typeOfValue(module, shape);
}

/** Returns the type under which it is passed to an inner function. */
export function outerType(module: ModuleBuilder, outer: Outer): Type | undefined {
  if (outer.kind === "capture") return captureType(module, outer.capture);
  const { variable } = outer;
  const cell = variable.isShared && !isObject(variable.shape) ? cellType(module, variable) : undefined;
  return cell ? refTo(cell) : typeOfValue(module, variable.shape);
}

function captureType(module: ModuleBuilder, { shape }: Capture): Type | undefined {
  switch (shape.kind) {
    case "boolean":
      return "bool";
    case "text":
      return "i32";
    case "span":
      return typeOfValue(module, shape);
    case "number":
      return registerOf(shape.flavour);
    case "weakNumber":
      return shape.number.isWord ? "i32" : capturedType(shape.number.uses.map((use) => use.type));
  }
}

/** Returns one type for all uses, the widest of theirs. */
function capturedType(uses: readonly NumberType[]): NumberType {
  const [first = "f64"] = uses;
  if (uses.every((type) => type === first)) return first;
  return uses.some(isFloatType) ? "f64" : "i32";
}

/** Returns the local of a variable or an outer value. */
export function localIndex(emitter: FunctionEmitter, key: Key): number {
  const index = emitter.localOf.get(key);
  invariant(index !== undefined, `the variable ${key.name} has a local`);
  return index;
}

function cellOf(emitter: FunctionEmitter, local: Expr): Expr | undefined {
  const { type } = local;
  const to = typeof type === "object" && type.kind === "ref" ? type.to : undefined;
  const isCell = typeof to === "object" && to.kind === "struct" && emitter.module.isCell(to.name);
  return isCell ? build.field(local, 0, emitter.module.structs()) : undefined;
}

/** Returns the value of a variable or an outer value: a scalar, a host array, or a reference to an object. */
export function readVariable(emitter: FunctionEmitter, key: Key): Expr {
  const local = readLocal(emitter, localIndex(emitter, key));
  const cell = cellOf(emitter, local);
  return cell ? build.load(cell) : local;
}

/** Returns the local itself, as it is passed to an inner function. */
export function passVariable(emitter: FunctionEmitter, key: Key): Expr {
  return readLocal(emitter, localIndex(emitter, key));
}

/** Writes a scalar, a host array, or a reference, in the variable's own type. */
export function writeVariable(emitter: FunctionEmitter, key: Key, value: Expr): void {
  const index = localIndex(emitter, key);
  const cell = cellOf(emitter, readLocal(emitter, index));
  if (cell) emit(emitter, build.store(cell, value, emitter.module.positionOf(emitter.instance.declaration)));
  else emit(emitter, build.set(index, value));
}
