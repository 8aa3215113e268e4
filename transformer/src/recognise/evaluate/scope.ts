// The variables of the functions being evaluated: nested scopes, filled by declarations and patterns.

import type ts from "typescript-6";
import { resolvedSymbol } from "../library.js";
import { compute } from "./expressions.js";
import { charge, giveUp, type Run } from "./run.js";
import { entriesOf, iterate, readProperty, toKey, type Value, type ValueRecord } from "./values.js";

export interface Cell {
  value: Value;
  readonly isConst: boolean;
}

export interface Scope {
  readonly cells: Map<ts.Symbol, Cell>;
  readonly parent: Scope | undefined;
  /** Whether it is a function's scope, where `var` declares. */
  readonly isFunction: boolean;
  /** In the scope of a constructor or a method, its object; null where `this` is not known. Arrow functions have that of their surroundings. */
  readonly self: ValueRecord | null | undefined;
}

export function createScope(parent: Scope | undefined, isFunction = false, self?: ValueRecord | null): Scope {
  return { cells: new Map(), parent, isFunction, self };
}

/** The value of `this` in a constructor, a method and their arrow functions. */
export function thisOf(scope: Scope | undefined): ValueRecord | undefined {
  for (let at = scope; at; at = at.parent) if (at.self !== undefined) return at.self ?? undefined;
  return undefined;
}

export function findCell(scope: Scope | undefined, symbol: ts.Symbol): Cell | undefined {
  for (let at = scope; at; at = at.parent) {
    const cell = at.cells.get(symbol);
    if (cell) return cell;
  }
  return undefined;
}

export function functionScope(scope: Scope): Scope {
  let at = scope;
  while (!at.isFunction && at.parent) at = at.parent;
  return at;
}

export function declare(run: Run, scope: Scope, name: ts.Identifier, value: Value, isConst: boolean): void {
  const symbol = resolvedSymbol(run.context, name) ?? giveUp();
  scope.cells.set(symbol, { value, isConst });
}

/** Called with each name of a pattern and its value. */
export type Bind = (name: ts.Identifier, value: Value) => void;

/** Destructures a value as a declaration does; defaults are evaluated in `scope`. */
export function bindPattern(run: Run, scope: Scope | undefined, name: ts.BindingName, value: Value, bind: Bind): void {
  const { ts } = run.context;
  if (ts.isIdentifier(name)) bind(name, value);
  else if (ts.isArrayBindingPattern(name)) bindElements(run, scope, name, value, bind);
  else bindProperties(run, scope, name, value, bind);
}

function bindProperties(
  run: Run,
  scope: Scope | undefined,
  name: ts.ObjectBindingPattern,
  value: Value,
  bind: Bind,
): void {
  const taken: string[] = [];
  if (value === undefined || value === null) giveUp();
  for (const element of name.elements) {
    if (element.dotDotDotToken) {
      bindPattern(run, scope, element.name, rest(value, taken), bind);
      continue;
    }
    const key = element.propertyName ? keyOf(run, scope, element.propertyName) : nameOf(run, element.name);
    taken.push(key);
    bindPattern(run, scope, element.name, orDefault(run, scope, readProperty(value, key), element), bind);
  }
}

function bindElements(
  run: Run,
  scope: Scope | undefined,
  pattern: ts.ArrayBindingPattern,
  value: Value,
  bind: Bind,
): void {
  const values = [...iterate(value)];
  charge(run, values.length, pattern);
  for (const [index, element] of pattern.elements.entries()) {
    if (run.context.ts.isOmittedExpression(element)) continue;
    const item = element.dotDotDotToken ? values.slice(index) : values[index];
    bindPattern(run, scope, element.name, orDefault(run, scope, item, element), bind);
  }
}

function orDefault(run: Run, scope: Scope | undefined, value: Value, element: ts.BindingElement): Value {
  return value === undefined && element.initializer ? compute(run, element.initializer, scope) : value;
}

/** The properties of an object that a pattern leaves. */
export function rest(value: Value, taken: readonly string[]): ValueRecord {
  return Object.fromEntries(entriesOf(value).filter(([key]) => !taken.includes(key)));
}

function nameOf(run: Run, name: ts.BindingName): string {
  return run.context.ts.isIdentifier(name) ? name.text : giveUp();
}

/** The key of a property in a literal or pattern. */
export function keyOf(run: Run, scope: Scope | undefined, name: ts.PropertyName): string {
  const { ts } = run.context;
  if (ts.isComputedPropertyName(name)) return toKey(compute(run, name.expression, scope));
  if (ts.isPrivateIdentifier(name)) giveUp();
  return toKey(name.text);
}
