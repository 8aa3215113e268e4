// Loops in compile-time evaluation. Each iteration has fresh variables, as JavaScript gives to closures.

import type ts from "typescript-6";
import type { TypeScript } from "../../pass-context.js";
import { assignTo } from "./assignments.js";
import { compute } from "./expressions.js";
import { giveUp, type Run } from "./run.js";
import { bindPattern, createScope, declare, functionScope, type Scope } from "./scope.js";
import { type Completion, execute, executeDeclarations } from "./statements.js";
import { entriesOf, iterate, type Value } from "./values.js";

type Loop = ts.ForStatement | ts.ForOfStatement | ts.ForInStatement | ts.WhileStatement | ts.DoStatement;

export function isLoop(ts: TypeScript, node: ts.Node): node is Loop {
  return ts.isIterationStatement(node, false);
}

export function executeLoop(run: Run, node: Loop, scope: Scope, labels: readonly string[]): Completion | undefined {
  const { ts } = run.context;
  if (ts.isForStatement(node)) return executeFor(run, node, scope, labels);
  if (ts.isForOfStatement(node) || ts.isForInStatement(node)) return executeForEach(run, node, scope, labels);
  let isFirst = ts.isDoStatement(node);
  while (isFirst || compute(run, node.expression, scope)) {
    isFirst = false;
    const end = endOf(execute(run, node.statement, scope), labels);
    if (end) return end.completion;
  }
  return undefined;
}

/** How the end of an iteration affects its loop: undefined continues it; otherwise it ends, perhaps with enclosing statements. */
function endOf(
  completion: Completion | undefined,
  labels: readonly string[],
): { readonly completion: Completion | undefined } | undefined {
  if (!completion) return undefined;
  if (completion.kind === "return") return { completion };
  if (completion.label !== undefined && !labels.includes(completion.label)) return { completion };
  return completion.kind === "break" ? { completion: undefined } : undefined;
}

function executeFor(run: Run, node: ts.ForStatement, outer: Scope, labels: readonly string[]): Completion | undefined {
  const { ts } = run.context;
  let scope = createScope(outer);
  if (node.initializer && ts.isVariableDeclarationList(node.initializer)) {
    executeDeclarations(run, node.initializer, scope);
  } else if (node.initializer) compute(run, node.initializer, scope);
  scope = nextRound(scope);
  while (!node.condition || compute(run, node.condition, scope)) {
    const end = endOf(execute(run, node.statement, scope), labels);
    if (end) return end.completion;
    scope = nextRound(scope);
    if (node.incrementor) compute(run, node.incrementor, scope);
  }
  return undefined;
}

function nextRound(scope: Scope): Scope {
  const next = createScope(scope.parent);
  for (const [symbol, cell] of scope.cells) next.cells.set(symbol, { ...cell });
  return next;
}

function executeForEach(
  run: Run,
  node: ts.ForOfStatement | ts.ForInStatement,
  outer: Scope,
  labels: readonly string[],
): Completion | undefined {
  const { ts } = run.context;
  if (ts.isForOfStatement(node) && node.awaitModifier) giveUp();
  const value = compute(run, node.expression, outer);
  for (const item of ts.isForOfStatement(node) ? iterate(value) : keysOf(value)) {
    const scope = createScope(outer);
    give(run, node.initializer, item, scope);
    const end = endOf(execute(run, node.statement, scope), labels);
    if (end) return end.completion;
  }
  return undefined;
}

function keysOf(value: Value): string[] {
  return value === undefined || value === null ? [] : entriesOf(value).map(([key]) => key);
}

function give(run: Run, target: ts.ForInitializer, value: Value, scope: Scope): void {
  const { ts } = run.context;
  if (!ts.isVariableDeclarationList(target)) {
    assignTo(run, target, value, scope);
    return;
  }
  const [declaration] = target.declarations;
  const kind = target.flags & ts.NodeFlags.BlockScoped;
  if (!declaration || kind & ts.NodeFlags.Using) giveUp();
  const home = kind ? scope : functionScope(scope);
  bindPattern(run, scope, declaration.name, value, (name, part) =>
    declare(run, home, name, part, kind === ts.NodeFlags.Const),
  );
}
