// Isolates a kernel from its surroundings: its captures, and the instances of everything it calls, with the types of
// all numbers decided. Lowering needs this and nothing more of the host program (requirements X1, X2).

import { checkFunction } from "./check/check-function.js";
import { checkHostCopies } from "./infer/captured-objects.js";
import { checkCopies } from "./infer/check-copies.js";
import { checkOverwritten } from "./infer/check-overwritten.js";
import {
  type Collection,
  complain,
  createCollection,
  isFit,
  joinTo,
  KERNEL,
  newTerm,
  registerOf,
} from "./infer/collect.js";
import { flowIntoMemory } from "./infer/collect-assignments.js";
import { collectBody } from "./infer/collect-statements.js";
import type { Instance } from "./infer/instance.js";
import { createInstance } from "./infer/instantiate.js";
import { layOutOwn, pinInMemory } from "./infer/passed-objects.js";
import type { Storage } from "./infer/shape.js";
import { solve } from "./infer/solve.js";
import { noBindings } from "./infer/types.js";
import { checkUnions } from "./infer/unions.js";
import { warnOfNumbers } from "./infer/warn-of-numbers.js";
import type { PassContext } from "./pass-context.js";
import { isAction } from "./recognise/actions.js";
import type { FunctionNode } from "./recognise/calls.js";
import type { DefinedDeviceFn } from "./recognise/device-fns.js";
import type { Elements } from "./recognise/element-functions.js";
import type { Kernel } from "./recognise/kernels.js";

export interface Outline {
  readonly collection: Collection;
  /** Undefined if there is a fault, reported here or by TypeScript. */
  readonly instance: Instance | undefined;
}

/** Outlines a device function, which is compiled even if no kernel of its module calls it. */
export function outlineDeviceFn(context: PassContext, { declaration, name }: DefinedDeviceFn): Outline {
  const collection = createCollection(context, declaration, { isDeviceFn: true });
  const instance = isFit(collection, checkFunction(context, declaration, []))
    ? createInstance(collection, declaration, name, undefined, [], undefined, noBindings, false)
    : undefined;
  if (!instance) return { collection, instance };
  layOutOwn(collection, instance);
  return { collection, instance: inferred(collection, instance) };
}

export function outline(context: PassContext, kernel: Kernel): Outline {
  const { declaration } = kernel;
  const collection = createCollection(context, declaration, kernel);
  const isSound = checkParameters(context, declaration);
  const instance =
    isSound && isFit(collection, checkFunction(context, declaration, []))
      ? createInstance(collection, declaration, KERNEL, undefined, [], undefined, noBindings)
      : undefined;
  if (!instance) return { collection, instance };
  const found = inferred(collection, instance);
  warnOfNothing(context, declaration);
  return { collection, instance: found };
}

/** Outlines an element function: its parameters are array elements, and its result is stored in an array. */
export function outlineElements(context: PassContext, { declaration, given }: Kernel, elements: Elements): Outline {
  const collection = createCollection(context, declaration, { given });
  const isSound = checkParameters(context, declaration) && isFit(collection, checkFunction(context, declaration, []));
  const instance = isSound
    ? createInstance(collection, declaration, KERNEL, undefined, [], undefined, noBindings, false)
    : undefined;
  if (!instance) return { collection, instance };
  for (const [index, { variable, node }] of instance.parameters.entries()) {
    const { shape } = variable;
    const given = elements.inputs[index];
    if (shape.kind !== "number" || !given) complain(collection, instance, "LW1311", node);
    else joinTo(shape.term, newTerm(collection, { kind: "known", type: registerOf(given.element) }, node));
  }
  const result = instance.result?.shape;
  if (result?.kind === "number") flowIntoMemory(elements.out.element, result.term, declaration.body ?? declaration);
  else if (result?.kind !== "boolean") complain(collection, instance, "LW1311", declaration);
  return { collection, instance: inferred(collection, instance) };
}

/** Decides the types of all numbers; undefined if there is a fault. */
function inferred(collection: Collection, instance: Instance): Instance | undefined {
  collectBody(collection, instance);
  checkCopies(collection, instance);
  checkOverwritten(collection, instance);
  checkHostCopies(collection);
  checkUnions(collection);
  pinShared(collection);
  const { narrowed } = solve(collection);
  if (collection.faults === 0) warnOfNumbers(collection, narrowed);
  return collection.faults === 0 ? instance : undefined;
}

/** Makes plain numbers in memory shared with the host f64. */
function pinShared(collection: Collection): void {
  const pin = (storage: Storage): void => {
    if (storage.kind === "weak") pinInMemory(collection, storage.term);
    if (storage.kind === "array") pin(storage.element);
  };
  for (const { isShared, fields } of collection.structs.values()) {
    if (isShared) for (const { storage } of fields) pin(storage);
  }
}

/** Warns of `(i) => a[i]! * 2`, whose value nobody receives. */
function warnOfNothing(context: PassContext, { body }: FunctionNode): void {
  const isExpression = body && !context.ts.isBlock(body);
  if (isExpression && !isAction(context, body)) context.reporter.report("LW1140", body);
}

function checkParameters({ ts, reporter }: PassContext, { parameters }: FunctionNode): boolean {
  const faulty = parameters.find(({ name, initializer, dotDotDotToken, questionToken }) => {
    const isPlain = !initializer && !dotDotDotToken && !questionToken;
    return !isPlain || !ts.isIdentifier(name) || name.text === "this";
  });
  if (faulty) reporter.report("LW1003", faulty);
  return faulty === undefined;
}
