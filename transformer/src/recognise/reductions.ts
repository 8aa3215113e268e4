// The operations of reductions as the IR's atomic operations, by the names in programs: what a reducer does to its value if there is
// only one (codegen/src/reductions/).

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

/** The operation in a reducer's type if it combines by a function. */
export const FUNCTION_REDUCTION = "function";

export type ReductionOperation = keyof typeof operations;

export function isReduction(name: string): name is ReductionOperation {
  return Object.hasOwn(operations, name);
}

export function reductionOp(name: ReductionOperation): AtomicOp {
  return operations[name];
}
