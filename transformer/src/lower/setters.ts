// Lowers assignments that call setters. The object is evaluated first, once, then the value, which is the value of the assignment.

import { build, type Expr, invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import { assignedPlace } from "../infer/aliases.js";
import type { Instance } from "../infer/instance.js";
import type { SettingNode, Value } from "../infer/shape.js";
import { skipWrappers } from "../recognise/calls.js";
import { loweredForStore } from "./assignments.js";
import { lowerFunctionCall } from "./calls.js";
import { checkFraction, coerce, narrowed } from "./coerce.js";
import { lowerForShape, lowerValue } from "./expressions.js";
import { type FunctionEmitter, spill, termOf } from "./function-emitter.js";
import { lowerObject, spillPlace } from "./objects.js";

/** Lowers `p.width = 2`. */
export function lowerSetting(
  emitter: FunctionEmitter,
  node: ts.BinaryExpression,
  setter: Instance,
  isUsed: boolean,
): Expr {
  const { self } = receiverOf(emitter, node, setter);
  if (!isUsed) {
    const given = { lower: (shape: Value) => lowerForShape(emitter, node.right, shape) };
    lowerFunctionCall(emitter, node, setter, "effect", { self, given: [given] });
    return build.constant("bool", false);
  }
  return set(emitter, node, setter, self, loweredForStore(emitter, node.right), node.right);
}

/** Lowers `p.width += 1`, `p.width++`: `change` computes the new value from the getter's. */
export function lowerUpdate(
  emitter: FunctionEmitter,
  node: SettingNode,
  setter: Instance,
  change: (current: Expr) => Expr,
): { readonly before: Expr; readonly after: Expr } {
  const { place, self } = receiverOf(emitter, node, setter);
  const getter = emitter.instance.calls.get(place);
  const read = getter ? lowerFunctionCall(emitter, place, getter, "value", { self, given: [] }) : undefined;
  const before = spill(emitter, read ?? lowerValue(emitter, place));
  return { before, after: set(emitter, node, setter, self, change(before), node) };
}

function receiverOf(
  emitter: FunctionEmitter,
  node: SettingNode,
  setter: Instance,
): { readonly place: ts.PropertyAccessExpression; readonly self: Expr | undefined } {
  const { context } = emitter.collection;
  const target = assignedPlace(context, node);
  const place = target && skipWrappers(context, target);
  invariant(place && context.ts.isPropertyAccessExpression(place), "a setter is named as a member");
  const isStruct = setter.self?.shape.kind === "struct";
  return { place, self: isStruct ? spillPlace(emitter, lowerObject(emitter, place.expression)) : undefined };
}

/** Calls the setter with `value`, which has the type of the term of `at`. */
function set(
  emitter: FunctionEmitter,
  node: SettingNode,
  setter: Instance,
  self: Expr | undefined,
  value: Expr,
  at: ts.Expression,
): Expr {
  const kept = spill(emitter, value);
  const lower = (shape: Value) => {
    if (shape.kind !== "number") return kept;
    const term = termOf(emitter, at);
    checkFraction(emitter, at, term, shape.term);
    return narrowed(emitter, coerce(emitter, kept, shape.term.type, at, term), shape.narrow);
  };
  lowerFunctionCall(emitter, node, setter, "effect", { self, given: [{ lower }] });
  return kept;
}
