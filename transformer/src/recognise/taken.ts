// Finds the parameters that concern the compiler: kernels, and the calling module's name. Most functions have neither, so their many arguments need
// no look.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { kernelSignature } from "./brands.js";
import { createCache } from "./cache.js";
import { parametersBeforeName } from "./module-calls.js";

export interface Taken {
  readonly kernel: boolean;
  /** The index of the argument for the calling module's name. */
  readonly nameAt: number | undefined;
}

const takers = createCache<ts.SignatureDeclaration | ts.JSDocSignature, Taken>();

export function takenBySignature(context: PassContext, signature: ts.Signature): Taken | undefined {
  const { checker } = context;
  const { declaration } = signature;
  if (!declaration) return undefined;
  return takers(context, declaration, () => ({
    kernel: signature.parameters.some((parameter) => kernelSignature(context, checker.getTypeOfSymbol(parameter))),
    nameAt: parametersBeforeName(context, signature),
  }));
}

/** Whether a function of the type takes a kernel. */
export function takesKernel(context: PassContext, type: ts.Type): boolean {
  return type.getCallSignatures().some((signature) => takenBySignature(context, signature)?.kernel === true);
}
