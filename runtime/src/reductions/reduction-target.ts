// Where a reduction's values go on a device, and what follows from it: how a kernel keeps what it combines meanwhile.

import { isReductionScalar, type ReductionScalar, scalars, typeName } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import { LanewiseError } from "../errors/index.js";
import { globalOfObject, type KeptPlace, placeOf } from "../globals/index.js";
import type { ReductionForm } from "../images/programs/index.js";
import type { Allocation } from "../memory/index.js";
import { checkScalar } from "../references/index.js";
import { arrayName, byteOffsetOf, describeArray, elementTypeOfArray, isTypedArray, lengthOf } from "../values/index.js";
import type { HostReduction } from "./host-reduction.js";
import { isFloat } from "./reduction-operations.js";

export interface ReductionTarget {
  readonly reduction: HostReduction;
  readonly type: ReductionScalar;
  readonly length: number;
  readonly address: number;
  /** Undefined of a device global. */
  readonly allocation: Allocation | undefined;
  /** Of a device global. */
  readonly place?: KeptPlace;
}

export function targetOf(context: DeviceContext, reduction: HostReduction): ReductionTarget {
  const target = placeOfTarget(context, reduction);
  checkScalar(reduction.identity(target.type), target.type, "The reduction's identity");
  return target;
}

function placeOfTarget(context: DeviceContext, reduction: HostReduction): ReductionTarget {
  const { target } = reduction;
  const what = "The reduction's target";
  if (!isTypedArray(target)) return targetInGlobal(context, reduction, what);
  const { scalar: type } = elementTypeOfArray(target);
  const allocation = context.usm.find(target, what, true);
  if (isReductionScalar(type) && allocation) {
    return { reduction, type, length: lengthOf(target), address: byteOffsetOf(target), allocation };
  }
  throw new LanewiseError("not_usm", `${what} is a ${describeArray(target)} that is not in the device's memory.`, {
    help: `Allocate it as q.mallocShared(${arrayName(target)}, ${lengthOf(target)}).`,
  });
}

function targetInGlobal(context: DeviceContext, reduction: HostReduction, what: string): ReductionTarget {
  const global = globalOfObject(reduction.target);
  if (!global) throw new LanewiseError("invalid", `${what} is a device global of a module that is not compiled.`);
  const { id, type } = global.definition;
  const isArray = typeof type === "object" && type.kind === "array";
  const scalar = isArray ? type.element : type;
  if (typeof scalar !== "string" || !isReductionScalar(scalar)) {
    throw new LanewiseError("invalid", `${what} is device global ${id} of ${typeName(type)}.`);
  }
  const place = placeOf(context, global);
  const length = isArray ? type.length : 1;
  return { reduction, type: scalar, length, address: place.address, allocation: undefined, place };
}

/** Integers may be combined in any order, so that all work-items share one array. */
export function formOf({ reduction: { op }, type, length }: ReductionTarget): ReductionForm {
  const isOrdered = op === "function" || isFloat(type);
  return { op, form: length === 1 ? "value" : isOrdered ? "copies" : "shared", length };
}

/** In bytes. */
export function sizeOfCopy({ type, length }: Pick<ReductionTarget, "type" | "length">): number {
  return scalars[type].size * length;
}
