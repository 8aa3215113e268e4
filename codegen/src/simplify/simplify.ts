// From a kernel of a module to one function without calls and, where that can be, without private memory: what the analyses
// and code generation of WebAssembly start from. IR in, IR out; a kernel without references and aggregates stays as it is.

import { type Fn, isScalar, type Module } from "@lanewise/ir";
import { inlineCalls } from "../inline.js";
import { withoutOffset } from "../offset.js";
import { coalesce } from "./coalesce.js";
import { forwardLocals } from "./forward-locals.js";
import { replaceAggregates } from "./scalar-replacement.js";
import { tidy } from "./tidy.js";
import { unrollLoops } from "./unroll.js";

export function simplifyKernel(module: Module, kernel: Fn): Fn {
  const inlined = withoutOffset(inlineCalls(module, kernel));
  if (!hasPlaces(inlined)) return inlined;
  const forwarded = forwardLocals(forwardLocals(inlined));
  const unrolled = unrollLoops(forwarded);
  const replaced = replaceAggregates(unrolled, module.structs);
  return tidy(coalesce(forwardLocals(replaced)));
}

/** Whether a local is in private memory, or is the address of something. */
function hasPlaces({ locals, parameters }: Fn): boolean {
  return locals.slice(parameters).some(({ type }) => !isScalar(type));
}
