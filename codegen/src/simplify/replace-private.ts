// Replaces private memory of a function by locals, where possible: the passes for kernels with references and aggregates. IR in, IR out.

import type { Fn, Module } from "@lanewise/ir";
import { coalesce } from "./coalesce.js";
import { forwardLocals } from "./forward-locals.js";
import { replaceAggregates } from "./scalar-replacement.js";
import { splitStructs } from "./split-structs.js";
import { tidy } from "./tidy.js";
import { unrollLoops } from "./unroll.js";

export function replacePrivate(fn: Fn, structs: Module["structs"]): Fn {
  const unrolled = unrollLoops(forwardLocals(forwardLocals(fn)));
  const replaced = replaceAggregates(unrolled, structs);
  return splitStructs(tidy(coalesce(forwardLocals(replaced))), structs);
}
