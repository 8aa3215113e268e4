// Builds the vectors of a linear value.

import type { Expr } from "@lanewise/ir";
import { lowerSingle } from "../expressions.js";
import { type Instruction, instruction } from "../instructions.js";
import type { GangContext, Vector } from "./gang-context.js";
import { itemNumbers } from "./per-item.js";

/** The first work-item's value, plus the work-item's number times the stride. */
export function linearVector(context: GangContext, scalar: Instruction, stride: number | Expr): Vector {
  const first = context.bind("v128", instruction("i32x4.splat", scalar));
  if (typeof stride === "number") {
    return itemNumbers(context.gang, stride).map((bytes) => instruction("i32x4.add", first, context.pooled(bytes)));
  }
  const step = context.bind("v128", instruction("i32x4.splat", lowerSingle(context, stride)));
  return itemNumbers(context.gang, 1).map((bytes) =>
    instruction("i32x4.add", first, instruction("i32x4.mul", step, context.pooled(bytes))),
  );
}
