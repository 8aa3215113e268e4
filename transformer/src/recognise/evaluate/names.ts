// The constants that names stand for: const declarations and their patterns, enums and their members, static readonly fields,
// default exports, functions, and declarations of the language and our library. Each is evaluated once per compilation.

import type ts from "typescript-6";
import { fixedExport, isFixedVariable, lookedAt, valueOfExports } from "../../package-bodies/module-variables.js";
import type { PassContext } from "../../pass-context.js";
import { createCache } from "../cache.js";
import { functionOf } from "../calls.js";
import { resolvedSymbol } from "../library.js";
import { builtinNamed } from "./builtins.js";
import { compute } from "./expressions.js";
import { conclude, include, isInFunction, type Outcome } from "./outcomes.js";
import { settle } from "./readonly.js";
import { attempt, createRun, giveUp, type Run } from "./run.js";
import { bindPattern, findCell, type Scope } from "./scope.js";
import { Closure, type FunctionLike, markOpen, unknown, type Value, type ValueRecord } from "./values.js";

export function evaluateName(run: Run, node: ts.Identifier, scope: Scope | undefined): Value {
  const symbol = resolvedSymbol(run.context, node) ?? giveUp();
  const cell = findCell(scope, symbol);
  return cell ? cell.value : namedValue(run, symbol);
}

/** The symbol of `A.b` if `A` names a namespace, an enum or a class; `A` itself then need not be known. */
export function memberSymbol(context: PassContext, node: ts.Expression): ts.Symbol | undefined {
  const { ts } = context;
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const { expression } = node;
  const isFixed = ts.isIdentifier(expression)
    ? isHolder(context, resolvedSymbol(context, expression))
    : isHolder(context, memberSymbol(context, expression));
  return isFixed ? resolvedSymbol(context, node) : undefined;
}

function isHolder({ ts }: PassContext, symbol: ts.Symbol | undefined): boolean {
  const { Class, Enum, Module } = ts.SymbolFlags;
  return ((symbol?.flags ?? 0) & (Class | Enum | Module)) !== 0;
}

const named = createCache<ts.Symbol, Outcome>();

export function namedValue(run: Run, symbol: ts.Symbol): Value {
  const { context, pending } = run;
  if (pending.has(symbol)) giveUp();
  const outcome = named(context, symbol, () => evaluateSymbol(context, symbol, new Set([...pending, symbol])));
  include(run, outcome);
  return outcome.value;
}

function evaluateSymbol(context: PassContext, symbol: ts.Symbol, pending: Set<ts.Symbol>): Outcome {
  const builtin = builtinNamed(context, symbol);
  if (builtin) return { value: builtin.value, files: new Set(), fault: undefined };
  const declaration = functionOf(context, symbol) ?? staticMethod(context, symbol) ?? symbol.valueDeclaration;
  if (!declaration) return { value: unknown, files: new Set(), fault: undefined };
  const run = createRun(context, !isInFunction(context, declaration), pending);
  run.files.add(declaration.getSourceFile());
  return conclude(run, declaration, () => {
    const value = declaredValue(run, symbol, declaration);
    return settle(context, value, () => context.checker.getTypeOfSymbol(symbol));
  });
}

function staticMethod({ ts }: PassContext, symbol: ts.Symbol): ts.MethodDeclaration | undefined {
  return symbol.declarations?.find(
    (node): node is ts.MethodDeclaration =>
      ts.isMethodDeclaration(node) &&
      node.body !== undefined &&
      (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) !== 0,
  );
}

function declaredValue(run: Run, symbol: ts.Symbol, declaration: ts.Declaration): Value {
  const { ts } = run.context;
  if (isFunction(run.context, declaration)) return new Closure(declaration, undefined);
  if (ts.isVariableDeclaration(declaration) || ts.isBindingElement(declaration)) {
    return variableValue(run, symbol, declaration);
  }
  if (ts.isEnumMember(declaration)) return memberValue(run, declaration);
  if (ts.isEnumDeclaration(declaration)) return enumValue(run, symbol);
  if (ts.isPropertyDeclaration(declaration) && declaration.initializer) {
    const wanted = ts.ModifierFlags.Static | ts.ModifierFlags.Readonly;
    const isFixed = (ts.getCombinedModifierFlags(declaration) & wanted) === wanted;
    return isFixed ? compute(run, declaration.initializer, undefined) : giveUp();
  }
  const exported = fixedExport(run.context, symbol);
  if (exported) return compute(run, exported, undefined);
  return ts.isExportAssignment(declaration) ? compute(run, declaration.expression, undefined) : giveUp();
}

function isFunction({ ts }: PassContext, node: ts.Node): node is FunctionLike {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node) ||
    ts.isMethodDeclaration(node)
  );
}

/** The value of a const, or of a part of its pattern. */
function variableValue(run: Run, symbol: ts.Symbol, declaration: ts.VariableDeclaration | ts.BindingElement): Value {
  const { context } = run;
  const { ts } = context;
  let root: ts.Node = declaration;
  while (ts.isBindingElement(root)) root = root.parent.parent;
  if (!ts.isVariableDeclaration(root) || !root.initializer) giveUp();
  const isConst = (ts.getCombinedNodeFlags(root) & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const;
  if (!isConst && !isFixedVariable(lookedAt(context), root)) giveUp();
  const initializer = isConst ? root.initializer : valueOfExports(context, root.initializer);
  const value = compute(run, initializer, undefined);
  let found: Value = unknown;
  bindPattern(run, undefined, root.name, value, (name, part) => {
    if (resolvedSymbol(context, name) === symbol || name === declaration.name) found = part;
  });
  return found;
}

/** Without an initializer, a member is one more than the one before; an ambient enum may hide its values. */
function memberValue(run: Run, member: ts.EnumMember): number | string {
  const { checker } = run.context;
  if (!member.initializer && checker.getConstantValue(member) === undefined) giveUp();
  const { members } = member.parent;
  const index = members.indexOf(member);
  let start = index;
  while (start > 0 && !members[start]?.initializer) start--;
  const initializer = members[start]?.initializer;
  const value = initializer ? compute(run, initializer, undefined) : 0;
  if (typeof value === "number") return value + (index - start);
  return typeof value === "string" && start === index ? value : giveUp();
}

/** The object of an enum, with its reverse mapping. */
function enumValue(run: Run, symbol: ts.Symbol): Value {
  const { ts } = run.context;
  const record: ValueRecord = {};
  const members = symbol.declarations?.flatMap((node) => (ts.isEnumDeclaration(node) ? [...node.members] : [])) ?? [];
  for (const member of members) {
    const name = ts.isComputedPropertyName(member.name) ? giveUp() : member.name.text;
    const own = resolvedSymbol(run.context, member.name);
    const value = attempt(run, () => namedValue(run, own ?? giveUp()));
    record[name] = value;
    if (typeof value === "number") record[String(value)] = name;
    if (value === unknown) markOpen(record);
  }
  return Object.freeze(record);
}
