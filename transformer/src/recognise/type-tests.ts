// `typeof x === "number"`: a kernel knows what x is, or whether it is there.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";

export interface TypeTest {
  readonly operand: ts.Expression;
  readonly text: string;
  readonly isEqual: boolean;
}

/** `typeof x === "number"`. */
export function typeTest({ ts }: PassContext, node: ts.Node): TypeTest | undefined {
  if (!ts.isBinaryExpression(node)) return undefined;
  const operator = node.operatorToken.getText();
  const [asked, text] = ts.isTypeOfExpression(node.left) ? [node.left, node.right] : [node.right, node.left];
  if (!/^[!=]==?$/.test(operator) || !ts.isTypeOfExpression(asked) || !ts.isStringLiteralLike(text)) return undefined;
  return { operand: asked.expression, text: text.text, isEqual: operator[0] === "=" };
}
