// Takes a kernel out of its surroundings: what it captures, and the instances of all it calls, with every number's type
// decided. The result is what lowering needs, and no more of the host program (requirements X1, X2).

import { checkFunction } from "./check/check-function.js";
import { type Collection, collectBody, createCollection } from "./infer/collect.js";
import { createInstance } from "./infer/collect-calls.js";
import type { Instance } from "./infer/instance.js";
import { solve } from "./infer/solve.js";
import type { PassContext } from "./pass-context.js";
import type { Kernel } from "./recognise/kernels.js";

export interface Outline {
  readonly collection: Collection;
  readonly instance: Instance;
}

/** Undefined where something was reported. */
export function outline(context: PassContext, kernel: Kernel): Outline | undefined {
  const { declaration } = kernel;
  const { ts, reporter } = context;
  for (const parameter of declaration.parameters) {
    const isPlain = ts.isIdentifier(parameter.name) && !parameter.initializer && !parameter.dotDotDotToken;
    if (isPlain) continue;
    reporter.report("LW1003", parameter);
    return undefined;
  }
  if (!checkFunction(context, declaration, [])) return undefined;
  const collection = createCollection(context, declaration);
  const instance = createInstance(collection, declaration, "kernel", undefined);
  if (!instance) return undefined;
  collectBody(collection, instance);
  solve(collection);
  return collection.isSound ? { collection, instance } : undefined;
}
