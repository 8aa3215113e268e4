// The operations of reductions, by the names that programs write, as the IR's atomic operations: what a reducer does to its value, were
// there only one of it (codegen/src/reductions/).

import type { AtomicOp } from "@lanewise/ir";

const operations = {
  add: "add",
  multiply: "mul",
  min: "min",
  max: "max",
  and: "and",
  or: "or",
  xor: "xor",
} as const satisfies Record<string, AtomicOp>;

/** What the type of a reducer says of one that combines by a function. */
export const FUNCTION_REDUCTION = "function";

export type ReductionOperation = keyof typeof operations;

export function isReduction(name: string): name is ReductionOperation {
  return Object.hasOwn(operations, name);
}

export function reductionOp(name: ReductionOperation): AtomicOp {
  return operations[name];
}
