// The reductions to generate code for ahead of time, derived from how a kernel uses its reducers. A reducer used without an index has a target of one
// element. One used with an index is an array: of integers, shared by all work-items; of anything else, copied for each block, with its length given
// by the launch.

import { forEachStmt, invariant, isReductionScalar, type Module, type ReductionOp } from "@lanewise/ir";
import { inlineCalls } from "../inline.js";
import { reducerOf } from "../reductions/keep-reducers.js";
import type { KernelReduction } from "../reductions/kernel-reduction.js";
import { isNamedAsWhole } from "../reductions/reducer-places.js";
import { forwardLocals, rootOf } from "../simplify/forward-locals.js";

/** A kernel whose reductions cannot be compiled ahead of time; the message says why. */
export class UnusualReductions extends Error {}

/** The reductions of the kernel's last `count` parameters. */
export function usualReductions(module: Module, kernel: number, count: number): readonly KernelReduction[] {
  const original = module.functions[kernel];
  invariant(original, `there is a function ${kernel}`);
  if (count === 0) return [];
  const fn = forwardLocals(forwardLocals(inlineCalls(module, original)));
  return Array.from({ length: count }, (_, index): KernelReduction => {
    const parameter = original.parameters - count + index;
    const { name, element } = reducerOf(original, parameter);
    let found: KernelReduction["op"] | undefined;
    forEachStmt(fn.body, (stmt) => {
      if (stmt.kind !== "atomic") return;
      const root = rootOf(stmt.place);
      if (root.kind !== "local" || root.local !== parameter) return;
      // A function's result is stored; otherwise the compiler only writes reduction operations.
      found = stmt.op === "store" ? "function" : (stmt.op as ReductionOp);
    });
    if (found === undefined) throw new UnusualReductions(`it combines nothing into ${name}`);
    if (isNamedAsWhole(fn, parameter)) return { parameter, op: found, form: "value", length: 1 };
    const isInteger = typeof element === "string" && isReductionScalar(element) && !element.startsWith("f");
    if (found !== "function" && isInteger) return { parameter, op: found, form: "shared", length: 1 };
    return { parameter, op: found, form: "copies", length: undefined };
  });
}
