// Lowers statements. Every loop becomes the IR's one form: header, condition, body, update.

import { build, type Expr, invariant, type Label } from "@lanewise/ir";
import type ts from "typescript-6";
import { setVariable } from "./assignments.js";
import { lowerCondition, lowerEffect, lowerNumberAs, lowerValue } from "./expressions.js";
import { emit, type FunctionEmitter, inBlock } from "./function-emitter.js";

export function lowerStatement(emitter: FunctionEmitter, node: ts.Node): void {
  const { ts } = emitter.collection.context;
  if (ts.isBlock(node)) return node.statements.forEach((statement) => lowerStatement(emitter, statement));
  if (ts.isVariableStatement(node)) return lowerStatement(emitter, node.declarationList);
  if (ts.isVariableDeclarationList(node)) {
    return node.declarations.forEach((declaration) => lowerDeclaration(emitter, declaration));
  }
  if (ts.isExpressionStatement(node)) return lowerEffect(emitter, node.expression);
  if (ts.isIfStatement(node)) return lowerIf(emitter, node);
  if (ts.isForStatement(node)) return lowerFor(emitter, node);
  if (ts.isWhileStatement(node)) return lowerWhile(emitter, node);
  if (ts.isDoStatement(node)) return lowerDo(emitter, node);
  if (ts.isBreakStatement(node)) return emit(emitter, build.breakTo(innermost(emitter)));
  if (ts.isContinueStatement(node)) return emit(emitter, build.continueTo(innermost(emitter)));
  if (ts.isReturnStatement(node)) return lowerReturn(emitter, node.expression);
}

function innermost(emitter: FunctionEmitter): Label {
  const label = emitter.loops.at(-1);
  invariant(label !== undefined, "break and continue stand in a loop");
  return label;
}

function lowerDeclaration(emitter: FunctionEmitter, node: ts.VariableDeclaration): void {
  const { checker } = emitter.collection.context;
  const symbol = checker.getSymbolAtLocation(node.name);
  const variable = symbol && emitter.instance.variables.get(symbol);
  if (!variable || !node.initializer) return; // a local function
  const { shape } = variable;
  const value =
    shape.kind === "number"
      ? lowerNumberAs(emitter, node.initializer, shape.term.type)
      : lowerValue(emitter, node.initializer);
  setVariable(emitter, variable, value, node.initializer);
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
      emit(emitter, build.ifElse(build.op("not", condition), [build.breakTo(label)]));
    },
  });
}

export function lowerReturn(emitter: FunctionEmitter, expression: ts.Expression | undefined): void {
  const { result } = emitter.instance;
  if (!expression) return emit(emitter, build.returnValue(undefined));
  if (!result) {
    lowerEffect(emitter, expression);
    return emit(emitter, build.returnValue(undefined));
  }
  const value =
    result.kind === "number" ? lowerNumberAs(emitter, expression, result.term.type) : lowerValue(emitter, expression);
  emit(emitter, build.returnValue(value));
}
