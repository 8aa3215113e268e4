// Collects calls of built-in functions: Math, conversions, atomics, device globals, console. collect-functions.ts collects the program's own.

import { atomicOps, builtins, type DataType, invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import { remedyOfMethod } from "../diagnostics/remedies.js";
import { placeOfExport } from "../package-bodies/exported-place.js";
import { unfollowedEntry } from "../package-bodies/package-bodies.js";
import type { PassContext } from "../pass-context.js";
import { orderingOf } from "../recognise/atomic-methods.js";
import { fixedArrayType } from "../recognise/brands.js";
import { type AtomicCall, classifyCall, skipWrappers } from "../recognise/calls.js";
import type { DeviceFunction } from "../recognise/device-fns.js";
import { evaluate } from "../recognise/evaluate.js";
import { deviceFnFor, importedDeviceFn } from "../recognise/imported-device-fns.js";
import { isOfLibrary, resolvedSymbol, standardGlobal } from "../recognise/library.js";
import { mathRow } from "../recognise/math.js";
import { isErrorType, typedArrayElement } from "../recognise/shapes.js";
import { type StandardFunction, type StandardRow, standardFunctions } from "../recognise/standard-functions.js";
import { type Collection, complain, flowInto, newTerm, registerOf } from "./collect.js";
import { collectMapped } from "./collect-array-methods.js";
import { flowIntoMemory } from "./collect-assignments.js";
import { collectBits } from "./collect-bits.js";
import { callChoice } from "./collect-closures.js";
import { collectDeviceFnCall } from "./collect-device-fns.js";
import { collectExpression, collectNumber, foldedTerm } from "./collect-expressions.js";
import { collectCallByReference, collectFunctionRef } from "./collect-function-refs.js";
import { callFunction, collectArguments, collectMethod, collectSuper } from "./collect-functions.js";
import { collectGlobalAccess } from "./collect-globals.js";
import { collectItemCall } from "./collect-items.js";
import { collectLocalMemory } from "./collect-local-memory.js";
import { scopeOf } from "./collect-names.js";
import { collectEmpty, collectFilled, collectListed } from "./collect-objects.js";
import { collectAddressOf, collectBase, nullValue } from "./collect-pointers.js";
import { collectCombine } from "./collect-reducers.js";
import { collectSpecConstant, collectSpecialized } from "./collect-spec-constants.js";
import { collectSpreadArgument } from "./collect-spread.js";
import { collectTargetQuestion } from "./collect-target-questions.js";
import type { Instance } from "./instance.js";
import { selfOfMember } from "./literal-members.js";
import { numberValue, type ObjectValue, type Value } from "./shape.js";
import { needBits, needIndex, type Term } from "./term.js";

export function collectCall(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  expected: ObjectValue | undefined,
): Value | undefined {
  const { context } = collection;
  const call = classifyCall(context, node);
  switch (call.kind) {
    case "math": {
      const term = collectMath(collection, instance, node, call.name);
      return term && numberValue(term);
    }
    case "bits": {
      const term = collectBits(collection, instance, node, call.name);
      return term && numberValue(term);
    }
    case "conversion": {
      const [argument] = node.arguments;
      const value = argument && collectNumber(collection, instance, argument);
      if (!argument) complain(collection, instance, "LW1311", node);
      if (value) flowIntoMemory(call.to, value, node);
      return numberValue(newTerm(collection, { kind: "known", type: registerOf(call.to), isPinned: true }, node));
    }
    case "standard":
      return collectStandard(collection, instance, node, call.name);
    case "atomic":
      return collectAtomic(collection, instance, node, call);
    case "global":
      return collectGlobalAccess(collection, instance, node, call);
    case "specConstant": {
      const value = collectSpecConstant(collection, instance, node);
      invariant(value !== "none", "the call reads a specialization constant");
      return value;
    }
    case "specialized":
      return collectSpecialized(collection, instance, call.argument);
    case "target":
      return collectTargetQuestion(collection, instance, call.question, call.argument);
    case "addressOf":
      return collectAddressOf(collection, instance, node, call);
    case "nullPointer":
      return nullValue(collection, node);
    case "functionRef":
      return collectFunctionRef(collection, instance, node, call.argument);
    case "byReference":
      return collectCallByReference(collection, instance, node);
    case "localMemory":
      return collectLocalMemory(collection, instance, node, call);
    case "item":
      return collectItemCall(collection, instance, node, call);
    case "combine":
      return collectCombine(collection, instance, node, call);
    case "filled":
      return collectFilled(collection, instance, node, call, expected);
    case "empty":
      return collectEmpty(collection, instance, node, call.length, expected);
    case "listed":
      return collectListed(collection, instance, node);
    case "mapped":
      return collectMapped(collection, instance, node, call);
    case "console":
      return collectConsole(collection, instance, node, call.method);
    case "assert":
      return collectAssert(collection, instance, node);
    case "super":
      return collectSuper(collection, instance, node);
    case "method":
      return collectMethod(collection, instance, node, call.name, call.receiver);
    case "value":
      return callValue(collection, instance, node);
    case "deviceFn":
      return collectDeviceFnCall(collection, instance, node, ownOrImported(collection, call.fn));
    case "importedDeviceFn": {
      const { context, kernel } = collection;
      const fn = importedDeviceFn(context, kernel.getSourceFile(), call.declaration, node.expression);
      return collectDeviceFnCall(collection, instance, node, fn);
    }
    case "function": {
      const self = selfOfMember(collection, instance, node.expression, call.declaration);
      if (self === "faulty") return undefined;
      const scope = scopeOf(instance, call.declaration);
      return callFunction(collection, instance, node, call.declaration, call.name, self, scope);
    }
    case "opaque": {
      const called = call.reason === "dynamic" && collectDynamic(collection, instance, node);
      if (called) return called.value;
      return collectOpaque(collection, instance, node.expression, call.reason);
    }
  }
}

/** Collects a call of an expression's result: `add(2)(x)`, `(c ? f : g)(x)`; returns undefined for all other callees. */
function collectDynamic(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
): { readonly value: Value | undefined } | undefined {
  const { context } = collection;
  const callee = skipWrappers(context, node.expression);
  if (!context.ts.isCallExpression(callee) && !context.ts.isConditionalExpression(callee)) return undefined;
  return { value: callValue(collection, instance, node) };
}

function callValue(collection: Collection, instance: Instance, node: ts.CallExpression): Value | undefined {
  const before = collection.faults;
  const callee = collectExpression(collection, instance, node.expression);
  if (collection.faults > before) return undefined;
  if (callee?.kind === "function") {
    return callFunction(collection, instance, node, callee.declaration, callee.name, undefined, callee.scope);
  }
  if (callee?.kind === "choice") {
    return callChoice(collection, instance, node, callee, ({ declaration, name, scope }) =>
      callFunction(collection, instance, node, declaration, name, undefined, scope),
    );
  }
  collectArguments(collection, instance, node);
  return collectOpaque(collection, instance, node.expression, "dynamic");
}

function ownOrImported({ context, kernel }: Collection, fn: DeviceFunction | "faulty"): DeviceFunction | "faulty" {
  return fn === "faulty" ? fn : deviceFnFor(context, kernel.getSourceFile(), fn);
}

const opaqueCodes = {
  noBody: "LW1206",
  method: "LW1207",
  dynamic: "LW1208",
  library: "LW1209",
  host: "LW1202",
  atomicRef: "LW1504",
  reducerElement: "LW1511",
} as const;

export function collectOpaque(
  collection: Collection,
  instance: Instance,
  callee: ts.Expression,
  reason: keyof typeof opaqueCodes,
): undefined {
  const { context } = collection;
  const { ts, checker } = context;
  const member = ts.isPropertyAccessExpression(callee) ? callee : undefined;
  const receiver = member && resolvedSymbol(context, member.expression);
  const isReported = receiver !== undefined && collection.faulty.has(receiver);
  const text = callee.getText();
  const compared = reason === "host" && member ? comparedByObject(context, member) : undefined;
  if (isReported || isErrorType(checker.getTypeAtLocation(callee))) collection.faults++;
  else if (checker.getTypeAtLocation(callee.parent).flags & ts.TypeFlags.StringLike) {
    complain(collection, instance, "LW1105", callee.parent);
  } else if (member && isString(context, member.expression)) {
    complain(collection, instance, "LW1249", callee, [member.expression.getText()]);
  } else if (member && isArrayType(context, member.expression, reason)) {
    complain(collection, instance, "LW1131", callee, [text, remedyOfMethod(member.name.text)]);
  } else if (compared) {
    complain(collection, instance, "LW1262", callee, compared);
  } else if (reason === "noBody" && unfollowedEntry(context, callee) !== undefined) {
    const entry = `\`${unfollowedEntry(context, callee)}\``;
    complain(collection, instance, "LW1240", callee, [text, entry], placeOfExport(context, callee));
  } else if (reason === "dynamic" && ts.isCallExpression(skipWrappers(context, callee))) {
    complain(collection, instance, "LW1138", callee, [text]);
  } else if (reason === "dynamic" && ts.isElementAccessExpression(skipWrappers(context, callee))) {
    complain(collection, instance, "LW1268", callee, [arrayIn(context, callee)]);
  } else {
    const isHost = reason !== "reducerElement" && isOfHost(context, member);
    complain(collection, instance, isHost ? "LW1209" : opaqueCodes[reason], callee, [text]);
  }
}

/** The texts of the arguments of `Object.is(a, b)`, each as an operand. */
function comparedByObject(context: PassContext, callee: ts.PropertyAccessExpression): readonly string[] | undefined {
  const { ts } = context;
  const { expression, name, parent: call } = callee;
  const isIt = name.text === "is" && standardGlobal(context, expression) === "Object";
  if (!isIt || !ts.isCallExpression(call) || call.arguments.length !== 2) return undefined;
  const isSimple = (node: ts.Expression) => ts.isLeftHandSideExpression(node) || ts.isPrefixUnaryExpression(node);
  return call.arguments.map((one) => (isSimple(one) ? one.getText() : `(${one.getText()})`));
}

/** The text of `steps` in `steps[k]!`. */
function arrayIn(context: PassContext, callee: ts.Expression): string {
  const node = skipWrappers(context, callee);
  return context.ts.isElementAccessExpression(node) ? node.expression.getText() : node.getText();
}

function isString({ checker, ts }: PassContext, node: ts.Expression): boolean {
  return (checker.getTypeAtLocation(node).flags & ts.TypeFlags.StringLike) !== 0;
}

function isArrayType(context: PassContext, node: ts.Expression, reason: keyof typeof opaqueCodes): boolean {
  if (reason === "host")
    return /^(Array|(Float|Int|Uint|Big(Ui|I)nt)\d+(Clamped)?Array)$/.test(standardGlobal(context, node) ?? "");
  if (reason !== "method") return false;
  const type = context.checker.getTypeAtLocation(node);
  const isList = context.checker.isArrayType(type) || context.checker.isTupleType(type);
  return isList || typedArrayElement(context, type) !== undefined || fixedArrayType(context, type) !== undefined;
}

/** Whether it is a method of a queue, an event or a device. */
function isOfHost(context: PassContext, member: ts.PropertyAccessExpression | undefined): boolean {
  const symbol = member && resolvedSymbol(context, member);
  return symbol !== undefined && isOfLibrary(symbol);
}

function collectMath(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  name: string,
): Term | undefined {
  const row = mathRow(name);
  const args: Term[] = [];
  for (const argument of node.arguments) {
    const terms = collection.context.ts.isSpreadElement(argument)
      ? collectSpreadNumbers(collection, instance, argument)
      : [collectNumber(collection, instance, argument)];
    for (const term of terms) {
      if (!term) return undefined;
      args.push(term);
    }
  }
  if (!row) {
    complain(collection, instance, name === "random" ? "LW1307" : "LW1308", node.expression, [name]);
    return undefined;
  }
  const takesTwo = /^(imul|power)$/.test(row.kind) || (row.kind === "builtin" && builtins[row.builtin].arity === 2);
  const least = takesTwo ? 2 : 1;
  if (args.length < least) {
    complain(collection, instance, "LW1309", node, [name, String(least), String(args.length)]);
    return undefined;
  }
  const constant = row.kind === "fround" ? undefined : foldedTerm(collection, node, args);
  if (constant) return constant;
  switch (row.kind) {
    case "arithmetic":
      return newTerm(collection, { kind: "arithmetic", op: row.op }, node, args);
    case "sign":
      return newTerm(collection, { kind: "arithmetic", op: "sign" }, node, args);
    case "rounding":
      return newTerm(collection, { kind: "rounding" }, node, args);
    case "fround":
      return newTerm(collection, { kind: "known", type: "f32" }, node);
    case "imul":
    case "clz32":
      for (const arg of args) needBits(arg);
      return newTerm(collection, row.kind === "imul" ? { kind: "known", type: "i32" } : { kind: "smallInteger" }, node);
    case "sqrt":
    case "builtin":
    case "hypot":
      return newTerm(collection, { kind: "float" }, node, args);
    case "power":
      return newTerm(collection, { kind: "power" }, node, args.slice(0, 2));
  }
}

/** Collects `Math.max(...a)` of numbers. */
function collectSpreadNumbers(
  collection: Collection,
  instance: Instance,
  node: ts.SpreadElement,
): readonly (Term | undefined)[] {
  const { parent } = node;
  const name = collection.context.ts.isCallExpression(parent) ? nameOfMethod(collection, parent) : "";
  if (!/^(max|min|hypot)$/.test(name)) return [complain(collection, instance, "LW1120", node)];
  const members = collectSpreadArgument(collection, instance, node) ?? [undefined];
  return members.map((member) => {
    if (member === undefined || member.kind === "number") return member?.term;
    return complain(collection, instance, "LW1311", node);
  });
}

function collectStandard(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  name: StandardFunction,
): Value | undefined {
  const row: StandardRow = standardFunctions[name];
  const [first, second] = node.arguments;
  const argument = row.hasBits ? second : first;
  if (!argument) return complain(collection, instance, "LW1311", node);
  const before = collection.faults;
  const value = collectExpression(collection, instance, argument);
  const isNumber = value?.kind === "number";
  if (!isNumber && !(row.takes === "any" && value?.kind === "boolean")) {
    return collection.faults === before ? complain(collection, instance, "LW1311", argument) : undefined;
  }
  if (row.hasBits && typeof (first && evaluate(collection.context, first)) !== "number") {
    return complain(collection, instance, "LW1127", first ?? node);
  }
  const make = (origin: Parameters<typeof newTerm>[1], inputs: Term[] = []) =>
    numberValue(newTerm(collection, origin, node, inputs));
  switch (row.gives) {
    case "boolean":
      return { kind: "boolean" };
    case "i64":
    case "u64":
      return make({ kind: "known", type: row.gives });
    case "big": {
      const big = make({ kind: "smallInteger" });
      if (big.kind === "number") big.term.isBig = true;
      return big;
    }
    default:
      if (!isNumber) return make({ kind: "smallInteger" });
      // A bigint becomes a float that holds an integer.
      return value.term.isBig ? make({ kind: "rounding" }) : make({ kind: "join" }, [value.term]);
  }
}

function collectAtomic(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  call: AtomicCall,
): Value | undefined {
  const before = collection.faults;
  const target = collectBase(collection, instance, call.target);
  if (collection.faults > before) return undefined;
  const index = call.index && collectNumber(collection, instance, call.index);
  if (index && call.index) needIndex(index, call.index);
  const operands = call.operands.map((operand) => collectNumber(collection, instance, operand));
  const element = elementOfTarget(target);
  const isIndexed = target?.kind === "span" || target?.kind === "array" || target?.kind === "row";
  const isAtomic = /^([iu](32|64)|f32|f64)$/.test(String(element));
  if (!element || typeof element !== "string" || element === "bool" || !isAtomic) {
    return complain(collection, instance, "LW1501", call.target, [call.target.getText()]);
  }
  if (isIndexed !== (call.index !== undefined)) {
    const wanted = isIndexed ? "an index" : "no index";
    return complain(collection, instance, "LW1503", call.target, [call.target.getText(), wanted]);
  }
  const register = registerOf(element);
  const { op, gives } = call.method;
  const taken: readonly string[] = atomicOps[op].operands;
  if (!taken.includes(register)) {
    return complain(collection, instance, "LW1502", node.expression, [nameOfMethod(collection, node), element]);
  }
  if (!orderingOf(collection.context, call.ordering)) {
    return complain(collection, instance, "LW1521", call.ordering[0] ?? node, [nameOfMethod(collection, node)]);
  }
  const term = newTerm(collection, { kind: "known", type: register }, node);
  for (const operand of operands) if (operand) flowInto(term, operand);
  return gives === "nothing" ? undefined : numberValue(term);
}

function nameOfMethod({ context: { ts } }: Collection, { expression }: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

/** Returns the type of the elements that an atomic operates on. */
function elementOfTarget(target: Value | undefined): DataType | undefined {
  if (target?.kind === "global") return target.scalar;
  if (target?.kind !== "span" && target?.kind !== "array" && target?.kind !== "row") return undefined;
  return target.element.kind === "number" ? target.element.scalar : undefined;
}

function collectConsole(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  method: string,
): Value | undefined {
  const { ts } = collection.context;
  if (method === "assert") return collectAssert(collection, instance, node);
  if (!/^(log|info|warn|error|debug)$/.test(method)) {
    return complain(collection, instance, "LW1202", node.expression, [node.expression.getText()]);
  }
  const visit = (argument: ts.Expression): void => {
    const text = skipWrappers(collection.context, argument);
    if (ts.isStringLiteralLike(text)) return;
    if (ts.isTemplateExpression(text)) {
      for (const span of text.templateSpans) visit(span.expression);
      return;
    }
    const before = collection.faults;
    const value = collectExpression(collection, instance, argument);
    if (value?.kind === "number" || value?.kind === "boolean") return;
    if (collection.faults === before) complain(collection, instance, "LW1130", argument);
  };
  for (const argument of node.arguments) visit(argument);
  return undefined;
}

/** Collects an assertion: the condition is evaluated; the messages must be literals. */
function collectAssert(collection: Collection, instance: Instance, node: ts.CallExpression): undefined {
  const { ts } = collection.context;
  const [condition, ...texts] = node.arguments;
  if (condition) collectExpression(collection, instance, condition);
  for (const text of texts) {
    if (!ts.isStringLiteralLike(skipWrappers(collection.context, text))) {
      complain(collection, instance, "LW1130", text);
    }
  }
}
