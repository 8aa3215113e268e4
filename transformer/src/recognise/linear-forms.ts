// Reads expressions as sums of multiples, so that the distance of two indices is known: of `8 * k + 16` and `8 * k` it is 16.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "./calls.js";
import { evaluate } from "./evaluate.js";
import { resolvedSymbol } from "./library.js";
import { isName } from "./names.js";

/** By the text of a variable or field, its factor; the constant part is under "". */
type LinearForm = ReadonlyMap<string, number>;

/** Returns `left - right`, if that is a constant whatever their variables and fields are. */
export function constantDifference(
  context: PassContext,
  left: ts.Expression,
  right: ts.Expression,
): number | undefined {
  const [one, other] = [formOf(context, left), formOf(context, right)];
  if (!one || !other) return undefined;
  const { "": constant = 0, ...rest } = Object.fromEntries(sum(one, other, -1));
  return Object.values(rest).every((factor) => factor === 0) ? constant : undefined;
}

function formOf(context: PassContext, expression: ts.Expression): LinearForm | undefined {
  const { ts } = context;
  const node = skipWrappers(context, expression);
  const value = evaluate(context, node);
  if (typeof value === "number") return new Map([["", value]]);
  if (isRead(context, node)) return new Map([[node.getText(), 1]]);
  if (!ts.isBinaryExpression(node)) return undefined;
  const [left, right] = [formOf(context, node.left), formOf(context, node.right)];
  if (!left || !right) return undefined;
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.PlusToken:
      return sum(left, right, 1);
    case ts.SyntaxKind.MinusToken:
      return sum(left, right, -1);
    case ts.SyntaxKind.AsteriskToken:
      return product(left, right) ?? product(right, left);
    default:
      return undefined;
  }
}

/** Whether it is a variable, or a field of an object: two reads of it give the same. */
function isRead(context: PassContext, node: ts.Expression): boolean {
  const { ts } = context;
  if (node.kind === ts.SyntaxKind.ThisKeyword || isName(context, node)) return true;
  if (!ts.isPropertyAccessExpression(node)) return false;
  const isGetter = ((resolvedSymbol(context, node)?.flags ?? 0) & ts.SymbolFlags.Accessor) !== 0;
  return !isGetter && isRead(context, skipWrappers(context, node.expression));
}

function sum(left: LinearForm, right: LinearForm, factor: number): LinearForm {
  const result = new Map(left);
  for (const [text, own] of right) result.set(text, (result.get(text) ?? 0) + own * factor);
  return result;
}

/** Returns the product if the second is a constant. */
function product(form: LinearForm, other: LinearForm): LinearForm | undefined {
  const isConstant = [...other.keys()].every((text) => text === "");
  const factor = other.get("") ?? 0;
  return isConstant ? new Map([...form].map(([text, own]) => [text, own * factor])) : undefined;
}
