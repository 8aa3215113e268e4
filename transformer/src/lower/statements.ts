// Lowers statements. Every loop becomes the IR's one form: header, condition, body, update.

import { build, type Expr, type Label, type Stmt } from "@lanewise/ir";
import type ts from "typescript-6";
import { complain } from "../infer/collect.js";
import type { ValueShape } from "../infer/instance.js";
import { initialise } from "./assignments.js";
import { lowerEffect } from "./effects.js";
import { lowerCondition, lowerForShape } from "./expressions.js";
import { emit, type FunctionEmitter, inBlock } from "./function-emitter.js";

export function lowerStatement(emitter: FunctionEmitter, node: ts.Node): void {
  const { ts } = emitter.collection.context;
  if (ts.isBlock(node)) lowerEach(emitter, node.statements);
  else if (ts.isVariableStatement(node)) lowerStatement(emitter, node.declarationList);
  else if (ts.isVariableDeclarationList(node)) lowerEach(emitter, node.declarations);
  else if (ts.isVariableDeclaration(node)) lowerDeclaration(emitter, node);
  else if (ts.isExpressionStatement(node)) lowerEffect(emitter, node.expression);
  else if (ts.isIfStatement(node)) lowerIf(emitter, node);
  else if (ts.isForStatement(node)) lowerFor(emitter, node);
  else if (ts.isWhileStatement(node)) lowerWhile(emitter, node);
  else if (ts.isDoStatement(node)) lowerDo(emitter, node);
  else if (ts.isBreakStatement(node)) lowerJump(emitter, node, build.breakTo);
  else if (ts.isContinueStatement(node)) lowerJump(emitter, node, build.continueTo);
  else if (ts.isReturnStatement(node)) lowerReturn(emitter, node.expression);
  // What is left has no effect: local functions (lowered where they are called), types, empty statements.
}

function lowerEach(emitter: FunctionEmitter, nodes: readonly ts.Node[]): void {
  for (const node of nodes) lowerStatement(emitter, node);
}

function lowerJump(emitter: FunctionEmitter, node: ts.Node, jump: (label: Label) => Stmt): void {
  const label = emitter.loops.at(-1);
  if (label === undefined) complain(emitter.collection, emitter.instance, "LW1123", node);
  else emit(emitter, jump(label));
}

function lowerDeclaration(emitter: FunctionEmitter, node: ts.VariableDeclaration): void {
  const { checker } = emitter.collection.context;
  const symbol = checker.getSymbolAtLocation(node.name);
  const variable = symbol && emitter.instance.variables.get(symbol);
  if (!variable) return; // a local function
  const { initializer } = node;
  initialise(
    emitter,
    variable,
    initializer ? lowerForShape(emitter, initializer, variable.shape) : zero(variable.shape),
  );
}

/** TypeScript makes sure that it is assigned before it is read, the IR's verifier sees fewer ways. */
function zero(shape: ValueShape): Expr {
  return shape.kind === "number" ? build.constant(shape.term.type, 0) : build.constant("bool", false);
}

function lowerIf(emitter: FunctionEmitter, node: ts.IfStatement): void {
  const condition = lowerCondition(emitter, node.expression);
  const whenTrue = inBlock(emitter, () => lowerStatement(emitter, node.thenStatement));
  const { elseStatement } = node;
  const whenFalse = elseStatement ? inBlock(emitter, () => lowerStatement(emitter, elseStatement)) : [];
  emit(emitter, build.ifElse(condition, whenTrue, whenFalse));
}

interface LoopSource {
  readonly condition: ts.Expression | undefined;
  readonly body: ts.Statement;
  readonly update: (label: Label) => void;
}

function lowerLoop(emitter: FunctionEmitter, node: ts.Node, { condition, body, update }: LoopSource): void {
  const label = emitter.nextLabel++;
  let test: Expr = build.constant("bool", true);
  const header = inBlock(emitter, () => {
    if (condition) test = lowerCondition(emitter, condition);
  });
  emitter.loops.push(label);
  const bodyBlock = inBlock(emitter, () => lowerStatement(emitter, body));
  emitter.loops.pop();
  const updateBlock = inBlock(emitter, () => update(label));
  const parts = { header, condition: test, body: bodyBlock, update: updateBlock };
  emit(emitter, build.loop(label, parts, emitter.module.positionOf(node)));
}

function lowerFor(emitter: FunctionEmitter, node: ts.ForStatement): void {
  const { ts } = emitter.collection.context;
  const { initializer, incrementor } = node;
  if (initializer && ts.isVariableDeclarationList(initializer)) lowerStatement(emitter, initializer);
  else if (initializer) lowerEffect(emitter, initializer);
  lowerLoop(emitter, node, {
    condition: node.condition,
    body: node.statement,
    update: () => incrementor && lowerEffect(emitter, incrementor),
  });
}

function lowerWhile(emitter: FunctionEmitter, node: ts.WhileStatement): void {
  lowerLoop(emitter, node, { condition: node.expression, body: node.statement, update: () => undefined });
}

/** The test stands in the update, where `continue` goes too. */
function lowerDo(emitter: FunctionEmitter, node: ts.DoStatement): void {
  lowerLoop(emitter, node, {
    condition: undefined,
    body: node.statement,
    update: (label) => {
      const condition = lowerCondition(emitter, node.expression);
      if (condition.kind === "const" && condition.value === true) return;
      emit(emitter, build.ifElse(build.op("not", condition), [build.breakTo(label)]));
    },
  });
}

export function lowerReturn(emitter: FunctionEmitter, expression: ts.Expression | undefined): void {
  const { result } = emitter.instance;
  if (expression && !result) lowerEffect(emitter, expression);
  emit(emitter, build.returnValue(expression && result && lowerForShape(emitter, expression, result)));
}
