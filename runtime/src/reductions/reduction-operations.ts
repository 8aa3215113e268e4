// The operations of reductions on the host: their names in the IR, and how they combine two values in programs that are not compiled.

import type { ReductionOp, ReductionScalar } from "@lanewise/ir";
import type { ReductionOperation } from "../language/index.js";

export type Scalar = number | bigint;

export function isFloat(type: ReductionScalar): boolean {
  return type === "f32" || type === "f64";
}

interface Row {
  readonly op: ReductionOp;
  readonly combine: (a: Scalar, b: Scalar) => Scalar;
}

/** Combines in doubles, or in bigints if the first value is one. */
const both =
  (numbers: (a: number, b: number) => number, bigs: (a: bigint, b: bigint) => bigint): Row["combine"] =>
  (a, b) =>
    typeof a === "bigint" ? bigs(a, BigInt(b)) : numbers(a, Number(b));

export const reductionOperations = {
  add: {
    op: "add",
    combine: both(
      (a, b) => a + b,
      (a, b) => a + b,
    ),
  },
  multiply: {
    op: "mul",
    combine: both(
      (a, b) => a * b,
      (a, b) => a * b,
    ),
  },
  min: { op: "min", combine: both(Math.min, (a, b) => (a < b ? a : b)) },
  max: { op: "max", combine: both(Math.max, (a, b) => (a > b ? a : b)) },
  and: {
    op: "and",
    combine: both(
      (a, b) => a & b,
      (a, b) => a & b,
    ),
  },
  or: {
    op: "or",
    combine: both(
      (a, b) => a | b,
      (a, b) => a | b,
    ),
  },
  xor: {
    op: "xor",
    combine: both(
      (a, b) => a ^ b,
      (a, b) => a ^ b,
    ),
  },
} as const satisfies Record<ReductionOperation, Row>;
