// Finds the object literal that creates a const, and its members by name. Objects of one type can have different functions, so an object's
// function is known only if its literal is.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { type CallableNode, functionOf, skipWrappers } from "./calls.js";
import { resolvedSymbol } from "./library.js";

/** Whether a function is a member of an object literal. */
export function isOfLiteral({ ts }: PassContext, fn: CallableNode): boolean {
  let at: ts.Node = fn.parent;
  while (ts.isParenthesizedExpression(at)) at = at.parent;
  return ts.isObjectLiteralExpression(at) || (ts.isPropertyAssignment(at) && ts.isObjectLiteralExpression(at.parent));
}

/** Whether a function is in a literal that initializes a const, directly or nested: calls find it by the const. */
export function isNamedByConst(context: PassContext, member: ts.Node): boolean {
  const { ts } = context;
  if (!ts.isObjectLiteralExpression(member.parent)) return false;
  let { parent } = member.parent;
  while (ts.isParenthesizedExpression(parent) || ts.isSatisfiesExpression(parent) || ts.isAsExpression(parent))
    parent = parent.parent;
  if (ts.isPropertyAssignment(parent)) return isNamedByConst(context, parent);
  const isVariable = ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name);
  return isVariable && (ts.getCombinedNodeFlags(parent) & ts.NodeFlags.Const) !== 0;
}

/** Whether a literal's member is written as a function, or as a literal of functions only. */
export function isFunctionMember(context: PassContext, member: ts.Node): boolean {
  const { ts } = context;
  if (ts.isMethodDeclaration(member)) return true;
  if (!ts.isPropertyAssignment(member)) return false;
  let value = member.initializer;
  while (ts.isParenthesizedExpression(value)) value = value.expression;
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value) || isOfFunctions(context, value);
}

/** Whether a node is a literal of functions only. */
export function isOfFunctions(context: PassContext, node: ts.Node): boolean {
  if (!context.ts.isObjectLiteralExpression(node) || node.properties.length === 0) return false;
  return node.properties.every((property) => isFunctionMember(context, property));
}

/** The expressions being followed: one that leads back to itself has no literal. */
type Path = readonly ts.Node[];

/** The literal that an expression always evaluates to; undefined if there may be others. */
export function literalGivenBy(
  context: PassContext,
  node: ts.Expression,
  before: Path = [],
): ts.ObjectLiteralExpression | undefined {
  const { ts } = context;
  const value = skipWrappers(context, node);
  if (ts.isObjectLiteralExpression(value)) return value;
  if (before.includes(value)) return undefined;
  const path = [...before, value];
  if (ts.isIdentifier(value)) return literalOf(context, resolvedSymbol(context, value), path);
  if (ts.isPropertyAccessExpression(value)) {
    const base = literalGivenBy(context, value.expression, path);
    if (!base) return literalOf(context, resolvedSymbol(context, value), path); // a namespace's member
    const member = memberOf(context, base, value.name.text, path);
    return member && ts.isExpression(member) ? literalGivenBy(context, member, path) : undefined;
  }
  if (!ts.isCallExpression(value)) return undefined;
  const [argument] = value.arguments;
  if (/^Object\.(freeze|seal)$/.test(value.expression.getText()) && argument)
    return literalGivenBy(context, argument, path);
  const maker = resolvedSymbol(context, skipWrappers(context, value.expression));
  const body = maker && functionOf(context, maker)?.body;
  return body && literalOfBody(context, body, path);
}

/** The literal of a const. */
export function literalOf(
  context: PassContext,
  symbol: ts.Symbol | undefined,
  path: Path = [],
): ts.ObjectLiteralExpression | undefined {
  const { ts } = context;
  const declaration = symbol?.valueDeclaration;
  const isConst =
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    ts.isIdentifier(declaration.name) &&
    (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  return isConst && declaration.initializer ? literalGivenBy(context, declaration.initializer, path) : undefined;
}

function literalOfBody(context: PassContext, body: ts.ConciseBody, path: Path): ts.ObjectLiteralExpression | undefined {
  const { ts } = context;
  if (!ts.isBlock(body)) return literalGivenBy(context, body, path);
  const [given, ...others] = returnsIn(ts, body);
  return given?.expression && others.length === 0 ? literalGivenBy(context, given.expression, path) : undefined;
}

function returnsIn(typescript: PassContext["ts"], node: ts.Node): ts.ReturnStatement[] {
  if (typescript.isReturnStatement(node)) return [node];
  const found: ts.ReturnStatement[] = [];
  typescript.forEachChild(node, (child) => {
    if (!typescript.isFunctionLike(child)) found.push(...returnsIn(typescript, child));
  });
  return found;
}

/** The literal's member with that name: a method, or a property's value; undefined if it is not visible. */
export function memberOf(
  context: PassContext,
  literal: ts.ObjectLiteralExpression,
  name: string,
  path: Path = [],
): ts.Expression | ts.MethodDeclaration | undefined {
  if (path.includes(literal)) return undefined;
  const { ts, checker } = context;
  for (const property of literal.properties.toReversed()) {
    if (ts.isSpreadAssignment(property)) {
      const spread = literalGivenBy(context, property.expression, path);
      if (spread && hasMember(ts, spread, name)) return memberOf(context, spread, name, [...path, literal]);
      if (!spread && checker.getPropertyOfType(checker.getTypeAtLocation(property.expression), name)) return undefined;
      continue;
    }
    if (ts.isComputedPropertyName(property.name)) return undefined;
    if (property.name.text !== name) continue;
    if (ts.isMethodDeclaration(property)) return property;
    if (ts.isPropertyAssignment(property)) return skipWrappers(context, property.initializer);
    return ts.isShorthandPropertyAssignment(property) ? property.name : undefined;
  }
  return undefined;
}

function hasMember(typescript: PassContext["ts"], literal: ts.ObjectLiteralExpression, name: string): boolean {
  return literal.properties.some(
    (property) => typescript.isSpreadAssignment(property) || property.name.getText() === name,
  );
}

/** The function that a const object has under a name, even if its type hides the literal. */
export function functionOfMember(
  context: PassContext,
  receiver: ts.Expression,
  name: string,
  before: Path = [],
): CallableNode | undefined {
  const { ts } = context;
  if (before.includes(receiver)) return undefined;
  const literal = literalGivenBy(context, receiver);
  const member = literal && memberOf(context, literal, name);
  if (!member || ts.isMethodDeclaration(member)) return member?.body && member;
  if (ts.isArrowFunction(member) || ts.isFunctionExpression(member)) return member;
  if (ts.isPropertyAccessExpression(member))
    return functionOfMember(context, member.expression, member.name.text, [...before, receiver]);
  const symbol = ts.isIdentifier(member) ? resolvedSymbol(context, member) : undefined;
  return symbol && functionOf(context, symbol);
}

/** Whether a function uses its own `this`. */
export function usesThis({ ts }: PassContext, fn: CallableNode): boolean {
  if (ts.isArrowFunction(fn)) return false;
  const visit = (node: ts.Node): true | undefined => {
    if (node.kind === ts.SyntaxKind.ThisKeyword) return true;
    const hasOwn = ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isMethodDeclaration(node);
    return hasOwn ? undefined : ts.forEachChild(node, visit);
  };
  return ts.forEachChild(fn, visit) === true;
}
