// The reductions that code is generated for ahead of time, by what a kernel does with its reducers: where it names no index, the target has
// one element; where it does, it is an array: of integers, which all work-items share, else one of which each block has a copy, whose length the
// launch says.

import { forEachStmt, invariant, isReductionScalar, type Module, type ReductionOp } from "@lanewise/ir";
import { inlineCalls } from "../inline.js";
import { reducerOf } from "../reductions/keep-reducers.js";
import type { KernelReduction } from "../reductions/kernel-reduction.js";
import { isNamedAsWhole } from "../reductions/reducer-places.js";
import { forwardLocals, rootOf } from "../simplify/forward-locals.js";

/** A kernel whose reductions no code can be generated for before it is launched; the message says why. */
export class UnusualReductions extends Error {}

/** Of the kernel's last `count` parameters. */
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
      // A function's result is stored; else the compiler writes operations of reductions alone.
      found = stmt.op === "store" ? "function" : (stmt.op as ReductionOp);
    });
    if (found === undefined) throw new UnusualReductions(`it combines nothing into ${name}`);
    if (isNamedAsWhole(fn, parameter)) return { parameter, op: found, form: "value", length: 1 };
    const isInteger = typeof element === "string" && isReductionScalar(element) && !element.startsWith("f");
    if (found !== "function" && isInteger) return { parameter, op: found, form: "shared", length: 1 };
    return { parameter, op: found, form: "copies", length: undefined };
  });
}
