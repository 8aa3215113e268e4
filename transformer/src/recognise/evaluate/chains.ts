// Property and element access in compile-time evaluation, and optional chains (`a?.b[c]`), which end entirely where a link
// finds null or undefined.

import type ts from "typescript-6";
import { argumentsOf, callMethod, callValue } from "./calls.js";
import { compute } from "./expressions.js";
import { memberSymbol, namedValue } from "./names.js";
import { giveUp, type Run } from "./run.js";
import type { Scope } from "./scope.js";
import { readProperty, toKey, type Value } from "./values.js";

/** The result of a chain that ended early. */
const ended = Symbol("ended");
type Link = Value | typeof ended;

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

export function evaluateChain(run: Run, node: Access | ts.CallExpression, scope: Scope | undefined): Value {
  const value = link(run, node, scope);
  return value === ended ? undefined : value;
}

function link(run: Run, node: Access | ts.CallExpression, scope: Scope | undefined): Link {
  const { ts } = run.context;
  if (ts.isCallExpression(node)) return callLink(run, node, scope);
  const symbol = memberSymbol(run.context, node);
  if (symbol) return namedValue(run, symbol);
  const object = target(run, node, scope);
  return object === ended ? ended : readProperty(object, accessKey(run, node, scope));
}

/** The value left of the last link, unless the chain ends there. */
function target(run: Run, node: Access | ts.CallExpression, scope: Scope | undefined): Link {
  const value = linked(run, node.expression, scope);
  const isEnd = value === ended || (node.questionDotToken && (value === undefined || value === null));
  return isEnd ? ended : value;
}

function linked(run: Run, node: ts.Expression, scope: Scope | undefined): Link {
  const { ts } = run.context;
  let inner = node;
  while (ts.isNonNullExpression(inner)) inner = inner.expression;
  return ts.isOptionalChain(inner) && !ts.isNonNullExpression(inner)
    ? link(run, inner, scope)
    : compute(run, inner, scope);
}

export function accessKey(run: Run, node: Access, scope: Scope | undefined): string {
  const { ts } = run.context;
  if (ts.isElementAccessExpression(node)) return toKey(compute(run, node.argumentExpression, scope));
  return ts.isIdentifier(node.name) ? toKey(node.name.text) : giveUp();
}

/** A call in an optional chain: `a?.f(x)`, `f?.(x)`. */
function callLink(run: Run, node: ts.CallExpression, scope: Scope | undefined): Link {
  const { ts } = run.context;
  const callee = node.expression;
  if (node.questionDotToken || !(ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee))) {
    const called = target(run, node, scope);
    return called === ended ? ended : callValue(run, called, argumentsOf(run, node, scope), node);
  }
  const object = target(run, callee, scope);
  if (object === ended) return ended;
  const key = accessKey(run, callee, scope);
  return callMethod(run, object, key, argumentsOf(run, node, scope), node);
}
