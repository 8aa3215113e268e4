// What code generators and runtimes agree upon of reductions: operations with their identities (SYCL 2020, 4.17.2: known_identity), how many
// lanes a block has, and which numbers kernels over blocks take. Design: docs/decisions/0012-reductions.md.

import type { AtomicOp, Op } from "./ops.js";

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

/** As what decides a kernel's program says of a reduction. */
interface Form {
  readonly op: string;
  readonly form: "value" | "copies" | "shared";
  /** Undefined: of any length. */
  readonly length: number | undefined;
}

/** Whether the kernel runs over something else than its range: not if all that it combines is shared. */
export function areInBlocks(reductions: readonly Pick<Form, "form">[]): boolean {
  return reductions.some(({ form }) => form !== "shared");
}

/** By which programs are found. */
export function describeReductions(reductions: readonly Form[]): string {
  const isPart = ({ form, length }: Form) => form === "copies" && length !== undefined;
  return reductions.map((one) => `${one.op} ${one.form}${isPart(one) ? ` ${one.length}` : ""}`).join();
}

/** How many virtual work-items a block has: gangs of every size divide it. */
export const BLOCK_LANES = 16;

/** How many lanes the blocks of a launch have: with copies of arrays one, so that one order holds for all of a block. */
export function lanesOf(reductions: readonly { readonly form: "value" | "copies" | "shared" }[]): number {
  return reductions.some(({ form }) => form === "copies") ? 1 : BLOCK_LANES;
}

/** What a kernel over blocks of a range takes behind its other parameters. */
export const REDUCTION_NUMBERS = ["outer", "middle", "inner", "segment", "perBlock"] as const;
export type ReductionNumber = (typeof REDUCTION_NUMBERS)[number];

/** What a kernel that combines copies takes behind its spans. */
export const COMBINING_NUMBERS = ["copies", "takesPart"] as const;

/**
 * What one takes behind those that combines in groups: each group combines a slice, so many copies, of which one lies every `stride` copies, in
 * the first one of its slice. `gives`: there is one group, which gives that to the target.
 */
export const GROUP_COMBINING_NUMBERS = ["slice", "stride", "gives"] as const;
