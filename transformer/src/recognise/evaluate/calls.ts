// Calls in compile-time evaluation: of the program's functions whose source is visible, of the language's pure functions,
// and of array and string methods.

import type ts from "typescript-6";
import { skipWrappers } from "../calls.js";
import { propertyOfGlobal } from "../global-properties.js";
import { accessKey } from "./chains.js";
import { classNamed, construct } from "./classes.js";
import { compute } from "./expressions.js";
import { spread } from "./literals.js";
import { callArrayMethod, callStringMethod } from "./methods.js";
import { memberSymbol, namedValue } from "./names.js";
import { giveUp, type Run } from "./run.js";
import { bindPattern, createScope, declare, type Scope } from "./scope.js";
import { executeAll } from "./statements.js";
import {
  Builtin,
  Closure,
  type FunctionLike,
  isPrimitive,
  isRecord,
  readProperty,
  unknown,
  type Value,
  type ValueRecord,
} from "./values.js";

export function evaluateCall(run: Run, node: ts.CallExpression, scope: Scope | undefined): Value {
  const { ts } = run.context;
  const property = propertyOfGlobal(run.context, node);
  if (property !== undefined) return property;
  const callee = skipWrappers(run.context, node.expression);
  const isAccess = ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee);
  if (!isAccess || ts.isOptionalChain(callee)) {
    return callValue(run, compute(run, callee, scope), argumentsOf(run, node, scope), node);
  }
  const symbol = memberSymbol(run.context, callee);
  if (symbol) return callValue(run, namedValue(run, symbol), argumentsOf(run, node, scope), node);
  const object = compute(run, callee.expression, scope);
  const key = accessKey(run, callee, scope);
  return callMethod(run, object, key, argumentsOf(run, node, scope), node);
}

export function evaluateNew(run: Run, node: ts.NewExpression, scope: Scope | undefined): Value {
  const declaration = classNamed(run, node.expression);
  if (declaration) return construct(run, declaration, argumentsOf(run, node, scope));
  const callee = compute(run, node.expression, scope);
  const make = callee instanceof Builtin ? callee.construct : undefined;
  return make ? make(run, argumentsOf(run, node, scope), node) : giveUp();
}

export function argumentsOf(run: Run, node: ts.CallExpression | ts.NewExpression, scope: Scope | undefined): Value[] {
  const { ts } = run.context;
  return (node.arguments ?? []).flatMap((argument) =>
    ts.isSpreadElement(argument) ? spread(run, argument, scope) : [compute(run, argument, scope)],
  );
}

export function callMethod(run: Run, object: Value, key: string, args: readonly Value[], node: ts.Node): Value {
  if (Array.isArray(object)) return callArrayMethod(run, object, key, args, node);
  if (typeof object === "string") return callStringMethod(run, object, key, args, node);
  if (isPrimitive(object)) giveUp();
  return callValue(run, readProperty(object, key), args, node, isRecord(object) ? object : null);
}

/** Calls a function; `self`: its `this`, if that is known. */
export function callValue(
  run: Run,
  callee: Value,
  args: readonly Value[],
  node: ts.Node,
  self: ValueRecord | null = null,
): Value {
  if (callee instanceof Builtin) return callee.call ? callee.call(run, args, node) : giveUp();
  return callee instanceof Closure ? callClosure(run, callee, args, self) : giveUp();
}

function callClosure(
  run: Run,
  { declaration, scope: around }: Closure,
  args: readonly Value[],
  self: ValueRecord | null,
): Value {
  const { ts } = run.context;
  const { body } = declaration;
  if (!run.canCall || !body || !isPlain(run, declaration)) giveUp();
  run.files.add(declaration.getSourceFile());
  const scope = createScope(around, true, ts.isArrowFunction(declaration) ? undefined : self);
  if (ts.isFunctionExpression(declaration) && declaration.name) {
    declare(run, scope, declaration.name, new Closure(declaration, around), true);
  }
  bindParameters(run, declaration, scope, args);
  if (!ts.isBlock(body)) return compute(run, body, scope);
  const completion = executeAll(run, body.statements, scope);
  return completion?.kind === "return" ? completion.value : undefined;
}

/** Whether a function is neither a generator nor async: their results are not constants. */
function isPlain({ context: { ts } }: Run, declaration: FunctionLike): boolean {
  return !declaration.asteriskToken && !(ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Async);
}

export function bindParameters(
  run: Run,
  declaration: FunctionLike | ts.ConstructorDeclaration,
  scope: Scope,
  args: readonly Value[],
): void {
  const { ts } = run.context;
  const isThis = ({ name }: ts.ParameterDeclaration) => ts.isIdentifier(name) && name.text === "this";
  const parameters = declaration.parameters.filter((parameter) => !isThis(parameter));
  for (const [index, parameter] of parameters.entries()) {
    const { name, initializer, dotDotDotToken } = parameter;
    const given = dotDotDotToken ? args.slice(index) : args[index];
    const value = given === undefined && initializer ? compute(run, initializer, scope) : given;
    bindPattern(run, scope, name, value, (each, part) => declare(run, scope, each, part, false));
    shareCell(run, scope, parameter);
  }
}

/** A parameter property has two symbols, and the body may use either. */
function shareCell({ context: { ts, checker } }: Run, scope: Scope, node: ts.ParameterDeclaration): void {
  if (!ts.isParameterPropertyDeclaration(node, node.parent) || !ts.isIdentifier(node.name)) return;
  const symbols = checker.getSymbolsOfParameterPropertyDeclaration(node, node.name.text);
  const cell = symbols.map((symbol) => scope.cells.get(symbol)).find((found) => found !== undefined) ?? giveUp();
  for (const symbol of symbols) scope.cells.set(symbol, cell);
}

/** Wraps a function of the program so that host methods can call it. */
export function asHostFunction(run: Run, callee: Value, node: ts.Node): (...args: Value[]) => Value {
  if (!(callee instanceof Closure || callee instanceof Builtin)) giveUp();
  return (...args) => {
    const value = callValue(run, callee, args, node);
    return value === unknown ? giveUp() : value;
  };
}
