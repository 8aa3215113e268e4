// A reduction as the host knows it: where the value goes, and how two are combined. What users see of it is in language/reduction.ts.

import { identityOf, type ReductionOp, type ReductionScalar } from "@lanewise/codegen";
import { describeValue } from "./describe-value.js";
import { describeArray, elementTypeOfArray, isTypedArray } from "./element-types.js";
import { LanewiseError } from "./errors.js";
import { isGlobalObject } from "./global-object.js";
import type { TypedArray } from "./language/host-array.js";
import type { AnyKernel } from "./language/kernel-function.js";
import type { ReductionOperation } from "./language/reduction.js";
import type { NdRangeOptions, RangeOptions } from "./queue-options.js";

type Scalar = number | bigint;
interface Row {
  readonly op: ReductionOp;
  readonly combine: (a: Scalar, b: Scalar) => Scalar;
}
const both =
  (numbers: (a: number, b: number) => number, bigs: (a: bigint, b: bigint) => bigint): Row["combine"] =>
  (a, b) =>
    typeof a === "bigint" ? bigs(a, BigInt(b)) : numbers(a, Number(b));
const rows = {
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

const scalars = ["i32", "u32", "i64", "u64", "f32", "f64"] as const satisfies readonly ReductionScalar[];

export class HostReduction {
  readonly target: object;
  readonly operation: ReductionOperation;
  readonly isFromIdentity: boolean;

  constructor(target: object, operation: ReductionOperation, isFromIdentity: boolean) {
    if (!Object.hasOwn(rows, operation)) {
      const names = Object.keys(rows).join(", ");
      throw new LanewiseError(
        "invalid",
        `reduction: the operation is ${describeValue(operation)}; expected one of ${names}.`,
      );
    }
    if (isTypedArray(target)) checkArray(target, operation);
    else if (!isGlobalObject(target)) {
      throw new LanewiseError(
        "invalid",
        `reduction: the target is ${describeValue(target)}; expected an array of one element or a scalar device global.`,
      );
    }
    this.target = target;
    this.operation = operation;
    this.isFromIdentity = isFromIdentity;
  }

  get op(): ReductionOp {
    return rows[this.operation].op;
  }

  /** One value of two, as the type has it: integers wrap, f32 is rounded. */
  combine(type: ReductionScalar, a: Scalar, b: Scalar): Scalar {
    if (type === "i32" && this.operation === "multiply") return Math.imul(Number(a), Number(b));
    if (type === "u32" && this.operation === "multiply") return Math.imul(Number(a), Number(b)) >>> 0;
    return wrapped[type](rows[this.operation].combine(a, b));
  }

  identity(type: ReductionScalar): Scalar {
    return identityOf(this.op, type);
  }
}

/** A result as the type holds it. */
const wrapped = {
  i32: (value) => Number(value) | 0,
  u32: (value) => Number(value) >>> 0,
  i64: (value) => BigInt.asIntN(64, BigInt(value)),
  u64: (value) => BigInt.asUintN(64, BigInt(value)),
  f32: (value) => Math.fround(Number(value)),
  f64: (value) => Number(value),
} as const satisfies Record<ReductionScalar, (value: Scalar) => Scalar>;

function checkArray(target: TypedArray, operation: ReductionOperation): void {
  const { scalar } = elementTypeOfArray(target);
  const type = scalars.find((one) => one === scalar);
  if (!type || target.length !== 1) {
    throw new LanewiseError(
      "invalid",
      `reduction: the target is a ${describeArray(target)}; expected one element of ${scalars.join(", ")}.`,
      { help: "Allocate it as q.mallocShared(Float32Array, 1), or take a part of an array: sums.subarray(2, 3)." },
    );
  }
  if (type.startsWith("f") && /^(and|or|xor)$/.test(operation)) {
    throw new LanewiseError(
      "invalid",
      `reduction: "${operation}" works on integers, and the target is a ${describeArray(target)}.`,
    );
  }
}

/** The type of what an array of reductions holds. */
export function reductionScalar(type: unknown): ReductionScalar | undefined {
  return scalars.find((one) => one === type);
}

/** What `parallelFor` was given after the range. */
export function launchParts(rest: readonly unknown[]): {
  readonly reductions: readonly HostReduction[];
  readonly kernel: AnyKernel;
  readonly options: RangeOptions & NdRangeOptions;
} {
  const reductions = rest.filter((one) => one instanceof HostReduction);
  const [kernel, options] = rest.slice(reductions.length);
  // The queue checks that the kernel is a function; the overloads see to the options.
  return { reductions, kernel: kernel as AnyKernel, options: (options ?? {}) as RangeOptions & NdRangeOptions };
}
