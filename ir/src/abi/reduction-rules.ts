// The contract of code generators and runtimes for reductions: operations and their identities (SYCL 2020, 4.17.2: known_identity), the number of
// lanes in a block, and the extra numbers that kernels over blocks take. Design: docs/decisions/0012-reductions.md.

import type { AtomicOp, Op } from "../module/index.js";

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

/** As JavaScript represents the type: a bigint for i64 and u64. */
export function identityOf(op: ReductionOp, type: ReductionScalar): number | bigint {
  const identity = identities[op](type);
  return type === "i64" || type === "u64" ? BigInt(identity) : Number(identity);
}

/** The part of a reduction that determines a kernel's program. */
interface Form {
  readonly op: string;
  readonly form: "value" | "copies" | "shared";
  /** Undefined for any length. */
  readonly length: number | undefined;
}

/** Whether the kernel runs over blocks instead of its range: not if everything it combines is shared. */
export function areInBlocks(reductions: readonly Pick<Form, "form">[]): boolean {
  return reductions.some(({ form }) => form !== "shared");
}

/** A key for finding programs. */
export function describeReductions(reductions: readonly Form[]): string {
  const isPart = ({ form, length }: Form) => form === "copies" && length !== undefined;
  return reductions.map((one) => `${one.op} ${one.form}${isPart(one) ? ` ${one.length}` : ""}`).join();
}

/** Virtual work-items per block, a multiple of every gang size. */
export const BLOCK_LANES = 16;

/** Lanes per block of a launch: with copies of arrays one, so that a whole block has one order. */
export function lanesOf(reductions: readonly { readonly form: "value" | "copies" | "shared" }[]): number {
  return reductions.some(({ form }) => form === "copies") ? 1 : BLOCK_LANES;
}

/** Numbers that a kernel over blocks of a range takes after its other parameters. */
export const REDUCTION_NUMBERS = ["outer", "middle", "inner", "segment", "perBlock"] as const;
export type ReductionNumber = (typeof REDUCTION_NUMBERS)[number];

/** Numbers that a kernel which combines copies takes after its spans. */
export const COMBINING_NUMBERS = ["copies", "takesPart"] as const;

/**
 * Further numbers for a kernel that combines in groups: each group combines a slice of `slice` copies, `stride` copies apart, into the slice's first
 * copy. `gives`: the only group gives the result to the target.
 */
export const GROUP_COMBINING_NUMBERS = ["slice", "stride", "gives"] as const;
