// Lowers the kernel around an element function: it reads an element of each array, calls the function, and stores the result. Its parameters are the
// function's captures, then the arrays, with the result array last.

import { build, type Expr, invariant, type ScalarType } from "@lanewise/ir";
import type { Collection } from "../infer/collect.js";
import type { Instance } from "../infer/instance.js";
import type { Value } from "../infer/shape.js";
import type { ElementArray, Elements } from "../recognise/element-functions.js";
import { narrowed, toMemory } from "./coerce.js";
import { addLocal, createEmitter, emit, type FunctionEmitter, readLocal } from "./function-emitter.js";
import { declareOuters, finishKernel, type KernelHead, lowerInstance } from "./functions.js";
import type { ModuleBuilder } from "./module-builder.js";
import { passVariable } from "./variables.js";

/** The arrays' names in messages. */
const inputNames = ["x", "y"];

export function lowerElementKernel(
  collection: Collection,
  module: ModuleBuilder,
  instance: Instance,
  head: KernelHead,
  { inputs, out }: Elements,
): void {
  const { declaration, result } = instance;
  const emitter = createEmitter(collection, module, instance);
  declareOuters(emitter);
  const addArray = (name: string, { element }: ElementArray) => addLocal(emitter, name, { kind: "span", element });
  const arrays = inputs.map((input, index) => addArray(inputNames[index] ?? "", input));
  const results = addArray("out", out);
  const parameters = emitter.locals.length;
  const elements = elementsFor(emitter, arrays);
  const captures = [...instance.outers.keys()].map((key) => passVariable(emitter, key));
  const given = addLocal(emitter, "", resultType(result?.shape));
  const at = module.positionOf(declaration);
  emit(emitter, build.call(lowerInstance(collection, module, instance), [...elements, ...captures], given, at));
  const stored = toMemory(numberOf(readLocal(emitter, given)), out.element, out.clamps);
  emit(emitter, build.store(elementAt(emitter, results), stored, at));
  finishKernel(emitter, head, parameters);
}

function resultType(shape: Value | undefined): ScalarType {
  if (shape?.kind === "boolean") return "bool";
  invariant(shape?.kind === "number", "the function returns a number or a boolean");
  return shape.term.type;
}

/** Converts booleans to 1 and 0, as they are stored. */
function numberOf(value: Expr): Expr {
  if (value.type !== "bool") return value;
  return build.op("select", value, build.constant("i32", 1), build.constant("i32", 0));
}

/** Returns the function's arguments: for each parameter an element of its array, in the parameter's type. */
function elementsFor(emitter: FunctionEmitter, arrays: readonly number[]): Expr[] {
  return emitter.instance.parameters.map(({ variable: { shape } }, index) => {
    const array = arrays[index];
    invariant(shape.kind === "number" && array !== undefined, "the function takes an element of each array");
    const value = toMemory(build.load(elementAt(emitter, array)), shape.term.type, false);
    return narrowed(emitter, value, shape.narrow);
  });
}

/** Returns a reference to the work-item's element of the array in a local. */
function elementAt(emitter: FunctionEmitter, array: number): Expr {
  const name = emitter.locals[array]?.name ?? "";
  const site = emitter.module.addSite("bounds", name, emitter.instance.declaration);
  return build.element(readLocal(emitter, array), build.query("globalId", 0), site);
}
