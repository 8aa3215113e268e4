// Executes a function's statements over compile-time values. Variables live in scopes; a statement completes normally,
// or hands a break, continue or return to the enclosing statements.

import type ts from "typescript-6";
import type { TypeScript } from "../../pass-context.js";
import { resolvedSymbol } from "../library.js";
import { compute } from "./expressions.js";
import { executeLoop, isLoop } from "./loops.js";
import { applyBinary } from "./operators.js";
import { enter, giveUp, type Run } from "./run.js";
import { bindPattern, createScope, declare, functionScope, type Scope } from "./scope.js";
import { Closure, type Value } from "./values.js";

/** How a statement ends if it does not complete normally. */
export type Completion =
  | { readonly kind: "break" | "continue"; readonly label: string | undefined }
  | { readonly kind: "return"; readonly value: Value };

/** `labels` are those before a loop, which `continue` may name. */
export function execute(
  run: Run,
  node: ts.Statement,
  scope: Scope,
  labels: readonly string[] = [],
): Completion | undefined {
  enter(run, node);
  const completion = executeByKind(run, node, scope, labels);
  run.depth--;
  return completion;
}

function executeByKind(run: Run, node: ts.Statement, scope: Scope, labels: readonly string[]): Completion | undefined {
  const { ts } = run.context;
  if (ts.isExpressionStatement(node)) return void compute(run, node.expression, scope);
  if (ts.isVariableStatement(node)) return executeDeclarations(run, node.declarationList, scope);
  if (ts.isIfStatement(node)) return executeIf(run, node, scope);
  if (ts.isBlock(node)) return executeAll(run, node.statements, createScope(scope));
  if (ts.isReturnStatement(node)) {
    return { kind: "return", value: node.expression && compute(run, node.expression, scope) };
  }
  if (isLoop(ts, node)) return executeLoop(run, node, scope, labels);
  if (ts.isBreakStatement(node)) return { kind: "break", label: node.label?.text };
  if (ts.isContinueStatement(node)) return { kind: "continue", label: node.label?.text };
  if (ts.isSwitchStatement(node)) return executeSwitch(run, node, scope);
  if (ts.isLabeledStatement(node)) {
    const completion = execute(run, node.statement, scope, [...labels, node.label.text]);
    return isBreakOf(completion, node.label.text) ? undefined : completion;
  }
  return hasNoEffect(ts, node) ? undefined : giveUp();
}

/** Whether a statement does nothing when executed: a type, or a function declaration, which is hoisted. */
function hasNoEffect(ts: TypeScript, node: ts.Statement): boolean {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isEmptyStatement(node) ||
    ts.isDebuggerStatement(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node)
  );
}

function isBreakOf(completion: Completion | undefined, label: string | undefined): boolean {
  return completion?.kind === "break" && completion.label === label;
}

/** Executes the statements of a block in `scope`. */
export function executeAll(run: Run, statements: readonly ts.Statement[], scope: Scope): Completion | undefined {
  hoist(run, statements, scope);
  for (const statement of statements) {
    const completion = execute(run, statement, scope);
    if (completion) return completion;
  }
  return undefined;
}

function hoist(run: Run, statements: readonly ts.Statement[], scope: Scope): void {
  for (const statement of statements) {
    if (!run.context.ts.isFunctionDeclaration(statement) || !statement.name) continue;
    declare(run, scope, statement.name, new Closure(statement, scope), true);
  }
}

export function executeDeclarations(run: Run, list: ts.VariableDeclarationList, scope: Scope): undefined {
  const { ts } = run.context;
  const kind = list.flags & ts.NodeFlags.BlockScoped;
  if (kind & ts.NodeFlags.Using) giveUp();
  const home = kind ? scope : functionScope(scope);
  for (const { name, initializer } of list.declarations) {
    if (!initializer && !kind && ts.isIdentifier(name) && isDeclared(run, name, home)) continue;
    const value = initializer && compute(run, initializer, scope);
    bindPattern(run, scope, name, value, (each, part) => declare(run, home, each, part, kind === ts.NodeFlags.Const));
  }
}

function isDeclared(run: Run, name: ts.Identifier, scope: Scope): boolean {
  const symbol = resolvedSymbol(run.context, name);
  return symbol !== undefined && scope.cells.has(symbol);
}

function executeIf(run: Run, node: ts.IfStatement, scope: Scope): Completion | undefined {
  if (compute(run, node.expression, scope)) return execute(run, node.thenStatement, scope);
  return node.elseStatement && execute(run, node.elseStatement, scope);
}

function executeSwitch(run: Run, node: ts.SwitchStatement, outer: Scope): Completion | undefined {
  const { ts } = run.context;
  const value = compute(run, node.expression, outer);
  const scope = createScope(outer);
  const { clauses } = node.caseBlock;
  for (const clause of clauses) hoist(run, clause.statements, scope);
  let start = clauses.findIndex(
    (clause) =>
      ts.isCaseClause(clause) && applyBinary(run, "===", value, compute(run, clause.expression, scope), clause),
  );
  if (start < 0) start = clauses.findIndex((clause) => ts.isDefaultClause(clause));
  for (const clause of start < 0 ? [] : clauses.slice(start)) {
    for (const statement of clause.statements) {
      const completion = execute(run, statement, scope);
      if (completion) return isBreakOf(completion, undefined) ? undefined : completion;
    }
  }
  return undefined;
}
