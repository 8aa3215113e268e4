// Lowers values in the lanes that were chosen for them. What chooses and lowers lanes of 8 and 16 bits is an optional part, since few programs have such
// elements (docs/decisions/0036-parts.md); all other code asks for it here.

import { type Expr, invariant } from "@lanewise/ir";
import type { LaneBits, Way } from "../../analysis/lanes/lane-bits.js";
import type { GangContext, Vector } from "./gang-context.js";

/** The value in lanes of `bits`, modulo what they hold. */
export function lowerLanes(context: GangContext, expr: Expr, bits: LaneBits): Vector {
  return bits === 32
    ? context.lowerVector(context, expr)
    : lowerWay(context, expr, bits, context.clone.lanes.wayOf(expr, bits));
}

export function lowerWay(context: GangContext, expr: Expr, bits: LaneBits, way: Way): Vector {
  const part = context.options.narrowLanes?.();
  invariant(part, "what chose narrow lanes also lowers them");
  return part.lowerWay(context, expr, bits, way);
}
