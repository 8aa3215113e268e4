// Neighbouring elements, which a gang loads and stores as whole registers: work-item by work-item they ascend or descend in memory. Descending ones
// (`b[d - i]`) start at the last work-item's address, and their registers and lanes are reversed.

import { i32Const, instruction } from "../instructions.js";
import type { Address } from "../memory.js";
import { bindVector, type GangContext, shuffle, type Vector } from "./gang-context.js";
import type { VectorPlace } from "./vector-places.js";

const REGISTER = 16;

/** Of the work-items' elements in memory. */
export type Order = "ascending" | "descending";

export type NeighboursPlace = VectorPlace & { readonly order: Order };

/** Undefined if the elements, of `size` bytes, are not neighbours. */
export function orderOfNeighbours({ lanes }: Pick<VectorPlace, "lanes">, size: number): Order | undefined {
  if (lanes.kind !== "linear") return undefined;
  if (lanes.stride === size) return "ascending";
  return lanes.stride === -size ? "descending" : undefined;
}

/** The address of the first element in memory. */
export function lowestAddress(context: GangContext, { base, offset, order }: NeighboursPlace, size: number): Address {
  if (order === "ascending") return { base: context.bind("i32", base), offset };
  // The sum wraps, which an instruction's offset does not.
  const lowest = instruction("i32.sub", base, i32Const((context.gang - 1) * size));
  return { base: context.bind("i32", lowest), offset };
}

/** Turns a gang's vector, with equally many lanes in each register, from the order of memory into that of work-items, or back. */
export function inOrder(context: GangContext, order: Order, value: Vector): Vector {
  if (order === "ascending") return value;
  const size = (REGISTER * value.length) / context.gang;
  const lanes = REGISTER / size;
  const bytes = Array.from({ length: REGISTER }, (_, at) => (lanes - 1 - Math.floor(at / size)) * size + (at % size));
  return bindVector(context, value)
    .map((register) => shuffle(register, register, bytes))
    .reverse();
}
