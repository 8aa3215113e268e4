// Array and object literals as compile-time values. Outside functions, an unknown part leaves the rest of a literal constant:
// `const settings = { width: 640, home: process.env.HOME } as const`.

import type ts from "typescript-6";
import type { TypeScript } from "../../pass-context.js";
import { compute } from "./expressions.js";
import { attempt, charge, giveUp, type Run } from "./run.js";
import { keyOf, type Scope } from "./scope.js";
import { Closure, entriesOf, iterate, type Value, type ValueRecord } from "./values.js";

export function evaluateArray(run: Run, node: ts.ArrayLiteralExpression, scope: Scope | undefined): Value[] {
  const { ts } = run.context;
  const array: Value[] = [];
  for (const element of node.elements) {
    if (ts.isOmittedExpression(element)) array.length++;
    else if (!ts.isSpreadElement(element)) array.push(part(run, element, scope));
    else for (const value of spread(run, element, scope)) array.push(value);
  }
  if (isConstContext(ts, node)) Object.freeze(array);
  return array;
}

/** The values that `...x` expands to. */
export function spread(run: Run, element: ts.SpreadElement, scope: Scope | undefined): Value[] {
  const values = [...iterate(compute(run, element.expression, scope))];
  charge(run, values.length, element);
  return values;
}

/** Evaluates a part of a literal. Inside a function, an unknown part that is no name may change variables, so evaluation gives up. */
function part(run: Run, node: ts.Expression, scope: Scope | undefined): Value {
  const mayChange = scope !== undefined && !run.context.ts.isIdentifier(node);
  return mayChange ? compute(run, node, scope) : attempt(run, () => compute(run, node, scope));
}

export function evaluateObject(run: Run, node: ts.ObjectLiteralExpression, scope: Scope | undefined): ValueRecord {
  const { ts } = run.context;
  const record: ValueRecord = {};
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) Object.assign(record, spreadObject(run, property, scope));
    else record[keyOf(run, scope, property.name)] = propertyValue(run, property, scope);
  }
  if (isConstContext(ts, node)) Object.freeze(record);
  return record;
}

function spreadObject(run: Run, node: ts.SpreadAssignment, scope: Scope | undefined): ValueRecord {
  const value = compute(run, node.expression, scope);
  if (value === undefined || value === null) return {};
  const entries = entriesOf(value);
  charge(run, entries.length, node);
  return Object.fromEntries(entries);
}

function propertyValue(
  run: Run,
  node: Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>,
  scope: Scope | undefined,
): Value {
  const { ts } = run.context;
  if (ts.isPropertyAssignment(node)) return part(run, node.initializer, scope);
  if (ts.isShorthandPropertyAssignment(node)) return part(run, node.name, scope);
  return ts.isMethodDeclaration(node) ? new Closure(node, scope) : giveUp();
}

/** Whether a literal is under `as const`, which makes it and all nested literals readonly. */
function isConstContext(ts: TypeScript, literal: ts.Node): boolean {
  let at = literal;
  for (;;) {
    const { parent } = at;
    if (ts.isAssertionExpression(parent)) return ts.isConstTypeReference(parent.type);
    const isPart = ts.isParenthesizedExpression(parent) || ts.isPropertyAssignment(parent);
    if (!isPart && !ts.isArrayLiteralExpression(parent) && !ts.isObjectLiteralExpression(parent)) return false;
    at = parent;
  }
}
