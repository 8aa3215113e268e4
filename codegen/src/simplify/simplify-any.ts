// As simplify.ts, for any kernel: for what programs have anyway only with kernels that need all passes, and for tools.

import type { Fn, Module } from "@lanewise/ir";
import { replacePrivate } from "./replace-private.js";
import * as simplify from "./simplify.js";

export function simplifyKernel(module: Module, kernel: Fn): Fn {
  return simplify.simplifyKernel(module, kernel, () => replacePrivate);
}

/** Like `simplifyKernel`, but indices that may wrap stay doubles, for passes that move them. */
export function simplifyBeforeIndices(module: Module, kernel: Fn): Fn {
  return simplify.simplifyBeforeIndices(module, kernel, () => replacePrivate);
}
