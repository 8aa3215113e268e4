// Evaluates expressions over compile-time values, with one row for each kind of node. Kinds without a row are not
// constants. Calls, assignments and names have separate files.

import type ts from "typescript-6";
import type { PassContext, TypeScript } from "../../pass-context.js";
import { isStep } from "../operators.js";
import { applyAssignment, applyStep, isAssignment } from "./assignments.js";
import { evaluateCall, evaluateNew } from "./calls.js";
import { evaluateChain } from "./chains.js";
import { evaluateThis } from "./classes.js";
import { evaluateArray, evaluateObject } from "./literals.js";
import { evaluateName } from "./names.js";
import { applyBinary, applyUnary, isOperator } from "./operators.js";
import { knownOutcome } from "./outcomes.js";
import { charge, enter, giveUp, type Run } from "./run.js";
import type { Scope } from "./scope.js";
import { Closure, hasProperty, isCallable, isPrimitive, toKey, unknown, type Value } from "./values.js";

interface Kinds {
  NumericLiteral: ts.NumericLiteral;
  BigIntLiteral: ts.BigIntLiteral;
  StringLiteral: ts.StringLiteral;
  NoSubstitutionTemplateLiteral: ts.NoSubstitutionTemplateLiteral;
  TemplateExpression: ts.TemplateExpression;
  TrueKeyword: ts.Expression;
  FalseKeyword: ts.Expression;
  NullKeyword: ts.Expression;
  ThisKeyword: ts.Expression;
  Identifier: ts.Identifier;
  PropertyAccessExpression: ts.PropertyAccessExpression;
  ElementAccessExpression: ts.ElementAccessExpression;
  CallExpression: ts.CallExpression;
  NewExpression: ts.NewExpression;
  ArrayLiteralExpression: ts.ArrayLiteralExpression;
  ObjectLiteralExpression: ts.ObjectLiteralExpression;
  ArrowFunction: ts.ArrowFunction;
  FunctionExpression: ts.FunctionExpression;
  PrefixUnaryExpression: ts.PrefixUnaryExpression;
  PostfixUnaryExpression: ts.PostfixUnaryExpression;
  TypeOfExpression: ts.TypeOfExpression;
  VoidExpression: ts.VoidExpression;
  BinaryExpression: ts.BinaryExpression;
  ConditionalExpression: ts.ConditionalExpression;
  ParenthesizedExpression: ts.ParenthesizedExpression;
  NonNullExpression: ts.NonNullExpression;
  AsExpression: ts.AsExpression;
  TypeAssertionExpression: ts.TypeAssertion;
  SatisfiesExpression: ts.SatisfiesExpression;
}

type Row<N> = (run: Run, node: N, scope: Scope | undefined) => Value;

const inner: Row<{ readonly expression: ts.Expression }> = (run, node, scope) => compute(run, node.expression, scope);

const rows: { readonly [K in keyof Kinds]: Row<Kinds[K]> } = {
  NumericLiteral: (_, node) => Number(node.text),
  BigIntLiteral: (_, node) => BigInt(node.text.slice(0, -1)),
  StringLiteral: (_, node) => node.text,
  NoSubstitutionTemplateLiteral: (_, node) => node.text,
  TemplateExpression: evaluateTemplate,
  TrueKeyword: () => true,
  FalseKeyword: () => false,
  NullKeyword: () => null,
  ThisKeyword: evaluateThis,
  Identifier: evaluateName,
  PropertyAccessExpression: evaluateChain,
  ElementAccessExpression: evaluateChain,
  CallExpression: (run, node, scope) =>
    run.context.ts.isOptionalChain(node) ? evaluateChain(run, node, scope) : evaluateCall(run, node, scope),
  NewExpression: evaluateNew,
  ArrayLiteralExpression: evaluateArray,
  ObjectLiteralExpression: evaluateObject,
  ArrowFunction: (_, node, scope) => new Closure(node, scope),
  FunctionExpression: (_, node, scope) => new Closure(node, scope),
  PrefixUnaryExpression: evaluatePrefix,
  PostfixUnaryExpression: (run, node, scope) => applyStep(run, node, scope),
  TypeOfExpression: (run, node, scope) => typeName(compute(run, node.expression, scope)),
  VoidExpression: (run, node, scope) => {
    compute(run, node.expression, scope);
    return undefined;
  },
  BinaryExpression: evaluateBinary,
  ConditionalExpression: (run, node, scope) =>
    compute(run, compute(run, node.condition, scope) ? node.whenTrue : node.whenFalse, scope),
  ParenthesizedExpression: inner,
  NonNullExpression: inner,
  AsExpression: inner,
  TypeAssertionExpression: inner,
  SatisfiesExpression: inner,
};

const rowsByKind = new WeakMap<TypeScript, ReadonlyMap<ts.SyntaxKind, Row<ts.Expression>>>();

function rowsOf(typescript: TypeScript): ReadonlyMap<ts.SyntaxKind, Row<ts.Expression>> {
  const known = rowsByKind.get(typescript);
  if (known) return known;
  const made = new Map(
    // The row is looked up by the kind of the node it receives.
    Object.entries(rows).map(([kind, row]) => [typescript.SyntaxKind[kind as keyof Kinds], row as Row<ts.Expression>]),
  );
  rowsByKind.set(typescript, made);
  return made;
}

/** Whether an expression of this kind can be a constant. */
export function hasRow({ ts }: PassContext, node: ts.Node): boolean {
  return rowsOf(ts).has(node.kind);
}

/** Evaluates an expression; gives up if it has no constant value. */
export function compute(run: Run, node: ts.Expression, scope: Scope | undefined): Value {
  const row = rowsOf(run.context.ts).get(node.kind) ?? giveUp();
  const known = scope ? undefined : knownOutcome(run, node);
  if (known?.value === unknown) giveUp();
  // Objects that are already known are frozen; a fresh one may not be.
  if (known && isPrimitive(known.value)) return known.value;
  enter(run, node);
  const value = row(run, node, scope);
  run.depth--;
  return value === unknown ? giveUp() : value;
}

function evaluateTemplate(run: Run, node: ts.TemplateExpression, scope: Scope | undefined): string {
  let text = node.head.text;
  for (const span of node.templateSpans) {
    const value = compute(run, span.expression, scope);
    if (!isPrimitive(value)) giveUp();
    text += `${value}${span.literal.text}`;
  }
  charge(run, text.length >> 3, node);
  return text;
}

function typeName(value: Value): string {
  return isCallable(value) ? "function" : typeof value;
}

function evaluatePrefix(run: Run, node: ts.PrefixUnaryExpression, scope: Scope | undefined): Value {
  const { ts } = run.context;
  if (isStep(ts, node.operator)) return applyStep(run, node, scope);
  const operator = ts.tokenToString(node.operator) ?? "";
  return applyUnary(run, operator, compute(run, node.operand, scope), node);
}

/** Whether the left operand is the result. */
const decides: Readonly<Record<string, (left: Value) => boolean>> = {
  "&&": (left) => !left,
  "||": (left) => Boolean(left),
  "??": (left) => left !== undefined && left !== null,
};

export function shortCircuits(operator: string, left: Value): boolean | undefined {
  return decides[operator]?.(left);
}

function evaluateBinary(run: Run, node: ts.BinaryExpression, scope: Scope | undefined): Value {
  const { ts } = run.context;
  const { kind } = node.operatorToken;
  if (isAssignment(ts, kind)) return applyAssignment(run, node, scope);
  const operator = ts.tokenToString(kind) ?? "";
  if (!isOperator(operator) && !(operator in decides) && operator !== "," && operator !== "in") giveUp();
  const left = compute(run, node.left, scope);
  const isDecided = shortCircuits(operator, left);
  if (isDecided) return left;
  const right = compute(run, node.right, scope);
  if (operator === "," || isDecided === false) return right;
  if (operator === "in") return hasProperty(right, toKey(left));
  return applyBinary(run, operator, left, right, node);
}
