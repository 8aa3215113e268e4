// Lowers calls of functions that return functions, which are inlined, and calls of one of several functions.

import { build, type Expr } from "@lanewise/ir";
import type ts from "typescript-6";
import type { Instance } from "../infer/instance.js";
import type { CalledValue } from "../infer/shape.js";
import { skipWrappers } from "../recognise/calls.js";
import { partsOfMaker } from "../recognise/function-makers.js";
import { initialiseFrom } from "./assignments.js";
import { lowerFunctionCall } from "./calls.js";
import { coerce } from "./coerce.js";
import { lowerEffect, takenSide } from "./effects.js";
import { lowerCondition } from "./expressions.js";
import { addLocal, emit, type FunctionEmitter, inBlock, readLocal } from "./function-emitter.js";
import { lowerPattern } from "./patterns.js";
import { lowerStatement } from "./statements.js";
import { readVariable, typeOfValue, writeVariable } from "./variables.js";

/** Lowers what a function that returns a function does before it returns. */
export function lowerExpansion(emitter: FunctionEmitter, node: ts.CallExpression, frame: Instance): void {
  const { parameters, declaration } = frame;
  for (const [index, argument] of node.arguments.entries()) {
    const variable = parameters[index]?.variable;
    if (variable && typeOfValue(emitter.module, variable.shape)) initialiseFrom(emitter, variable, argument);
    else lowerEffect(emitter, argument);
  }
  inFrame(emitter, frame, () => {
    for (const { node: parameter, variable, isPassed } of parameters) {
      const { initializer, name } = parameter;
      const isHeld = typeOfValue(emitter.module, variable.shape) !== undefined;
      if (!isPassed && initializer && isHeld) initialiseFrom(emitter, variable, initializer);
      else if (!isPassed && initializer) lowerEffect(emitter, initializer);
      if (emitter.collection.context.ts.isIdentifier(name)) continue;
      lowerPattern(emitter, name, variable.shape, isHeld ? readVariable(emitter, variable.key) : undefined);
    }
    const parts = partsOfMaker(emitter.collection.context, declaration);
    for (const statement of parts?.statements ?? []) lowerStatement(emitter, statement);
    if (parts) lowerEffect(emitter, parts.given);
  });
}

/** Runs `action` with another call's instance, in the same function. */
function inFrame(emitter: FunctionEmitter, frame: Instance, action: () => void): void {
  const { instance } = emitter;
  emitter.instance = frame;
  action();
  emitter.instance = instance;
}

/** Lowers the run-time part of an expression whose value is a function: calls, and the conditions of choices. */
export function lowerFunctionValue(
  emitter: FunctionEmitter,
  expression: ts.Expression,
  lowerCall: (node: ts.CallExpression) => void,
): void {
  const { context } = emitter.collection;
  const node = skipWrappers(context, expression);
  if (context.ts.isCallExpression(node)) lowerCall(node);
  const meaning = emitter.instance.meanings.get(node);
  if (meaning?.kind === "function" && meaning.made) lowerEffect(emitter, meaning.made);
  if (!context.ts.isConditionalExpression(node)) return;
  const taken = takenSide(emitter, node);
  if (taken) lowerFunctionValue(emitter, taken, lowerCall);
  const selector = emitter.instance.selectors.get(node);
  if (taken || !selector) return;
  writeVariable(emitter, selector.key, lowerCondition(emitter, node.condition));
  const [whenTrue, whenFalse] = [node.whenTrue, node.whenFalse].map((side) =>
    inBlock(emitter, () => lowerEffect(emitter, side)),
  );
  if (!whenTrue || !whenFalse || whenTrue.length + whenFalse.length === 0) return;
  emit(emitter, build.ifElse(readVariable(emitter, selector.key), whenTrue, whenFalse));
}

/** Whether an expression whose value is a function runs any code. */
export function runsForFunction(
  { collection: { context }, instance }: FunctionEmitter,
  expression: ts.Expression,
): boolean {
  const node = skipWrappers(context, expression);
  const meaning = instance.meanings.get(node);
  if (meaning?.kind === "function") return meaning.made !== undefined;
  const isHeld = context.ts.isPropertyAccessExpression(node) && instance.values.get(node)?.kind === "subarray";
  return isHeld || context.ts.isCallExpression(node) || context.ts.isConditionalExpression(node);
}

/** Lowers a call of one of several functions. */
export function lowerChoiceCall(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  choice: CalledValue,
  use: "value" | "effect",
): Expr | undefined {
  const term = emitter.instance.terms.get(node);
  const isBoolean = emitter.instance.values.get(node)?.kind === "boolean";
  const type = use === "effect" ? undefined : (term?.type ?? (isBoolean ? "bool" : undefined));
  const result = type && addLocal(emitter, "", type);
  const visit = (one: CalledValue): void => {
    if (one.kind === "choice") {
      const [whenTrue, whenFalse] = [one.whenTrue, one.whenFalse].map((side) => inBlock(emitter, () => visit(side)));
      const selected = readVariable(emitter, one.selector.key);
      if (whenTrue && whenFalse) emit(emitter, build.ifElse(selected, whenTrue, whenFalse));
      return;
    }
    const callee = emitter.instance.choices.get(node)?.get(one);
    if (!callee) return;
    const value = lowerFunctionCall(emitter, node, callee, use);
    const given = callee.result?.shape;
    if (result === undefined || !value) return;
    const converted = term && given?.kind === "number" ? coerce(emitter, value, term.type, node, given.term) : value;
    emit(emitter, build.set(result, converted));
  };
  visit(choice);
  return result === undefined ? undefined : readLocal(emitter, result);
}
