// Lowers pointers: accesses through them, and taking an address.

import { build, type Expr } from "@lanewise/ir";
import type ts from "typescript-6";
import { isObject, type Value } from "../infer/shape.js";
import { skipWrappers } from "../recognise/calls.js";
import { lowerEffect } from "./effects.js";
import { lowerNumberAs, lowerValue } from "./expressions.js";
import type { FunctionEmitter } from "./function-emitter.js";
import { lowerObject } from "./objects.js";
import { elementOf } from "./places.js";
import { baseOf } from "./subarrays.js";
import { dataTypeOf, readVariable } from "./variables.js";

/** Returns the value that an access reads from: the expression's, or the pointer's target. */
export function baseValue({ instance }: FunctionEmitter, node: ts.Expression): Value | undefined {
  return instance.pointees.get(node) ?? instance.values.get(node);
}

/** Returns the reference or span that an access reads from. */
export function lowerBase(emitter: FunctionEmitter, node: ts.Expression): Expr {
  const { module, collection } = emitter;
  const pointee = emitter.instance.pointees.get(node);
  if (pointee?.kind !== "global" && !isObject(pointee)) {
    const value = emitter.instance.values.get(node);
    if (value?.kind === "subarray") {
      lowerEffect(emitter, node);
      return baseOf(emitter, value);
    }
    if (value?.kind === "row") return readVariable(emitter, value.data);
    return isObject(emitter.instance.values.get(node)) ? lowerObject(emitter, node) : lowerValue(emitter, node);
  }
  const pointer = lowerNumberAs(emitter, node, "u64");
  const type = isObject(pointee) ? dataTypeOf(module, pointee) : pointee.scalar;
  const site = module.addSite("reference", skipWrappers(collection.context, node).getText(), node);
  return build.dereference(pointer, type, site);
}

/** Lowers `p.isNull`. */
export function lowerNullTest(emitter: FunctionEmitter, node: ts.PropertyAccessExpression): Expr {
  return build.op("eq", lowerNumberAs(emitter, node.expression, "u64"), build.constant("u64", 0n));
}

export function lowerAddressOf(
  emitter: FunctionEmitter,
  { target, index }: { readonly target: ts.Expression; readonly index: ts.Expression | undefined },
): Expr {
  const base = lowerBase(emitter, target);
  return build.pointer(index ? elementOf(emitter, base, target, index) : base);
}
