// Addresses a thread's private copies (analysis/privatised.ts), listed in its thread block; the runtime makes and merges them.

import { type Expr, invariant, PRIVATE_COPIES_OFFSET } from "@lanewise/ir";
import { keyOf, type Root, rootOf } from "../../analysis/privatised.js";
import type { PrivatisedTarget } from "../../program.js";
import { lowerExpr } from "../expressions.js";
import { type Instruction, instruction, localGet, memoryAccess } from "../instructions.js";
import { RUN } from "../kernel-context.js";
import type { GangContext } from "./gang-context.js";

/** Redirects `base`, an address in the array of the element, to the thread's own copy. */
export function privateBase(context: GangContext, place: Expr, base: Instruction): Instruction | undefined {
  const root = place.kind === "element" ? rootOf(place.base) : undefined;
  const copy = root && context.privateCopy(root);
  if (!copy || place.kind !== "element") return undefined;
  const [original] = lowerExpr(context, place.base);
  invariant(original, "an array has an address");
  return instruction("i32.add", copy, instruction("i32.sub", base, original));
}

export function privateCopyAddress(targets: readonly PrivatisedTarget[], root: Root): Instruction | undefined {
  const index = targets.findIndex((target) => keyOf(target) === keyOf(root));
  return index < 0 ? undefined : memoryAccess("i32.load", PRIVATE_COPIES_OFFSET + 4 * index, localGet(RUN.thread));
}
