// Updates that combine a variable with a value, `total += x`, `count++`, `most = Math.max(most, x)`, as a reduction does over all
// work-items. LW1203's help line and quick fix use them.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";

export interface CombiningUpdate {
  readonly operation: "add" | "multiply" | "min" | "max";
  /** The other value, as source text. */
  readonly value: string;
}

/** The update that an assignment to `target`, `++` or `--` makes; undefined if it does not combine. */
export function combiningUpdate(
  typescript: TypeScript,
  target: ts.Expression,
  node: ts.Node,
): CombiningUpdate | undefined {
  const { SyntaxKind } = typescript;
  if (typescript.isPrefixUnaryExpression(node) || typescript.isPostfixUnaryExpression(node)) {
    return { operation: "add", value: node.operator === SyntaxKind.MinusMinusToken ? "-1" : "1" };
  }
  if (!typescript.isBinaryExpression(node)) return undefined;
  const { operatorToken, right } = node;
  switch (operatorToken.kind) {
    case SyntaxKind.PlusEqualsToken:
      return { operation: "add", value: right.getText() };
    case SyntaxKind.MinusEqualsToken:
      return { operation: "add", value: `-(${right.getText()})` };
    case SyntaxKind.AsteriskEqualsToken:
      return { operation: "multiply", value: right.getText() };
    case SyntaxKind.EqualsToken:
      return ofExpression(typescript, target.getText(), right);
    default:
      return undefined;
  }
}

/** `total + x`, `x * total`, `Math.max(total, x)`. */
function ofExpression(typescript: TypeScript, target: string, node: ts.Expression): CombiningUpdate | undefined {
  const other = (a: ts.Node | undefined, b: ts.Node | undefined): string | undefined =>
    a?.getText() === target ? b?.getText() : b?.getText() === target ? a?.getText() : undefined;
  if (typescript.isBinaryExpression(node)) {
    const { PlusToken, AsteriskToken } = typescript.SyntaxKind;
    const { kind } = node.operatorToken;
    const operation = kind === PlusToken ? "add" : kind === AsteriskToken ? "multiply" : undefined;
    const value = other(node.left, node.right);
    return operation && value !== undefined ? { operation, value } : undefined;
  }
  if (!typescript.isCallExpression(node) || node.arguments.length !== 2) return undefined;
  const name = node.expression.getText();
  const operation = name === "Math.min" ? "min" : name === "Math.max" ? "max" : undefined;
  const value = other(node.arguments[0], node.arguments[1]);
  return operation && value !== undefined ? { operation, value } : undefined;
}
