// Kernels that host code requests by constant symbols: `getKernelBundle(context, "executable", { kernels: ["app@1.0.0/main.ts:f#0"] })`,
// `bundle.getKernel("app@1.0.0/main.ts:f#0")`. check/check-kernel-names.ts checks that they exist once the program is known.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { evaluateDeep } from "./evaluate.js";
import { isOfLibrary, resolvedSymbol } from "./library.js";

export interface KernelName {
  readonly node: ts.Expression;
  /** `<package>@<version>/<path>`. */
  readonly module: string;
  /** `<module>:<names>#<ordinal>`. */
  readonly symbol: string;
}

/** The library's functions and methods that take symbols, and the index of that argument. */
const takers: Readonly<Record<string, number>> = { getKernelBundle: 2, hasKernelBundle: 2, getKernel: 0, hasKernel: 0 };

export function kernelNamesIn(context: PassContext, { expression, arguments: args }: ts.CallExpression): KernelName[] {
  const { ts } = context;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  const argument = ts.isIdentifier(name) && Object.hasOwn(takers, name.text) ? args[takers[name.text] ?? 0] : undefined;
  const callee = argument && resolvedSymbol(context, expression);
  if (!callee || !isOfLibrary(callee)) return [];
  const named = ts.isObjectLiteralExpression(argument) ? kernelsIn(context, argument) : [argument];
  return named.flatMap((node) => {
    const symbol = evaluateDeep(context, node);
    const [, module] = (typeof symbol === "string" && /^(.+@[^:]*):[^:]*#\d+$/.exec(symbol)) || [];
    return typeof symbol === "string" && module !== undefined ? [{ node, module, symbol }] : [];
  });
}

/** The elements of `kernels` in `{ kernels: […] }`. */
function kernelsIn({ ts }: PassContext, { properties }: ts.ObjectLiteralExpression): readonly ts.Expression[] {
  return properties.flatMap((property) => {
    const isKernels = ts.isPropertyAssignment(property) && property.name.getText() === "kernels";
    return isKernels && ts.isArrayLiteralExpression(property.initializer) ? [...property.initializer.elements] : [];
  });
}
