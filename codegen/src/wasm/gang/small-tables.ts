// Looks up elements of small constant tables in a register: of at most sixteen integers that a byte can hold, as tables of cases, directions and
// counts are. A swizzle picks for four work-items at a time; elsewhere each one would load its own.

import type { Expr, Global } from "@lanewise/ir";
import { numbersOf } from "../../narrow/tables.js";
import { type Instruction, instruction } from "../instructions.js";
import type { GangContext, Vector } from "./gang-context.js";

interface Table {
  /** The elements without `least`, which is 0 for tables of bytes. */
  readonly bytes: Uint8Array;
  readonly least: number;
}

/** Undefined for all other places. */
export function loadFromTable(context: GangContext, place: Expr): Vector | undefined {
  if (place.kind !== "element" || place.base.kind !== "global" || !isInside(context, place)) return undefined;
  // An index of 64 bits lies in twice as many registers.
  const { type } = place.index;
  const table = type === "i32" || type === "u32" ? tableOf(context.module.globals[place.base.global]) : undefined;
  if (!table || context.clone.shapes.of(place.index).kind !== "varying") return undefined;
  context.options.explainer?.note(context, place, "load", "vector");
  const elements = context.pooled(table.bytes);
  // The index is a lane's lowest byte; the other bytes pick nothing, which gives 0.
  const others = context.pooled(new Uint8Array(Int32Array.of(-256, -256, -256, -256).buffer));
  const least =
    table.least === 0 ? undefined : context.pooled(new Uint8Array(new Int32Array(4).fill(table.least).buffer));
  return context.lowerVector(context, place.index).map((index): Instruction => {
    const picked = instruction("i8x16.swizzle", elements, instruction("v128.or", index, others));
    return least ? instruction("i32x4.add", picked, least) : picked;
  });
}

function isInside({ clone, options }: GangContext, place: Expr): boolean {
  return clone.inside.has(place) || options.bounds === "unchecked";
}

function tableOf(global: Global | undefined): Table | undefined {
  const numbers = numbersOf(global);
  if (!numbers || numbers.length > 16) return undefined;
  const isOfBytes = numbers.every((value) => value >= 0 && value < 256);
  const least = isOfBytes ? 0 : Math.min(...numbers);
  if (numbers.some((value) => value - least > 255)) return undefined;
  const bytes = new Uint8Array(16);
  bytes.set(numbers.map((value) => value - least));
  return { bytes, least };
}
