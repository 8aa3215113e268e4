// Takes a kernel out of its surroundings: what it captures, and the instances of all it calls, with every number's type
// decided. The result is what lowering needs, and no more of the host program (requirements X1, X2).

import { checkFunction } from "./check/check-function.js";
import { type Collection, collectBody, createCollection } from "./infer/collect.js";
import { createInstance } from "./infer/collect-calls.js";
import type { Instance } from "./infer/instance.js";
import { solve } from "./infer/solve.js";
import type { PassContext } from "./pass-context.js";
import type { FunctionNode } from "./recognise/calls.js";
import type { Kernel } from "./recognise/kernels.js";

export interface Outline {
  readonly collection: Collection;
  /** Undefined where something is wrong: reported here, or by TypeScript. */
  readonly instance: Instance | undefined;
}

export function outline(context: PassContext, kernel: Kernel): Outline {
  const { declaration } = kernel;
  const collection = createCollection(context, declaration);
  const isSound = checkParameters(context, declaration) && checkFunction(context, declaration, []);
  const instance = isSound ? createInstance(collection, declaration, "kernel", undefined) : undefined;
  if (!instance) return { collection, instance };
  collectBody(collection, instance);
  solve(collection);
  return { collection, instance: collection.faults === 0 ? instance : undefined };
}

function checkParameters({ ts, reporter }: PassContext, { parameters }: FunctionNode): boolean {
  const faulty = parameters.find(({ name, initializer, dotDotDotToken, questionToken }) => {
    const isPlain = !initializer && !dotDotDotToken && !questionToken;
    return !isPlain || !ts.isIdentifier(name) || name.text === "this";
  });
  if (faulty) reporter.report("LW1003", faulty);
  return faulty === undefined;
}
