// Collects functions that return functions. A call of one is inlined: its variables become variables of the calling function, in a frame where the
// returned closure finds them. A choice between functions stores which one it is, and calls test it.

import type ts from "typescript-6";
import { checkFunction } from "../check/check-function.js";
import { type CallableNode, skipWrappers } from "../recognise/calls.js";
import { partsOfMaker } from "../recognise/function-makers.js";
import { shapeOfType } from "../recognise/shapes.js";
import {
  type Collection,
  calledFrom,
  complain,
  declaredValue,
  declareHosted,
  hostOf,
  isFit,
  newTerm,
  noteOuter,
} from "./collect.js";
import { collectExpression } from "./collect-expressions.js";
import { collectArguments } from "./collect-functions.js";
import { collectPattern } from "./collect-patterns.js";
import { restOf } from "./collect-spread.js";
import { collectStatement, giveValue } from "./collect-statements.js";
import type { Instance } from "./instance.js";
import { type Arguments, isActive, newInstance } from "./instantiate.js";
import { contains } from "./reached-after.js";
import {
  type CalledValue,
  type ChoiceValue,
  type FunctionValue,
  isObject,
  numberValue,
  type SelfValue,
  type Value,
} from "./shape.js";

/** Whether a function returns a function, by its type. */
export function givesFunction({ context }: Collection, declaration: CallableNode): boolean {
  const { checker, ts } = context;
  if (ts.isClassLike(declaration)) return false;
  const signature = checker.getSignatureFromDeclaration(declaration);
  return (
    signature !== undefined && shapeOfType(context, checker.getReturnTypeOfSignature(signature)).kind === "function"
  );
}

/** Inlines the call of a function that returns a function. */
export function expandCall(
  collection: Collection,
  caller: Instance,
  call: ts.CallExpression,
  declaration: CallableNode,
  {
    name,
    scope,
    self,
  }: { readonly name: string; readonly scope: Instance | undefined; readonly self: SelfValue | undefined },
): Value | undefined {
  const args = collectArguments(collection, caller, call);
  const parts = restOf(collection, declaration) ? undefined : partsOfMaker(collection.context, declaration);
  if (
    !parts ||
    call.arguments.some((argument) => collection.context.ts.isSpreadElement(argument)) ||
    self?.kind === "struct"
  )
    return complain(collection, caller, "LW1138", call, [call.getText()]);
  if (isActive(caller, declaration, scope)) return complain(collection, caller, "LW1205", call.expression, [name]);
  if (args.some(({ value }) => value === undefined)) return undefined; // reported where it was found
  collection.functions.add(declaration);
  collection.files.add(declaration.getSourceFile());
  const reached = { name, caller: { instance: caller, call } };
  if (!isFit(collection, checkFunction(collection.context, declaration, calledFrom(reached)))) return undefined;
  const frame = newInstance({ ...reached, declaration, scope, host: hostOf(caller), self, bindings: caller.bindings });
  caller.frames.set(call, frame);
  const before = collection.faults;
  giveParameters(collection, frame, declaration, args);
  for (const statement of parts.statements) collectStatement(collection, frame, statement);
  const value = collectExpression(collection, frame, parts.given);
  if (collection.faults > before) return undefined;
  if (isCalled(value) || value?.kind === "subarray") return value;
  return complain(collection, caller, "LW1138", call, [call.getText()]);
}

export function isCalled(value: Value | undefined): value is CalledValue {
  return value?.kind === "function" || value?.kind === "choice";
}

/** Declares the parameters as variables, and assigns the arguments to them. */
function giveParameters(collection: Collection, frame: Instance, declaration: CallableNode, args: Arguments): void {
  const { context } = collection;
  const { ts, checker } = context;
  if (ts.isClassLike(declaration)) return;
  for (const [index, node] of declaration.parameters.entries()) {
    const given = args[index];
    const at = given?.node ?? node.initializer;
    const passed = given?.value ?? (node.initializer && collectExpression(collection, frame, node.initializer));
    const isScalar = passed?.kind === "number" || passed?.kind === "boolean";
    const missing = node.questionToken && !passed ? ({ kind: "undefined" } as const) : undefined;
    const shape = isScalar
      ? declaredValue(collection, frame, node, checker.getTypeAtLocation(node))
      : (passed ?? missing);
    if (!shape) {
      complain(collection, frame.caller?.instance ?? frame, "LW1311", at ?? frame.caller?.call ?? node);
      continue;
    }
    const symbol = ts.isIdentifier(node.name) ? checker.getSymbolAtLocation(node.name) : undefined;
    const variable = declareHosted(frame, ts.isIdentifier(node.name) ? node.name.text : "", symbol, shape);
    frame.parameters.push({ variable, node, isPassed: given?.value !== undefined });
    if (passed && at) giveValue(collection, frame, variable, passed, at);
    if (!ts.isIdentifier(node.name)) collectPattern(collection, frame, node.name, shape);
  }
}

/** Collects `c ? f : g`. */
export function chooseFunction(
  collection: Collection,
  instance: Instance,
  node: ts.ConditionalExpression,
  whenTrue: CalledValue,
  whenFalse: CalledValue,
): ChoiceValue | undefined {
  for (const [call, { parameters }] of instance.frames) {
    const isBranch = contains(node, call) && !contains(node.condition, call);
    const held = parameters.find(({ variable: { shape } }) => isObject(shape) || shape.kind === "span");
    if (isBranch && held) return complain(collection, instance, "LW1208", call, [call.getText()]);
  }
  const selector = declareHosted(instance, "", undefined, { kind: "boolean" });
  const value: ChoiceValue = { kind: "choice", selector, whenTrue, whenFalse };
  instance.selectors.set(node, selector);
  return value;
}

/** Collects calls of all functions that may be called, with the same arguments, and joins their results. */
export function callChoice(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  choice: ChoiceValue,
  call: (fn: FunctionValue) => Value | undefined,
): Value | undefined {
  const before = collection.faults;
  const visit = (one: CalledValue): Value | undefined => {
    if (one.kind === "function") {
      const value = call(one);
      const callee = instance.calls.get(node);
      instance.calls.delete(node);
      if (callee) {
        const callees = instance.choices.get(node) ?? new Map<FunctionValue, Instance>();
        instance.choices.set(node, callees.set(one, callee));
      }
      return value;
    }
    noteOuter(instance, one.selector);
    const [left, right] = [visit(one.whenTrue), visit(one.whenFalse)];
    if (collection.faults > before || !left || !right) return undefined;
    if (left.kind === "number" && right.kind === "number") {
      return numberValue(newTerm(collection, { kind: "join" }, node, [left.term, right.term]));
    }
    if (left.kind === "boolean" && right.kind === "boolean") return left;
    return complain(collection, instance, "LW1208", node.expression, [
      skipWrappers(collection.context, node.expression).getText(),
    ]);
  };
  return visit(choice);
}
