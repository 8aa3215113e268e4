// Where a variable lives: numbers and booleans in a local, or in a cell of memory where an inner function assigns them; objects in
// memory of their own, or as the reference to another's (docs/decisions/0006-values.md, "Which object").

import { build, type DataType, type Expr, invariant, type Type } from "@lanewise/ir";
import type ts from "typescript-6";
import { arrayFacts, type Collection, complain, registerOf } from "../infer/collect.js";
import type { Capture, Instance, Key, Outer, Variable } from "../infer/instance.js";
import { dataOf, isMutated, isObject, isStored, type ObjectValue, storageOf, type Value } from "../infer/shape.js";
import { isFloatType, type NumberType } from "../infer/term.js";
import { emit, type FunctionEmitter, readLocal } from "./function-emitter.js";
import type { ModuleBuilder } from "./module-builder.js";

export function isMutatedObject(collection: Collection, value: ObjectValue): boolean {
  return isMutated(storageOf(value), (storage) => arrayFacts(collection, storage));
}

/** Whether an object's variable has memory of its own; else it is a reference. */
export function ownsObject(collection: Collection, { shape, ...variable }: Variable): boolean {
  if (!isObject(shape)) return false;
  const mutated = isMutatedObject(collection, shape);
  const isStoredOver = !mutated && isStored(storageOf(shape));
  if (variable.isAssigned) return !mutated || (variable.takesFresh && !variable.isParameter);
  if (variable.isParameter) return isStoredOver && shape.where === "private" && variable.name !== "this";
  if (variable.takesFresh || !variable.takesOthers) return true;
  if (variable.takesChoice && !mutated) return true;
  // What is another's, and is overwritten there, is kept as it was.
  return isStoredOver || (!mutated && [...variable.named].some(({ isAssigned }) => isAssigned));
}

/** A variable that would have to be both is reported. */
export function checkObject(collection: Collection, instance: Instance, variable: Variable): void {
  const { shape, isAssigned, takesFresh, takesOthers, isParameter } = variable;
  if (!isObject(shape) || !isMutatedObject(collection, shape)) return;
  const namesAssigned =
    !isAssigned && takesOthers && [...variable.named].some((other) => other.isAssigned && other.takesFresh);
  if (namesAssigned) complain(collection, instance, "LW1214", declarationOf(instance, variable), [variable.name]);
  if (!isAssigned) return;
  const isMixed = takesFresh && (takesOthers || isParameter);
  const isOverwritten = !takesFresh && [...variable.named].some((other) => isMadeAgain(collection, variable, other));
  if (isMixed || isOverwritten)
    complain(collection, instance, "LW1214", declarationOf(instance, variable), [variable.name]);
}

function declarationOf(instance: Instance, { key }: Variable): ts.Node {
  return ("valueDeclaration" in key ? key.valueDeclaration : undefined) ?? instance.declaration;
}

/** Whether `other` is made anew in a loop while `variable`, from outside, still names it. */
function isMadeAgain({ context: { ts } }: Collection, variable: Variable, other: Variable): boolean {
  const made = "valueDeclaration" in other.key ? other.key.valueDeclaration : undefined;
  const held = "valueDeclaration" in variable.key ? variable.key.valueDeclaration : undefined;
  if (!made || other.isParameter) return false;
  for (let at: ts.Node = made.parent; at && !ts.isFunctionLike(at); at = at.parent) {
    if (ts.isIterationStatement(at, false)) return !held || held.pos < at.pos || held.end > at.end;
  }
  return false;
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
  if (shape.kind !== "number" && shape.kind !== "boolean") return undefined;
  const type = shape.kind === "number" ? shape.term.type : "bool";
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
    case "span":
      return typeOfValue(module, shape);
    case "number":
      return registerOf(shape.flavour);
    case "weakNumber":
      return capturedType(shape.number.uses.map((use) => use.type));
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
