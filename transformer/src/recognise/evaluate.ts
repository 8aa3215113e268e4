// Compile-time values: constants of any module, literals, and what operators and Math make of them, exactly as JavaScript
// would at run time.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { createCache } from "./cache.js";
import { skipWrappers } from "./calls.js";
import { isName, type NameNode, resolvedSymbol, standardGlobal } from "./library.js";

export type ConstantValue = number | boolean;

/** The value of an expression, or undefined where it is not known before the program runs. */
export function evaluate(context: PassContext, expression: ts.Expression): ConstantValue | undefined {
  const { ts } = context;
  const node = skipWrappers(context, expression);
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (isName(context, node)) return constantOf(context, node);
  if (ts.isPrefixUnaryExpression(node)) return evaluateUnary(context, node);
  if (ts.isBinaryExpression(node)) return evaluateBinary(context, node);
  if (ts.isConditionalExpression(node)) {
    const condition = evaluate(context, node.condition);
    if (condition === undefined) return undefined;
    return evaluate(context, condition ? node.whenTrue : node.whenFalse);
  }
  if (ts.isPropertyAccessExpression(node)) return mathMember(context, node, "number") ?? enumMember(context, node);
  if (ts.isCallExpression(node)) return evaluateMathCall(context, node);
  return undefined;
}

interface Constant {
  readonly value: ConstantValue | undefined;
  /** The source files that decided it. */
  readonly files: ReadonlySet<ts.SourceFile>;
}

const unknown: Constant = { value: undefined, files: new Set() };

/** The value of the const or enum member that a name stands for. */
export function constantOf(context: PassContext, node: NameNode): ConstantValue | undefined {
  return constant(context, node).value;
}

/** The files whose text decided the constant that a name stands for. */
export function constantFiles(context: PassContext, node: NameNode): ReadonlySet<ts.SourceFile> {
  return constant(context, node).files;
}

function constant(context: PassContext, node: NameNode): Constant {
  const { ts } = context;
  const global = standardGlobal(context, node);
  if (global === "NaN") return { ...unknown, value: Number.NaN };
  if (global === "Infinity") return { ...unknown, value: Number.POSITIVE_INFINITY };
  const declaration = resolvedSymbol(context, node)?.valueDeclaration;
  if (!declaration || !ts.isVariableDeclaration(declaration) || !declaration.initializer) return unknown;
  if (!ts.isIdentifier(declaration.name)) return unknown;
  if (!(ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const)) return unknown;
  const found = evaluations(context, declaration, () => evaluateDeclaration(context, declaration));
  for (const file of found.files) readFiles.add(file);
  return found;
}

const evaluations = createCache<ts.VariableDeclaration, Constant>();
/** Declarations being evaluated: a const whose value hangs on itself has none. */
const isEvaluating = new Set<ts.Node>();
/** The files read since the outermost declaration being evaluated was begun. */
let readFiles = new Set<ts.SourceFile>();

function evaluateDeclaration(context: PassContext, declaration: ts.VariableDeclaration): Constant {
  const { initializer } = declaration;
  if (!initializer || isEvaluating.has(declaration)) return unknown;
  const outside = readFiles;
  const files = new Set([declaration.getSourceFile()]);
  readFiles = files;
  isEvaluating.add(declaration);
  try {
    return { value: evaluate(context, initializer), files };
  } finally {
    isEvaluating.delete(declaration);
    readFiles = outside;
  }
}

/** The value of `Colour.red`. */
function enumMember(context: PassContext, node: ts.Expression): number | undefined {
  const { ts } = context;
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const member = resolvedSymbol(context, node)?.valueDeclaration;
  if (!member || !ts.isEnumMember(member)) return undefined;
  readFiles.add(member.getSourceFile());
  const value = context.checker.getConstantValue(member);
  return typeof value === "number" ? value : undefined;
}

const unary: Readonly<Record<string, (a: number) => ConstantValue>> = {
  "-": (a) => -a,
  "+": (a) => a,
  "~": (a) => ~a,
  "!": (a) => !a,
};

function evaluateUnary(context: PassContext, node: ts.PrefixUnaryExpression): ConstantValue | undefined {
  const value = evaluate(context, node.operand);
  const operator = unary[context.ts.tokenToString(node.operator) ?? ""];
  return value === undefined ? undefined : operator?.(Number(value));
}

const binary: Readonly<Record<string, (a: number, b: number) => ConstantValue>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
  "**": (a, b) => a ** b,
  "&": (a, b) => a & b,
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
  "<<": (a, b) => a << b,
  ">>": (a, b) => a >> b,
  ">>>": (a, b) => a >>> b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "===": (a, b) => a === b,
  "!==": (a, b) => a !== b,
};

function evaluateBinary(context: PassContext, node: ts.BinaryExpression): ConstantValue | undefined {
  const operator = binary[context.ts.tokenToString(node.operatorToken.kind) ?? ""];
  if (!operator) return undefined;
  const left = evaluate(context, node.left);
  const right = left === undefined ? undefined : evaluate(context, node.right);
  if (left === undefined || right === undefined || typeof left !== typeof right) return undefined;
  return operator(Number(left), Number(right));
}

/** A member of Math of the wanted type; Math.random is none, since its value is not known. */
function mathMember(context: PassContext, node: ts.Expression, type: "number"): number | undefined;
function mathMember(
  context: PassContext,
  node: ts.Expression,
  type: "function",
): ((...args: number[]) => number) | undefined;
function mathMember(context: PassContext, node: ts.Expression, type: "number" | "function"): unknown {
  if (!context.ts.isPropertyAccessExpression(node)) return undefined;
  if (standardGlobal(context, node.expression) !== "Math" || node.name.text === "random") return undefined;
  const member: unknown = Object.getOwnPropertyDescriptor(Math, node.name.text)?.value;
  return typeof member === type ? member : undefined;
}

function evaluateMathCall(context: PassContext, node: ts.CallExpression): ConstantValue | undefined {
  const call = mathMember(context, node.expression, "function");
  if (!call) return undefined;
  const values: number[] = [];
  for (const argument of node.arguments) {
    const value = evaluate(context, argument);
    if (typeof value !== "number") return undefined;
    values.push(value);
  }
  return call(...values);
}
