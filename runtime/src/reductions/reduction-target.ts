// The target of a reduction on a device, and how a kernel stores partial results for it.

import { invariant, isReductionScalar, type ReductionScalar, scalars, typeName } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import { LanewiseError } from "../errors/index.js";
import { globalOfObject, type KeptPlace, placeOf } from "../globals/index.js";
import type { ReductionForm } from "../images/programs/index.js";
import type { MovedArgument } from "../launch/index.js";
import type { Allocation } from "../memory/index.js";
import { checkScalar } from "../references/index.js";
import { elementTypeOfArray, isTypedArray, lengthOf } from "../values/index.js";
import type { HostReduction } from "./host-reduction.js";
import { isFloat } from "./reduction-operations.js";

export interface ReductionTarget {
  readonly reduction: HostReduction;
  readonly type: ReductionScalar;
  readonly length: number;
  /** For a host array, known once it was copied to the device. */
  readonly address: number;
  /** Undefined for a device global or a host array. */
  readonly allocation: Allocation | undefined;
  /** For an array that is not in the device's memory: it is copied there and back with the kernel's captures. */
  readonly moved?: MovedArgument;
  /** The storage of a device global. */
  readonly place?: KeptPlace;
}

/** Returns the target of a reduction. `parameter`: the index of its reducer among the kernel's parameters. */
export function targetOf(context: DeviceContext, reduction: HostReduction, parameter: number): ReductionTarget {
  const target = placeOfTarget(context, reduction, parameter);
  checkScalar(reduction.identity(target.type), target.type, "The reduction's identity");
  return target;
}

function placeOfTarget(context: DeviceContext, reduction: HostReduction, parameter: number): ReductionTarget {
  const { target } = reduction;
  const what = "The reduction's target";
  if (!isTypedArray(target)) return targetInGlobal(context, reduction, what);
  const { scalar: type } = elementTypeOfArray(target);
  invariant(isReductionScalar(type), "reduction() takes no other arrays");
  const allocation = context.usm.find(target, what, true);
  const length = lengthOf(target);
  if (allocation) return { reduction, type, length, address: context.usm.addressOf(target), allocation };
  const moved: MovedArgument = {
    kind: "moved",
    array: target,
    length,
    parameter,
    access: "readWrite",
    what,
    address: 0,
  };
  return {
    ...{ reduction, type, length, allocation, moved },
    get address() {
      return moved.address;
    },
  };
}

function targetInGlobal(context: DeviceContext, reduction: HostReduction, what: string): ReductionTarget {
  const global = globalOfObject(reduction.target);
  if (!global) throw new LanewiseError("invalid", `${what} is a device global of a module that is not compiled.`);
  const { id, type } = global.definition;
  const isArray = typeof type === "object" && type.kind === "array";
  const scalar = isArray ? type.element : type;
  if (typeof scalar !== "string" || !isReductionScalar(scalar)) {
    throw new LanewiseError(
      "invalid",
      `${what} is device global ${id} of ${typeName(type)}; expected elements of i32, u32, i64, u64, f32 or f64.`,
    );
  }
  const place = placeOf(context, global);
  const length = isArray ? type.length : 1;
  return { reduction, type: scalar, length, address: place.address, allocation: undefined, place };
}

/** Returns the form of a reduction. Integers may be combined in any order, so all work-items share one array. */
export function formOf({ reduction: { op }, type, length }: ReductionTarget): ReductionForm {
  const isOrdered = op === "function" || isFloat(type);
  return { op, form: length === 1 ? "value" : isOrdered ? "copies" : "shared", length };
}

/** Size of a copy in bytes. */
export function sizeOfCopy({ type, length }: Pick<ReductionTarget, "type" | "length">): number {
  return scalars[type].size * length;
}
