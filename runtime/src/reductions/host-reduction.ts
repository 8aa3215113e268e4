// A reduction on the host: its target, and how two values are combined. language/reduction.ts has what users see of it.

import type { KernelReduction } from "@lanewise/codegen";
import { identityOf, isReductionScalar, type ReductionScalar } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import { LanewiseError } from "../errors/index.js";
import { isGlobalObject } from "../globals/index.js";
import { parts } from "../images/registry/index.js";
import type { ReductionOperation, TypedArray } from "../language/index.js";
import { type AskedLaunch, LaunchReduction } from "../launch/index.js";
import { checkLive } from "../memory/index.js";
import type { Work } from "../queue/commands/index.js";
import {
  checkAttached,
  describeArray,
  describeValue,
  elementTypeOfArray,
  isTypedArray,
  lengthOf,
} from "../values/index.js";
import { createPlainReducer, type PlainReducer } from "./plain-reducer.js";
import { createReducing } from "./reducing-work.js";
import { isFloat, reductionOperations, type Scalar } from "./reduction-operations.js";
import { takenReductions } from "./taken-reductions.js";

/** How two values are combined: by an operation, or by a function of the program. */
export type Combination =
  | { readonly kind: "operation"; readonly operation: ReductionOperation }
  | { readonly kind: "function"; readonly combine: (a: Scalar, b: Scalar) => Scalar; readonly identity: Scalar };

export interface ReductionSettings {
  readonly initializeToIdentity?: boolean;
  readonly identity?: unknown;
}

export class HostReduction extends LaunchReduction {
  readonly target: object;
  readonly combination: Combination;
  readonly isFromIdentity: boolean;

  constructor(target: unknown, by: unknown, { initializeToIdentity, identity }: ReductionSettings) {
    super();
    this.combination = typeof by === "function" ? byFunction(by, identity) : byOperation(by);
    if (isTypedArray(target)) {
      checkAttached(target, "reduction: the target");
      checkLive(target, "reduction: the target");
      checkArray(target, by);
    } else if (!isGlobalObject(target)) {
      throw new LanewiseError(
        "invalid",
        `reduction: the target is ${describeValue(target)}; expected a typed array or a device global.`,
      );
    }
    this.target = target;
    this.isFromIdentity = initializeToIdentity ?? false;
  }

  override createLaunch(context: DeviceContext, asked: AskedLaunch, all: readonly LaunchReduction[]): Work {
    parts.takenReductions = takenReductions;
    return createReducing(
      context,
      asked,
      all.filter((one) => one instanceof HostReduction),
    );
  }
  override plainReducer(): PlainReducer {
    return createPlainReducer(this);
  }

  get op(): KernelReduction["op"] {
    const { combination } = this;
    return combination.kind === "function" ? "function" : reductionOperations[combination.operation].op;
  }

  combine(a: Scalar, b: Scalar): Scalar {
    const { combination } = this;
    return combination.kind === "function"
      ? combination.combine(a, b)
      : reductionOperations[combination.operation].combine(a, b);
  }

  identity(type: ReductionScalar): Scalar {
    const { combination } = this;
    return combination.kind === "function"
      ? combination.identity
      : identityOf(reductionOperations[combination.operation].op, type);
  }
}

function byOperation(by: unknown): Combination {
  const operation = (Object.keys(reductionOperations) as ReductionOperation[]).find((name) => name === by); // its keys
  if (operation) return { kind: "operation", operation };
  const names = Object.keys(reductionOperations).join(", ");
  throw new LanewiseError(
    "invalid",
    `reduction: the operation is ${describeValue(by)}; expected one of ${names}, or a function.`,
  );
}

function byFunction(by: object, identity: unknown): Combination {
  if (typeof identity === "number" || typeof identity === "bigint") {
    // It is a function; the overloads ensure that it takes and returns values of the target's type.
    return { kind: "function", combine: by as (a: Scalar, b: Scalar) => Scalar, identity };
  }
  throw new LanewiseError(
    "invalid",
    `reduction: the function's identity is ${describeValue(identity)}; expected a number or a bigint.`,
    {
      help: "Pass a value that leaves every other value unchanged: reduction(product, (a, b) => (a * b) % 7, { identity: 1 }).",
    },
  );
}

function checkArray(target: TypedArray, by: unknown): void {
  const { scalar: type } = elementTypeOfArray(target);
  if (!isReductionScalar(type) || lengthOf(target) === 0) {
    throw new LanewiseError(
      "invalid",
      `reduction: the target is a ${describeArray(target)}; expected elements of i32, u32, i64, u64, f32 or f64.`,
      { help: "Allocate it as q.mallocShared(Float32Array, 1), with as many elements as there are results." },
    );
  }
  if (isFloat(type) && (by === "and" || by === "or" || by === "xor")) {
    throw new LanewiseError(
      "invalid",
      `reduction: "${by}" works on integers, but the target is a ${describeArray(target)}.`,
    );
  }
}
