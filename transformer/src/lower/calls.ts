// Lowers calls: Math, conversions, atomics, accesses of device globals, and functions compiled with the kernel.

import { build, type Expr, invariant, type ScalarType, scalars } from "@lanewise/ir";
import type ts from "typescript-6";
import type { Instance } from "../infer/instance.js";
import { isFloatType, type NumberType } from "../infer/term.js";
import { classifyCall } from "../recognise/calls.js";
import { loweredForStore } from "./assignments.js";
import { floatConstant, toMemory } from "./coerce.js";
import { lowerForShape, lowerNumber, lowerNumberInto, lowerOperands, lowerValue } from "./expressions.js";
import { addLocal, emit, type FunctionEmitter, readLocal, termOf } from "./function-emitter.js";
import { lowerInstance, outerSymbol } from "./functions.js";
import { lowerMath } from "./math.js";
import { localIndex } from "./names.js";
import { elementOf, loadPlace, lowerPlace } from "./places.js";

/** Undefined where the call has no value. `use` "effect": its value is not used. */
export function lowerCall(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  use: "value" | "effect" = "value",
): Expr | undefined {
  const call = classifyCall(emitter.collection.context, node);
  switch (call.kind) {
    case "math":
      return lowerMath(emitter, node, call.name);
    case "conversion":
      return lowerConversion(emitter, node, call.to);
    case "atomic":
      return lowerAtomic(emitter, node, call, use);
    case "global":
      return lowerGlobalAccess(emitter, node, call);
    case "function": {
      const callee = emitter.instance.calls.get(node);
      invariant(callee, () => `the call ${node.getText()} has an instance`);
      return lowerFunctionCall(emitter, node, callee, use);
    }
    case "opaque":
      return undefined; // reported when it was collected
  }
}

/** `i32(x)` and the like: clamped to the type's range, NaN gives 0; floats round. */
function lowerConversion(emitter: FunctionEmitter, node: ts.CallExpression, to: ScalarType): Expr {
  const [argument] = node.arguments;
  invariant(argument, "the checker saw one argument");
  const register = scalars[to].register;
  invariant(register !== "bool", "there is no conversion to boolean");
  const { origin } = termOf(emitter, argument);
  if (origin.kind === "literal") return convertedLiteral(origin.value, to, register);
  const value = lowerNumber(emitter, argument);
  if (register === "f32" || register === "f64") return build.convert("convert", register, value);
  return limited(build.convert("saturate", register, value), to);
}

function convertedLiteral(value: number, to: ScalarType, register: NumberType): Expr {
  if (isFloatType(register)) return floatConstant(register, value);
  const { size, signed } = scalars[to];
  const span = 2 ** (8 * size);
  const least = signed ? -span / 2 : 0;
  const whole = Number.isNaN(value) ? 0 : Math.trunc(value);
  return build.constant(register, Math.min(Math.max(whole, least), least + span - 1) + 0); // integers have no -0
}

function limited(value: Expr, to: ScalarType): Expr {
  const { size, signed, register } = scalars[to];
  if (register === to) return value;
  const span = 2 ** (8 * size);
  const least = build.constant("i32", signed ? -span / 2 : 0);
  const most = build.constant("i32", signed ? span / 2 - 1 : span - 1);
  return build.op("min", build.op("max", value, least), most);
}

function lowerAtomic(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  call: { target: ts.Expression; index: ts.Expression | undefined },
  use: "value" | "effect",
): Expr {
  const [argument] = node.arguments;
  const { type } = termOf(emitter, node);
  invariant(argument, "the checker saw one argument");
  const base = lowerValue(emitter, call.target);
  const place = call.index ? elementOf(emitter, base, call.target, call.index, argument) : base;
  const value = lowerNumberInto(emitter, argument, type);
  const result = use === "effect" ? undefined : addLocal(emitter, "", type);
  const at = emitter.module.positionOf(node);
  emit(emitter, build.atomic("add", place, at, result === undefined ? { value } : { value, result }));
  return result === undefined ? value : readLocal(emitter, result);
}

function lowerGlobalAccess(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  call: { method: string; target: ts.Expression },
): Expr | undefined {
  const [argument] = node.arguments;
  const place = lowerPlace(emitter, call.target, argument);
  if (call.method === "get") return loadPlace(place);
  invariant(argument, "the checker saw one argument");
  const value = loweredForStore(emitter, argument);
  emit(emitter, build.store(place.ref, toMemory(value, place.element, false), emitter.module.positionOf(node)));
  return undefined;
}

function lowerFunctionCall(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  callee: Instance,
  use: "value" | "effect",
): Expr | undefined {
  const own = callee.parameters.flatMap((parameter, index) => {
    const argument = node.arguments[index];
    return argument ? [{ node: argument, lower: () => lowerForShape(emitter, argument, parameter.shape) }] : [];
  });
  const args = lowerOperands(emitter, own);
  for (const outer of callee.outers.values()) {
    args.push(readLocal(emitter, localIndex(emitter, outerSymbol(outer))));
  }
  const index = lowerInstance(emitter.collection, emitter.module, callee);
  const shape = callee.result;
  const isUsed = shape !== undefined && use === "value";
  const type = shape?.kind === "number" ? shape.term.type : shape?.kind === "boolean" ? "bool" : shape;
  const resultType = typeof type === "object" ? ({ kind: "span", element: type.element } as const) : type;
  const result = isUsed && resultType ? addLocal(emitter, "", resultType) : undefined;
  emit(emitter, build.call(index, args, result, emitter.module.positionOf(node)));
  return result === undefined ? undefined : readLocal(emitter, result);
}
