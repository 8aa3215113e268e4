// Lowers `sum.combine(value)`: an atomic update of the one element that a reducer is to the kernel. It is what the kernel means; before
// a target compiles it, codegen/src/reductions/ gives each work-item a value of its own instead.

import { build, invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import { reducerType } from "../recognise/brands.js";
import { skipWrappers } from "../recognise/calls.js";
import { isReduction, reductionOp } from "../recognise/reductions.js";
import { lowerNumberInto, lowerValue } from "./expressions.js";
import { emit, type FunctionEmitter } from "./function-emitter.js";

export function lowerCombine(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  { receiver }: { readonly receiver: ts.Expression },
): void {
  const { module, collection } = emitter;
  const { context } = collection;
  const type = reducerType(context, context.checker.getTypeAtLocation(receiver));
  const [argument] = node.arguments;
  invariant(type && isReduction(type.operation) && argument, "the call was collected");
  const reducer = lowerValue(emitter, receiver);
  const { type: span } = reducer;
  invariant(typeof span === "object" && span.kind === "span", "a reducer is an array of one element");
  // Only types of registers have reducers.
  const register = span.element as "i32" | "u32" | "i64" | "u64" | "f32" | "f64";
  const site = module.addSite("bounds", skipWrappers(context, receiver).getText(), receiver);
  const value = lowerNumberInto(emitter, argument, register);
  const place = build.element(reducer, build.constant("i32", 0), site);
  emit(emitter, build.atomic(reductionOp(type.operation), place, module.positionOf(node), { value }));
}
