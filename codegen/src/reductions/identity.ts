// The identity of each operation of reductions: what combined with a value gives the value. (SYCL 2020, 4.17.2: known_identity)

import { type AtomicOp, build, type Combination, type Expr, type Op, type ValueScalar } from "@lanewise/ir";

export type ReductionOp = Extract<AtomicOp & Op, "add" | "mul" | "min" | "max" | "and" | "or" | "xor">;
export type ReductionScalar = "i32" | "u32" | "i64" | "u64" | "f32" | "f64";

const ranges = {
  i32: [-(2n ** 31n), 2n ** 31n - 1n],
  u32: [0n, 2n ** 32n - 1n],
  i64: [-(2n ** 63n), 2n ** 63n - 1n],
  u64: [0n, 2n ** 64n - 1n],
  f32: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  f64: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
} as const satisfies Record<ReductionScalar, readonly [number | bigint, number | bigint]>;

const identities = {
  add: () => 0,
  mul: () => 1,
  min: (type) => ranges[type][1],
  max: (type) => ranges[type][0],
  and: (type) => (type === "i32" || type === "i64" ? -1 : ranges[type][1]),
  or: () => 0,
  xor: () => 0,
} as const satisfies Record<ReductionOp, (type: ReductionScalar) => number | bigint>;

export function isReductionScalar(type: string): type is ReductionScalar {
  return Object.hasOwn(ranges, type);
}

/** As JavaScript has values of the type: a bigint for i64 and u64. */
export function identityOf(op: ReductionOp, type: ReductionScalar): number | bigint {
  const identity = identities[op](type);
  return type === "i64" || type === "u64" ? BigInt(identity) : Number(identity);
}

/** What changes no value, as an expression; of booleans, too. */
export function neutralOf(combination: Combination, type: ValueScalar): Expr {
  if (isReductionScalar(type)) return build.constant(type, identityOf(combination, type));
  return build.constant("bool", combination === "and");
}
