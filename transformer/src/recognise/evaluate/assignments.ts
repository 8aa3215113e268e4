// Assignments in compile-time evaluation: to variables of the evaluated functions, and to fresh arrays and objects. Any
// other target would change the program's state, so the function is not pure and has no constant value.

import type ts from "typescript-6";
import type { TypeScript } from "../../pass-context.js";
import { resolvedSymbol } from "../library.js";
import { accessKey } from "./chains.js";
import { compute, shortCircuits } from "./expressions.js";
import { applyBinary, applyUnary } from "./operators.js";
import { charge, giveUp, type Run } from "./run.js";
import { findCell, keyOf, rest, type Scope } from "./scope.js";
import { iterate, readProperty, unknown, type Value, writeProperty } from "./values.js";

export function isAssignment(ts: TypeScript, kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** An lvalue whose object and key have been evaluated once. */
interface Place {
  readonly read: () => Value;
  readonly write: (value: Value) => void;
}

function placeOf(run: Run, target: ts.Expression, scope: Scope | undefined): Place {
  const { ts } = run.context;
  if (ts.isParenthesizedExpression(target) || ts.isNonNullExpression(target) || ts.isAssertionExpression(target)) {
    return placeOf(run, target.expression, scope);
  }
  if (ts.isIdentifier(target)) return variablePlace(run, target, scope);
  if (!ts.isPropertyAccessExpression(target) && !ts.isElementAccessExpression(target)) giveUp();
  const object = compute(run, target.expression, scope);
  const key = accessKey(run, target, scope);
  return {
    read: () => known(readProperty(object, key)),
    write: (value) => {
      if (Array.isArray(object)) charge(run, Math.max(0, Number(key) - object.length) || 0, target);
      writeProperty(object, key, value);
    },
  };
}

function known(value: Value): Value {
  return value === unknown ? giveUp() : value;
}

function variablePlace(run: Run, name: ts.Identifier, scope: Scope | undefined): Place {
  const symbol = resolvedSymbol(run.context, name);
  const cell = (symbol && findCell(scope, symbol)) ?? giveUp();
  if (cell.isConst) giveUp();
  return {
    read: () => known(cell.value),
    write: (value) => {
      cell.value = value;
    },
  };
}

export function applyAssignment(run: Run, node: ts.BinaryExpression, scope: Scope | undefined): Value {
  const { ts } = run.context;
  const operator = (ts.tokenToString(node.operatorToken.kind) ?? "").slice(0, -1);
  if (operator === "") return assign(run, node, scope);
  const place = placeOf(run, node.left, scope);
  const old = place.read();
  const isDecided = shortCircuits(operator, old);
  if (isDecided) return old;
  const right = compute(run, node.right, scope);
  const value = isDecided === false ? right : applyBinary(run, operator, old, right, node);
  place.write(value);
  return value;
}

function assign(run: Run, node: ts.BinaryExpression, scope: Scope | undefined): Value {
  const { ts } = run.context;
  if (ts.isArrayLiteralExpression(node.left) || ts.isObjectLiteralExpression(node.left)) {
    const value = compute(run, node.right, scope);
    assignTo(run, node.left, value, scope);
    return value;
  }
  const place = placeOf(run, node.left, scope);
  const value = compute(run, node.right, scope);
  place.write(value);
  return value;
}

/** Assigns a value to a variable, an element, or the parts of a pattern: `[a, b] = [b, a]`. */
export function assignTo(run: Run, target: ts.Expression, value: Value, scope: Scope | undefined): void {
  const { ts } = run.context;
  if (ts.isArrayLiteralExpression(target)) assignElements(run, target, value, scope);
  else if (ts.isObjectLiteralExpression(target)) assignProperties(run, target, value, scope);
  else if (ts.isBinaryExpression(target) && target.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const present = value === undefined ? compute(run, target.right, scope) : value;
    assignTo(run, target.left, present, scope);
  } else placeOf(run, target, scope).write(value);
}

function assignElements(run: Run, target: ts.ArrayLiteralExpression, value: Value, scope: Scope | undefined): void {
  const { ts } = run.context;
  const values = [...iterate(value)];
  charge(run, values.length, target);
  for (const [index, element] of target.elements.entries()) {
    if (ts.isOmittedExpression(element)) continue;
    if (ts.isSpreadElement(element)) assignTo(run, element.expression, values.slice(index), scope);
    else assignTo(run, element, values[index], scope);
  }
}

function assignProperties(run: Run, target: ts.ObjectLiteralExpression, value: Value, scope: Scope | undefined): void {
  const { ts } = run.context;
  const taken: string[] = [];
  for (const property of target.properties) {
    if (ts.isSpreadAssignment(property)) {
      assignTo(run, property.expression, rest(value, taken), scope);
      continue;
    }
    const key = keyOf(run, scope, property.name ?? giveUp());
    taken.push(key);
    const item = readProperty(value, key);
    if (ts.isPropertyAssignment(property)) assignTo(run, property.initializer, item, scope);
    else if (ts.isShorthandPropertyAssignment(property)) {
      const fallback = property.objectAssignmentInitializer;
      const present = item === undefined && fallback ? compute(run, fallback, scope) : item;
      assignTo(run, property.name, present, scope);
    } else giveUp();
  }
}

/** Evaluates `x++`, `x--`, `++x` and `--x`. */
export function applyStep(
  run: Run,
  node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression,
  scope: Scope | undefined,
): Value {
  const { ts } = run.context;
  const place = placeOf(run, node.operand, scope);
  const read = place.read();
  const old = typeof read === "bigint" ? read : applyUnary(run, "+", read, node);
  const one = typeof old === "bigint" ? 1n : 1;
  const value = applyBinary(run, node.operator === ts.SyntaxKind.PlusPlusToken ? "+" : "-", old, one, node);
  place.write(value);
  return ts.isPrefixUnaryExpression(node) ? value : old;
}
