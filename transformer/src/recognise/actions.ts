// Tells expressions that have effects from those that only read.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { type Call, classifyCall } from "./calls.js";
import { isQuestion } from "./item-members.js";
import { resolvedSymbol } from "./library.js";
import { targetOf } from "./operators.js";

/** Whether an expression or a part of it assigns, creates an object, or calls something that may. */
export function isAction(context: PassContext, node: ts.Node): boolean {
  const { ts } = context;
  return (
    isActionItself(context, node) || (ts.forEachChild(node, (child) => isAction(context, child) || undefined) ?? false)
  );
}

function isActionItself(context: PassContext, node: ts.Node): boolean {
  const { ts } = context;
  if (ts.isNewExpression(node) || targetOf(ts, node)) return true;
  if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) return true;
  if (ts.isPropertyAccessExpression(node)) {
    return ((resolvedSymbol(context, node.name)?.flags ?? 0) & ts.SymbolFlags.GetAccessor) !== 0;
  }
  return ts.isCallExpression(node) && !isReading(classifyCall(context, node));
}

/** Whether a call only reads constants or a device global. */
export function isReading(call: Call): boolean {
  return (
    /^(math|conversion|standard|addressOf|nullPointer|functionRef|localMemory|specConstant|specialized|target)$/.test(
      call.kind,
    ) ||
    (call.kind === "item" && isQuestion(call.method)) ||
    (call.kind === "global" && call.method !== "set")
  );
}
