// Reducers of programs that were not compiled (X5): they combine one value after the other, in doubles or bigints, and the target gets the
// result when the launch is done. Of a device global the type is unknown there; a bigint shows by its value.

import { elementTypeOfArray, isTypedArray } from "./element-types.js";
import { hostValue } from "./global-object.js";
import { type HostReduction, reductionScalar } from "./host-reduction.js";
import { registry } from "./registry.js";

type Scalar = number | bigint;
export interface PlainReducer {
  combine(value: Scalar): void;
  readonly finish: () => void;
}

export function createPlainReducer(reduction: HostReduction): PlainReducer {
  const { target, isFromIdentity } = reduction;
  let combined: Scalar | undefined;
  return {
    combine: (value) => {
      combined = combined === undefined ? value : reduction.combine(typeOf(value), combined, value);
    },
    finish: () => {
      const before = valueIn(target);
      const type = (isTypedArray(target) && reductionScalar(elementTypeOfArray(target).scalar)) || typeOf(before);
      if (combined === undefined && !isFromIdentity) return;
      const own = combined ?? reduction.identity(type);
      const value = isFromIdentity ? own : reduction.combine(type, before, own);
      Reflect.set(target, isTypedArray(target) ? 0 : "value", value);
    },
  };
}

function typeOf(value: Scalar): "i64" | "f64" {
  return typeof value === "bigint" ? "i64" : "f64";
}

function valueIn(target: object): Scalar {
  const state = isTypedArray(target) ? undefined : registry().globals.get(target);
  const value = isTypedArray(target) ? target[0] : state && hostValue(target, state, "reduction");
  return typeof value === "bigint" ? value : Number(value);
}
