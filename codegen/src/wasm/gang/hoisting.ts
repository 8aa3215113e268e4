// Emits the plan's loop invariants in front of a loop, for the code inside to use.

import type { Loop } from "../../analysis/facts.js";
import type { Hoists } from "../../analysis/hoist.js";
import { lowerSingle } from "../expressions.js";
import { localGet, localSet } from "../instructions.js";
import { registerTypes } from "../selection.js";
import type { GangContext } from "./gang-context.js";
import { spreadScalar, valueType } from "./vector-expressions.js";

/** Returns the context for the loop's body; undefined stands for the loop over gangs. */
export function hoistBefore(context: GangContext, hoists: Hoists, loop: Loop | undefined): GangContext {
  const { code } = context;
  const hoisted = new Map(context.hoisted);
  const inside = { ...context, hoisted };
  for (const group of hoists.scalars.get(loop) ?? []) {
    const [first] = group;
    if (!first || context.clone.shapes.of(first).kind === "varying") continue;
    const local = code.local(registerTypes[valueType(first)]);
    code.statement(() => code.emit(localSet(local, lowerSingle(inside, first))));
    for (const expr of group) hoisted.set(expr, localGet(local));
  }
  const hoistedVectors = new Map(context.hoistedVectors);
  for (const group of hoists.vectors.get(loop) ?? []) {
    const [first] = group;
    if (!first) continue;
    const local = code.local("v128");
    code.statement(() => {
      code.emit(localSet(local, spreadScalar(inside, valueType(first), lowerSingle(inside, first), first)));
    });
    for (const expr of group) hoistedVectors.set(expr, localGet(local));
  }
  return { ...inside, hoistedVectors };
}
