// Reports functions that launch kernels but whose declared type does not say so: a function passed through such a type is not a kernel, so it
// would silently run as plain JavaScript.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { kernelSignature } from "./brands.js";
import { skipWrappers } from "./calls.js";
import { passedOnBy } from "./library-calls.js";
import { takesKernel } from "./taken.js";

/** `const launch: (n: number, f: (i: number) => void) => unknown = q.parallelFor.bind(q);` */
export function checkLaunchers(context: PassContext, value: ts.Expression): void {
  const { checker } = context;
  const wanted = checker.getContextualType(value);
  const takesFunction = wanted?.getCallSignatures().some(({ parameters }) => {
    return parameters.some((parameter) => isFunction(checker.getTypeOfSymbol(parameter)));
  });
  if (!wanted || takesFunction !== true || takesKernel(context, wanted)) return;
  if (takesKernel(context, checker.getTypeAtLocation(value))) {
    context.reporter.report("LW1143", value, [value.getText()]);
  }
}

/** `q.parallelFor.call(q, n, (i) => …)` */
export function checkPassedOn(context: PassContext, call: ts.CallExpression): void {
  const { ts, checker } = context;
  const launcher = passedOnBy(context, call);
  if (!launcher || !takesKernel(context, checker.getTypeAtLocation(launcher))) return;
  const given = call.arguments.flatMap((one) => (ts.isArrayLiteralExpression(one) ? [...one.elements] : [one]));
  const isHidden = given.some((one) => {
    const value = skipWrappers(context, one);
    if (value === launcher || !isFunction(checker.getTypeAtLocation(value))) return false;
    const wanted = checker.getContextualType(one);
    return !wanted || !kernelSignature(context, wanted);
  });
  if (isHidden) context.reporter.report("LW1143", call, [launcher.getText()]);
}

function isFunction(type: ts.Type): boolean {
  return type.getCallSignatures().length > 0;
}
