// JavaScript's operators as kernels know them: one row each, used by inference and lowering.

import type { Op } from "@lanewise/ir";
import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";

export type Operator =
  | { readonly kind: "arithmetic"; readonly op: "add" | "sub" | "mul" | "rem" }
  | { readonly kind: "quotient" }
  | { readonly kind: "power" }
  | { readonly kind: "bitwise"; readonly op: "and" | "or" | "xor" }
  | { readonly kind: "shift"; readonly op: "shl" | "shr" | "ushr" }
  | { readonly kind: "comparison"; readonly op: Op & ("eq" | "ne" | "lt" | "le" | "gt" | "ge") }
  | { readonly kind: "logical"; readonly op: "and" | "or" | "nullish" }
  | { readonly kind: "comma" };

const operators: Readonly<Record<string, Operator>> = {
  "+": { kind: "arithmetic", op: "add" },
  "-": { kind: "arithmetic", op: "sub" },
  "*": { kind: "arithmetic", op: "mul" },
  "%": { kind: "arithmetic", op: "rem" },
  "/": { kind: "quotient" },
  "**": { kind: "power" },
  "&": { kind: "bitwise", op: "and" },
  "|": { kind: "bitwise", op: "or" },
  "^": { kind: "bitwise", op: "xor" },
  "<<": { kind: "shift", op: "shl" },
  ">>": { kind: "shift", op: "shr" },
  ">>>": { kind: "shift", op: "ushr" },
  "===": { kind: "comparison", op: "eq" },
  "==": { kind: "comparison", op: "eq" },
  "!==": { kind: "comparison", op: "ne" },
  "!=": { kind: "comparison", op: "ne" },
  "<": { kind: "comparison", op: "lt" },
  "<=": { kind: "comparison", op: "le" },
  ">": { kind: "comparison", op: "gt" },
  ">=": { kind: "comparison", op: "ge" },
  "&&": { kind: "logical", op: "and" },
  "||": { kind: "logical", op: "or" },
  "??": { kind: "logical", op: "nullish" },
  ",": { kind: "comma" },
};

/** The operator of a binary expression's token; undefined for assignments and operators that kernels lack. */
export function operatorOf(ts: TypeScript, token: ts.SyntaxKind): Operator | undefined {
  return operators[ts.tokenToString(token) ?? ""];
}

/** The operators of compound assignments; `&&=` and its kin are logical. */
export type CompoundOperator = Extract<Operator, { kind: "arithmetic" | "quotient" | "power" | "bitwise" | "shift" }>;
export type Assignment =
  | { readonly kind: "plain" }
  | { readonly kind: "compound"; readonly operator: CompoundOperator }
  | { readonly kind: "logical"; readonly op: "and" | "or" | "nullish" };

function isCompound(operator: Operator): operator is CompoundOperator {
  return operator.kind !== "comparison" && operator.kind !== "logical" && operator.kind !== "comma";
}

/** The kind of assignment that `=`, `+=`, `>>>=`, … make; undefined for other operators. */
export function assignmentOf(ts: TypeScript, token: ts.SyntaxKind): Assignment | undefined {
  const text = ts.tokenToString(token) ?? "";
  if (text === "=") return { kind: "plain" };
  const isAssignment = token >= ts.SyntaxKind.FirstAssignment && token <= ts.SyntaxKind.LastAssignment;
  const operator = isAssignment && text.endsWith("=") ? operators[text.slice(0, -1)] : undefined;
  if (operator?.kind === "logical") return { kind: "logical", op: operator.op };
  if (!operator || !isCompound(operator)) return undefined;
  return { kind: "compound", operator };
}

/** Whether an operator is `++` or `--`. */
export function isStep(ts: TypeScript, operator: ts.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
}

/** The target of an assignment, a step or a loop's head: a name, a member or a pattern; in a loop also a list of declarations. */
export function targetOf(ts: TypeScript, node: ts.Node): ts.Node | undefined {
  if (ts.isBinaryExpression(node)) return assignmentOf(ts, node.operatorToken.kind) ? node.left : undefined;
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    return isStep(ts, node.operator) ? node.operand : undefined;
  }
  return ts.isForInStatement(node) || ts.isForOfStatement(node) ? node.initializer : undefined;
}

/** JavaScript's idioms that truncate any number to an integer: `x | 0`, `~~x` (i32) and `x >>> 0` (u32). */
export function truncationOf(
  ts: TypeScript,
  node: ts.Expression,
): { operand: ts.Expression; to: "i32" | "u32" } | undefined {
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.TildeToken) {
    const inner = node.operand;
    const isDouble = ts.isPrefixUnaryExpression(inner) && inner.operator === ts.SyntaxKind.TildeToken;
    return isDouble ? { operand: inner.operand, to: "i32" } : undefined;
  }
  if (!ts.isBinaryExpression(node) || !ts.isNumericLiteral(node.right) || Number(node.right.text) !== 0)
    return undefined;
  if (node.operatorToken.kind === ts.SyntaxKind.BarToken) return { operand: node.left, to: "i32" };
  const isUnsigned = node.operatorToken.kind === ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken;
  return isUnsigned ? { operand: node.left, to: "u32" } : undefined;
}
