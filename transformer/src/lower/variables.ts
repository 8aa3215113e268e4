// Where a variable lives: numbers and booleans in a local, or in a cell of memory where an inner function assigns them; objects in
// memory of their own, or as the reference to another's (docs/decisions/0006-values.md, "Which object").

import { build, type DataType, type Expr, invariant, type Type } from "@lanewise/ir";
import type ts from "typescript-6";
import { arrayFacts, type Collection, complain, isMutatedObject, registerOf } from "../infer/collect.js";
import type { Capture, Instance, Key, Outer, Variable } from "../infer/instance.js";
import { loopAround } from "../infer/loop-around.js";
import { dataOf, isObject, isStored, type ObjectValue, storageOf, type Value } from "../infer/shape.js";
import { isFloatType, type NumberType } from "../infer/term.js";
import { emit, type FunctionEmitter, readLocal } from "./function-emitter.js";
import type { ModuleBuilder } from "./module-builder.js";

function isStoredObject(collection: Collection, value: ObjectValue): boolean {
  return isStored(storageOf(value), (storage) => arrayFacts(collection, storage));
}

/** Whether an object's variable has memory of its own; else it is a reference. */
export function ownsObject(collection: Collection, { shape, ...variable }: Variable): boolean {
  if (!isObject(shape)) return false;
  const mutated = isMutatedObject(collection, shape);
  const isStoredOver = !mutated && isStoredObject(collection, shape);
  if (variable.isAssigned) return !mutated || (variable.takesFresh && !isMixed(variable));
  if (variable.isParameter) return isStoredOver && shape.where === "private" && variable.name !== "this";
  if (variable.takesFresh || !variable.takesOthers) return true;
  if (variable.takesChoice && !mutated) return true;
  // What is another's, and is overwritten there, is kept as it was.
  return isStoredOver || (!mutated && [...variable.named].some(({ isAssigned }) => isAssigned));
}

/** Assigned new objects, while others are or have been named by it, too: then it refers to them, each in memory of its own. */
function isMixed({ takesFresh, takesOthers, isParameter, namedBy }: Omit<Variable, "shape">): boolean {
  return takesFresh && (takesOthers || isParameter || namedBy.size > 0);
}

/** An object made in a loop has the memory of the round before, which must not be in use any more. */
export function checkObject(collection: Collection, instance: Instance, variable: Variable): void {
  const { shape, isAssigned, takesMemory, madeInLoops } = variable;
  if (!isObject(shape) || !isMutatedObject(collection, shape)) return;
  const isReference = isAssigned && isMixed(variable);
  const namedLonger = madeInLoops.find((node) => {
    const loop = loopAround(collection, node);
    const names = [...namesOf(variable), ...(isReference ? [variable] : [])];
    return loop && names.some(({ key }) => !isInside(key, loop));
  });
  if (namedLonger) complain(collection, instance, "LW1218", namedLonger, [variable.name]);
  else if (isReference && takesMemory) {
    complain(collection, instance, "LW1214", declarationOf(variable.key) ?? instance.declaration, [variable.name]);
  }
}

/** All that may name the object of a variable. */
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

/** A function that gives new objects and others', and whose fields are assigned, is reported. */
export function checkResult(collection: Collection, instance: Instance): void {
  const { result } = instance;
  const isMixed = result?.givesFresh && result.givesOthers && isObject(result.shape);
  if (!isMixed || !isObject(result.shape) || !isMutatedObject(collection, result.shape)) return;
  complain(collection, instance, "LW1214", instance.declaration, [instance.name]);
}

export function dataTypeOf(module: ModuleBuilder, value: ObjectValue): DataType {
  return dataOf(storageOf(value), module.structName);
}

export function refTo(to: DataType): Type {
  return { kind: "ref", to };
}

/** The type of a value that is passed or held; undefined for what takes no place when the kernel runs. */
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

/** A cell holds what inner functions assign. */
function cellType(module: ModuleBuilder, { shape }: Variable): DataType | undefined {
  if (shape.kind !== "number" && shape.kind !== "boolean" && shape.kind !== "text") return undefined;
  const type = shape.kind === "number" ? shape.term.type : shape.kind === "text" ? "i32" : "bool";
  return module.cell(type);
}

/** The type of the local that a variable lives in. */
export function localType(collection: Collection, module: ModuleBuilder, variable: Variable): Type | undefined {
  const { shape } = variable;
  if (variable.isShared && !isObject(shape)) return cellType(module, variable);
  if (isObject(shape) && ownsObject(collection, variable)) return dataTypeOf(module, shape);
  return typeOfValue(module, shape);
}

/** The type under which it is passed to an inner function. */
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

/** One type for all uses: the widest that they want. */
function capturedType(uses: readonly NumberType[]): NumberType {
  const [first = "f64"] = uses;
  if (uses.every((type) => type === first)) return first;
  return uses.some(isFloatType) ? "f64" : "i32";
}

/** The local of a variable or an outer value. */
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

/** What a variable holds, or an outer value: a scalar, an array of the host, the place of an object. */
export function readVariable(emitter: FunctionEmitter, key: Key): Expr {
  const local = readLocal(emitter, localIndex(emitter, key));
  const cell = cellOf(emitter, local);
  return cell ? build.load(cell) : local;
}

/** The local itself, as an inner function gets it. */
export function passVariable(emitter: FunctionEmitter, key: Key): Expr {
  return readLocal(emitter, localIndex(emitter, key));
}

/** Writes a scalar, an array of the host, or a reference, of the variable's own type. */
export function writeVariable(emitter: FunctionEmitter, key: Key, value: Expr): void {
  const index = localIndex(emitter, key);
  const cell = cellOf(emitter, readLocal(emitter, index));
  if (cell) emit(emitter, build.store(cell, value, emitter.module.positionOf(emitter.instance.declaration)));
  else emit(emitter, build.set(index, value));
}
