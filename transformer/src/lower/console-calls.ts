// Lowers console.log and its siblings, console.assert and assert.

import { build, consoleGlobal, type Expr, encodeMessage, type MessagePart, type ValueScalar } from "@lanewise/ir";
import type ts from "typescript-6";
import { skipWrappers } from "../recognise/calls.js";
import { linearItem, logStatements, printedTypes } from "./console.js";
import { lowerBoolean, lowerCondition, lowerNumber } from "./expressions.js";
import { addLocal, emit, type FunctionEmitter, spill } from "./function-emitter.js";

/** Fails the work-item where the condition does not hold. */
export function lowerAssert(emitter: FunctionEmitter, node: ts.CallExpression): void {
  const { context } = emitter.collection;
  const [condition, text] = node.arguments;
  if (!condition) return;
  const message = text && skipWrappers(context, text);
  const isMessage = message !== undefined && context.ts.isStringLiteralLike(message);
  const name = isMessage ? encodeMessage([message.text]) : condition.getText();
  const site = emitter.module.addSite("assert", name, node);
  emit(emitter, build.ifElse(build.op("not", lowerCondition(emitter, condition)), [build.fail(site)]));
}

interface Message {
  readonly parts: MessagePart[];
  readonly values: Expr[];
}

export function lowerLog(emitter: FunctionEmitter, node: ts.CallExpression): void {
  const { module } = emitter;
  const message: Message = { parts: [], values: [] };
  for (const [index, argument] of node.arguments.entries()) {
    if (index > 0) message.parts.push(" ");
    addPart(emitter, message, argument, false);
  }
  const at = module.positionOf(node);
  const statements = logStatements({
    site: module.addSite("log", encodeMessage(message.parts), node),
    ringSite: module.addSite("bounds", "console", node),
    item: linearItem(3),
    values: message.values,
    global: module.ownGlobal(consoleGlobal(at)),
    newLocal: (name, type) => addLocal(emitter, name, type),
    at,
  });
  for (const statement of statements) emit(emitter, statement);
}

/** Adds an argument to the message; `isText`: it is inside a template. */
function addPart(emitter: FunctionEmitter, message: Message, argument: ts.Expression, isText: boolean): void {
  const { ts } = emitter.collection.context;
  const node = skipWrappers(emitter.collection.context, argument);
  if (ts.isStringLiteralLike(node)) message.parts.push(node.text);
  else if (ts.isTemplateExpression(node)) {
    message.parts.push(node.head.text);
    for (const span of node.templateSpans) {
      addPart(emitter, message, span.expression, true);
      message.parts.push(span.literal.text);
    }
  } else {
    const isNumber = emitter.instance.terms.has(argument);
    const value = spill(emitter, (isNumber ? lowerNumber : lowerBoolean)(emitter, argument));
    const type = printedTypes[value.type as ValueScalar]; // a number or a boolean
    message.parts.push(isText ? { type, isText } : { type });
    message.values.push(value);
  }
}
