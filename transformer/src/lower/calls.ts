// Lowers calls: Math, conversions, atomics, accesses of device globals, and functions compiled with the kernel.

import { build, type Expr, invariant, restated, type ScalarType, scalars } from "@lanewise/ir";
import type ts from "typescript-6";
import type { Instance } from "../infer/instance.js";
import { type CallNode, isObject, type SubarrayValue, type Value } from "../infer/shape.js";
import { isBigType, isFloatType, type NumberType } from "../infer/term.js";
import { orderingOf } from "../recognise/atomic-methods.js";
import { type AtomicCall, classifyCall, skipWrappers } from "../recognise/calls.js";
import { lowerArrayMethod } from "./array-methods.js";
import { loweredForStore } from "./assignments.js";
import { lowerBitFunction } from "./bits.js";
import { lowerChoiceCall, lowerExpansion, runsForFunction } from "./closures.js";
import { floatConstant, narrowed, toMemory } from "./coerce.js";
import { lowerAssert, lowerLog } from "./console-calls.js";
import { lowerSuper } from "./construction.js";
import { lowerDeviceFnCall } from "./device-fns.js";
import { lowerEffect } from "./effects.js";
import { lowerForShape, lowerNumber, lowerValue } from "./expressions.js";
import { addLocal, emit, type FunctionEmitter, readLocal, spill, termOf } from "./function-emitter.js";
import { lowerCallByReference, lowerFunctionRef } from "./function-refs.js";
import { lowerInstance, madeBy } from "./functions.js";
import { lowerItemCall } from "./items.js";
import { lowerLocalMemory } from "./local-memory.js";
import { lowerMath } from "./math.js";
import { lowerName } from "./names.js";
import { copyObject, lowerObject, newObject, spillPlace } from "./objects.js";
import { lowerCombined } from "./operators.js";
import { inOrder, keepPlace, lowerOperands } from "./order.js";
import { elementOf, keep, loadPlace, lowerPlace, lowerScalar } from "./places.js";
import { baseValue, lowerAddressOf, lowerBase } from "./pointers.js";
import { lowerCombine } from "./reducers.js";
import { type Given, lowerRest, spreadArguments } from "./spread.js";
import { lowerStandard } from "./standard-functions.js";
import { lowerSubarray, lowerWhole } from "./subarrays.js";
import { lowerTargetQuestion } from "./target-questions.js";
import { dataTypeOf, outerType, passVariable, readVariable, typeOfValue } from "./variables.js";

/** Returns undefined where the call has no value. With `use` "effect", the value is not used. */
export function lowerCall(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  use: "value" | "effect" = "value",
): Expr | undefined {
  const call = classifyCall(emitter.collection.context, node);
  switch (call.kind) {
    case "math":
      return lowerMath(emitter, node, call.name);
    case "bits":
      return lowerBitFunction(emitter, node, call.name);
    case "conversion":
      return lowerConversion(emitter, node, call.to);
    case "atomic":
      return lowerAtomic(emitter, node, call, use);
    case "global":
      return lowerGlobalAccess(emitter, node, call);
    case "specConstant":
      return lowerName(emitter, node);
    case "specialized":
      return lowerValue(emitter, call.argument);
    case "target":
      return lowerTargetQuestion(emitter, node, call.question, call.argument);
    case "addressOf":
      return lowerAddressOf(emitter, call);
    case "nullPointer":
      return build.constant("u64", 0n);
    case "functionRef":
      return lowerFunctionRef(emitter, node);
    case "byReference":
      return lowerCallByReference(emitter, node, use);
    case "localMemory":
      return lowerLocalMemory(emitter, node);
    case "combine":
      lowerCombine(emitter, node, call);
      return undefined;
    case "item":
      return lowerItemCall(emitter, node, call);
    case "standard":
      return lowerStandard(emitter, node, call.name);
    case "console":
      if (call.method === "assert") lowerAssert(emitter, node);
      else lowerLog(emitter, node);
      return undefined;
    case "assert":
      lowerAssert(emitter, node);
      return undefined;
    case "super":
      lowerSuper(emitter, node);
      return undefined;
    case "filled":
    case "empty":
    case "listed":
    case "mapped":
      return lowerObject(emitter, node);
    case "deviceFn":
    case "importedDeviceFn":
      return lowerDeviceFnCall(emitter, node, use);
    case "function":
    case "method":
    case "value": {
      return lowerKnownCall(emitter, node, use);
    }
    case "opaque":
      // Collection has reported all other opaque calls.
      return runsForFunction(emitter, node.expression) ? lowerKnownCall(emitter, node, use) : undefined;
  }
}

/** Lowers a call of one of the program's functions, or of one of several. */
function lowerKnownCall(emitter: FunctionEmitter, node: ts.CallExpression, use: "value" | "effect"): Expr | undefined {
  const { instance } = emitter;
  if (runsForFunction(emitter, node.expression)) lowerEffect(emitter, node.expression);
  const method = instance.arrayMethods.get(node);
  if (method) return lowerArrayMethod(emitter, node, method);
  const frame = instance.frames.get(node);
  if (frame) {
    lowerExpansion(emitter, node, frame);
    return undefined;
  }
  const given = instance.values.get(node);
  if (given?.kind === "subarray") {
    lowerSubarray(emitter, node, given);
    return undefined;
  }
  const called = instance.values.get(node.expression);
  if (instance.choices.has(node) && called?.kind === "choice") return lowerChoiceCall(emitter, node, called, use);
  const callee = instance.calls.get(node);
  invariant(callee, () => `the call ${node.getText()} has an instance`);
  return lowerFunctionCall(emitter, node, callee, use);
}

/** `i32(x)` and the like: clamps to the type's range and turns NaN into 0; floats are rounded. */
function lowerConversion(emitter: FunctionEmitter, node: ts.CallExpression, to: ScalarType): Expr {
  const [argument] = node.arguments;
  invariant(argument, "the checker saw one argument");
  const register = scalars[to].register;
  invariant(register !== "bool", "there is no conversion to boolean");
  const { origin } = termOf(emitter, argument);
  if (origin.kind === "literal") return convertedLiteral(origin.value, to, register);
  const value = lowerNumber(emitter, argument);
  if (to === "f16") return narrowed(emitter, build.convert("convert", "f32", value), to);
  if (register === "f64") return build.convert("convert", "f64", value);
  if (register === "f32") return restated("convert", build.convert("convert", "f32", value));
  return limited(build.convert("saturate", register, value), to);
}

function convertedLiteral(value: number | bigint, to: ScalarType, register: NumberType): Expr {
  if (isFloatType(register)) return floatConstant(register, Number(value));
  const { size, signed } = scalars[to];
  const span = 1n << BigInt(8 * size);
  const least = signed ? -span / 2n : 0n;
  const most = span + least - 1n;
  const whole = wholeOf(value, least, most);
  const within = whole < least ? least : whole > most ? most : whole;
  return build.constant(register, isBigType(register) ? within : Number(within));
}

/** Returns the value without its fraction; NaN becomes 0, and infinities become the ends of the range. */
function wholeOf(value: number | bigint, least: bigint, most: bigint): bigint {
  if (typeof value === "bigint" || Number.isFinite(value))
    return BigInt(typeof value === "bigint" ? value : Math.trunc(value));
  return Number.isNaN(value) ? 0n : value < 0 ? least : most;
}

function limited(value: Expr, to: ScalarType): Expr {
  const { size, signed, register } = scalars[to];
  if (register === to || register === "f32") return value;
  const span = 2 ** (8 * size);
  const least = build.constant("i32", signed ? -span / 2 : 0);
  const most = build.constant("i32", signed ? span / 2 - 1 : span - 1);
  return build.op("min", build.op("max", value, least), most);
}

function lowerAtomic(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  { method, target, index, operands, ordering }: AtomicCall,
  use: "value" | "effect",
): Expr | undefined {
  const updated = index
    ? elementOf(emitter, lowerBase(emitter, target), target, index)
    : lowerScalar(emitter, target).ref;
  const type = registerOfPlace(updated);
  const [place, lowered] = inOrder(emitter, updated, keepPlace, () =>
    lowerOperands(
      emitter,
      operands.map((operand) => () => lowerCombined(emitter, operand, type)),
    ),
  );
  const isStored = method.gives === "stored" && use === "value";
  const given = isStored ? lowered.map((value) => spill(emitter, value)) : lowered;
  const named = Object.fromEntries(method.operands.map((name, at) => [name, given[at]]));
  // An unused result needs no local, except for a load, which does nothing else.
  const hasResult = method.gives === "before" && (use === "value" || method.op === "load");
  const result = hasResult ? addLocal(emitter, "", type) : undefined;
  const ordered = orderingOf(emitter.collection.context, ordering);
  const options = { ...named, ...ordered, ...(result !== undefined && { result }) };
  emit(emitter, build.atomic(method.op, place, emitter.module.positionOf(node), options));
  return result === undefined ? given.at(-1) : readLocal(emitter, result);
}

function lowerGlobalAccess(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  call: { method: string; target: ts.Expression },
): Expr | undefined {
  const [argument] = node.arguments;
  if (isObject(baseValue(emitter, call.target))) {
    const to = lowerBase(emitter, call.target);
    if (call.method === "get") return to;
    invariant(argument, "the checker saw one argument");
    const place = spillPlace(emitter, to);
    copyObject(emitter, place, lowerObject(emitter, argument), node);
    return undefined;
  }
  const isPointer = emitter.instance.pointees.has(call.target);
  const target = (isPointer ? lowerScalar : lowerPlace)(emitter, call.target);
  if (call.method === "get") return loadPlace(target);
  invariant(argument, "the checker saw one argument");
  const [place, value] = inOrder(emitter, target, keep, () => loweredForStore(emitter, argument));
  emit(emitter, build.store(place.ref, toMemory(value, place.element, false), emitter.module.positionOf(node)));
  return undefined;
}

function registerOfPlace({ type }: Expr): NumberType {
  const to = typeof type === "object" && type.kind === "ref" ? type.to : undefined;
  const register = typeof to === "string" ? scalars[to].register : undefined;
  invariant(register && register !== "bool", "atomics are on numbers");
  return register;
}

/** Parts of a call that its node does not contain. */
export interface CallParts {
  /** Storage for the object that the call returns or constructs; new storage if undefined. */
  readonly made?: Expr | undefined;
  /** The object that a setter is called on. */
  readonly self?: Expr | undefined;
  readonly given?: readonly Given[];
}

/** Lowers a call of an instance. */
export function lowerFunctionCall(
  emitter: FunctionEmitter,
  node: CallNode,
  callee: Instance,
  use: "value" | "effect",
  { made, self, given: known }: CallParts = {},
): Expr | undefined {
  const { collection, module } = emitter;
  const { ts } = collection.context;
  const isConstructor = ts.isClassLike(callee.declaration);
  const object = isConstructor ? undefined : madeBy(collection, callee);
  const place = object ? (made ?? newObject(emitter, "", dataTypeOf(module, object))) : undefined;
  const operands: { lower: () => Expr; isFunction?: true }[] = [];
  if (callee.self?.shape.kind === "struct") {
    const receiver = receiverOf(emitter, node);
    if (self) operands.push({ lower: () => self });
    else if (isConstructor && made) operands.push({ lower: () => made });
    else if (receiver) operands.push({ lower: () => lowerObject(emitter, receiver) });
    else if (emitter.instance.self) {
      const { key } = emitter.instance.self;
      operands.push({ lower: () => readVariable(emitter, key) });
    }
  }
  const given = known ?? argumentsOf(emitter, node);
  for (const [index, { variable, isPassed, node: parameter }] of callee.parameters.entries()) {
    const { shape } = variable;
    if (parameter.dotDotDotToken && shape.kind === "array") {
      operands.push({ lower: () => lowerRest(emitter, node, given.slice(index), shape) });
      continue;
    }
    const argument = given[index];
    if (!isPassed || !argument) continue;
    if (!typeOfValue(module, variable.shape)) {
      if (argument.run) operands.push({ lower: argument.run, isFunction: true });
      continue;
    }
    operands.push({ lower: () => argument.lower(variable.shape) });
  }
  const lowered = lowerOperands(
    emitter,
    operands.map(({ lower }) => lower),
  );
  const args = lowered.filter((_, at) => !operands[at]?.isFunction);
  if (place) args.unshift(place);
  for (const [key, outer] of callee.outers) {
    if (outerType(module, outer)) args.push(passVariable(emitter, key));
  }
  const index = lowerInstance(collection, module, callee);
  const { result: given_ } = callee;
  const type = place || !given_?.shape || use === "effect" ? undefined : typeOfValue(module, given_.shape);
  const result = type ? addLocal(emitter, "", type) : undefined;
  emit(emitter, build.call(index, args, result, module.positionOf(node)));
  return result === undefined ? place : readLocal(emitter, result);
}

/** Returns the object on which a method or getter is called. */
function receiverOf({ collection: { context } }: FunctionEmitter, node: CallNode): ts.Expression | undefined {
  const { ts } = context;
  const access = ts.isCallExpression(node) ? skipWrappers(context, node.expression) : node;
  if (!ts.isPropertyAccessExpression(access)) return undefined;
  return access.expression.kind === ts.SyntaxKind.SuperKeyword ? undefined : access.expression;
}

/** Returns the arguments; a class without a constructor passes on its own parameters. */
function argumentsOf(emitter: FunctionEmitter, node: CallNode): Given[] {
  const { ts } = emitter.collection.context;
  if (ts.isClassLike(node)) {
    return emitter.instance.parameters.map(({ variable }) => ({ lower: () => readVariable(emitter, variable.key) }));
  }
  const list = ts.isCallExpression(node) || ts.isNewExpression(node) ? (node.arguments ?? []) : [];
  return list.flatMap((argument): Given[] => {
    if (ts.isSpreadElement(argument)) return spreadArguments(emitter, argument);
    const lower = (shape: Value) => lowerForShape(emitter, argument, shape);
    const whole = emitter.instance.wholes.get(argument);
    const run = whole || runsForFunction(emitter, argument) ? () => ran(emitter, argument, whole) : undefined;
    return [{ lower, run }];
  });
}

/** Lowers an expression that has no value at run time. */
function ran(emitter: FunctionEmitter, node: ts.Expression, whole: SubarrayValue | undefined): Expr {
  if (whole) lowerWhole(emitter, node, whole);
  else lowerEffect(emitter, node);
  return build.constant("bool", true);
}
