// Reducers of programs that were not compiled (X5): they combine values one after the other, in doubles or bigints, and write the results to the
// target when the launch is done. The type of a device global is unknown there; only a value shows whether it is a bigint.

import { isReductionScalar, type ReductionScalar } from "@lanewise/ir";
import { hostValue } from "../globals/index.js";
import { registry } from "../images/registry/index.js";
import { elementTypeOfArray, isTypedArray, lengthOf } from "../values/index.js";
import type { HostReduction } from "./host-reduction.js";
import type { Scalar } from "./reduction-operations.js";

export interface PlainReducer {
  combine(value: Scalar): void;
  at(index: number): { combine(value: Scalar): void };
  readonly finish: () => void;
}

/** The elements that get the results. */
interface PlainTarget {
  readonly length: number;
  readonly get: (index: number) => unknown;
  readonly set: (index: number, value: Scalar) => void;
}

export function createPlainReducer(reduction: HostReduction): PlainReducer {
  const combined = new Map<number, Scalar>();
  const combine = (index: number, value: Scalar): void => {
    const before = combined.get(index);
    combined.set(index, before === undefined ? value : reduction.combine(before, value));
  };
  return {
    combine: (value) => combine(0, value),
    at: (index) => ({ combine: (value) => combine(index, value) }),
    finish: () => {
      const { isFromIdentity, target } = reduction;
      const { length, get, set } = targetOf(target);
      for (let index = 0; index < length; index++) {
        const before = toScalar(get(index));
        const own = combined.get(index);
        if (own === undefined) {
          if (isFromIdentity) set(index, reduction.identity(typeOf(target, before)));
        } else set(index, isFromIdentity ? own : reduction.combine(before, own));
      }
    },
  };
}

function targetOf(target: object): PlainTarget {
  if (isTypedArray(target)) return elementsOf(target, lengthOf(target));
  const state = registry().globals.get(target);
  const value = state && hostValue(target, state, "reduction");
  if (Array.isArray(value)) return elementsOf(value, value.length);
  return { length: 1, get: () => value, set: (_, next) => void Reflect.set(target, "value", next) };
}

function elementsOf(array: object, length: number): PlainTarget {
  return {
    length,
    get: (index) => Reflect.get(array, index),
    set: (index, value) => void Reflect.set(array, index, value),
  };
}

function toScalar(value: unknown): Scalar {
  return typeof value === "bigint" ? value : Number(value);
}

function typeOf(target: object, before: Scalar): ReductionScalar {
  const own = isTypedArray(target) ? elementTypeOfArray(target).scalar : undefined;
  if (own !== undefined && isReductionScalar(own)) return own;
  return typeof before === "bigint" ? "i64" : "f64";
}
