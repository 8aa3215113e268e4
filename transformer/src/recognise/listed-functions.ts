// Which functions `table[key]`, `steps[k]` and the variable of `for (const f of steps)` may be: the members of the literal that a const names. The
// launch tells which of them it is, so a list that the program changes afterwards is no danger.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "./calls.js";
import { resolvedSymbol } from "./library.js";
import { literalGivenBy } from "./object-literals.js";

/** The members that `table[key]` may be; undefined if no literal lists them all. */
export function membersAt(
  context: PassContext,
  { expression, argumentExpression }: ts.ElementAccessExpression,
): readonly ts.Expression[] | undefined {
  const list = listOf(context, expression);
  if (list) return list;
  const literal = literalGivenBy(context, expression);
  return literal && valuesOf(context, literal, textsOfKey(context, argumentExpression));
}

/** The member that `table.key` is in the literal of a const, whose declared type does not name it. */
export function memberNamed(
  context: PassContext,
  { expression, name }: ts.PropertyAccessExpression,
): ts.Expression | undefined {
  const literal = literalGivenBy(context, expression);
  return literal && valuesOf(context, literal, [name.text])?.[0];
}

/** The elements that the variable of a for-of takes in turn; undefined if no literal lists them all. */
export function elementsInTurn(
  context: PassContext,
  declaration: ts.VariableDeclaration,
): readonly ts.Expression[] | undefined {
  const loop = declaration.parent.parent;
  return context.ts.isForOfStatement(loop) && context.ts.isIdentifier(declaration.name)
    ? listOf(context, loop.expression)
    : undefined;
}

/** The elements of an array literal, or of that of a const. */
function listOf(context: PassContext, node: ts.Expression): readonly ts.Expression[] | undefined {
  const { ts } = context;
  const value = skipWrappers(context, node);
  const declared = ts.isIdentifier(value) ? resolvedSymbol(context, value)?.valueDeclaration : undefined;
  const isConst = declared && ts.isVariableDeclaration(declared) && isNamedConst(context, declared);
  const literal = isConst && declared.initializer ? skipWrappers(context, declared.initializer) : value;
  if (!ts.isArrayLiteralExpression(literal)) return undefined;
  return literal.elements.some((one) => ts.isSpreadElement(one) || ts.isOmittedExpression(one))
    ? undefined
    : literal.elements;
}

function isNamedConst({ ts }: PassContext, declaration: ts.VariableDeclaration): boolean {
  return ts.isIdentifier(declaration.name) && (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
}

function valuesOf(
  { ts }: PassContext,
  literal: ts.ObjectLiteralExpression,
  keys: readonly string[] | undefined,
): readonly ts.Expression[] | undefined {
  const values: ts.Expression[] = [];
  for (const property of literal.properties) {
    const name = property.name && !ts.isComputedPropertyName(property.name) ? property.name.text : undefined;
    if (name === undefined) return undefined;
    if (keys && !keys.includes(name)) continue;
    if (ts.isPropertyAssignment(property)) values.push(property.initializer);
    else if (ts.isShorthandPropertyAssignment(property)) values.push(property.name);
    else return undefined;
  }
  return values;
}

/** The texts that a key's type lists; undefined if it may be any. */
function textsOfKey({ checker }: PassContext, key: ts.Expression): readonly string[] | undefined {
  const type = checker.getTypeAtLocation(key);
  const members = type.isUnion() ? type.types : [type];
  return members.every((one) => one.isStringLiteral()) ? members.map((one) => String(one.value)) : undefined;
}
