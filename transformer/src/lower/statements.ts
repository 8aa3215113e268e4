// Lowers statements. Every loop becomes the IR's one form: header, condition, body, update.

import { build, type Expr, encodeMessage, invariant, type Label } from "@lanewise/ir";
import type ts from "typescript-6";
import { complain } from "../infer/collect.js";
import { decisionOf, endsBlock } from "../infer/decided.js";
import { scratchSwapAt } from "../infer/module-objects.js";
import { nothingOf } from "../infer/nullables.js";
import { isNullable, isObject, storageOf, type Value } from "../infer/shape.js";
import { isBigType } from "../infer/term.js";
import type { Swap } from "../recognise/swaps.js";
import { thrownText } from "../recognise/thrown-errors.js";
import { isExhausted } from "../recognise/type-tests.js";
import { initialise, initialiseFrom } from "./assignments.js";
import { lowerDecided, lowerEffect } from "./effects.js";
import { lowerCondition, lowerForShape } from "./expressions.js";
import { lowerForOf } from "./for-of.js";
import { emit, emitAt, type FunctionEmitter, inBlock, takeNames } from "./function-emitter.js";
import { lowerNull, lowerUndefined } from "./nullables.js";
import { copyObject, lowerInto, lowerObject, newObject } from "./objects.js";
import { lowerPattern, lowerPatternOf } from "./patterns.js";
import { lowerSwitch } from "./switches.js";
import { dataTypeOf, readVariable, typeOfValue } from "./variables.js";

export function lowerStatement(emitter: FunctionEmitter, node: ts.Node): void {
  const { ts, progress } = emitter.collection.context;
  progress.node = node;
  if (ts.isBlock(node)) lowerBlock(emitter, node);
  else emitAt(emitter, node, () => lowerOne(emitter, node));
}

function lowerOne(emitter: FunctionEmitter, node: ts.Node): void {
  const { ts } = emitter.collection.context;
  if (isExhausted(emitter.collection.context, node)) lowerExhausted(emitter, node);
  else if (ts.isVariableStatement(node)) lowerStatement(emitter, node.declarationList);
  else if (ts.isVariableDeclarationList(node)) lowerEach(emitter, node.declarations);
  else if (ts.isVariableDeclaration(node)) lowerDeclaration(emitter, node);
  else if (ts.isExpressionStatement(node)) lowerEffect(emitter, node.expression);
  else if (ts.isIfStatement(node)) lowerIf(emitter, node);
  else if (ts.isForStatement(node)) lowerFor(emitter, node);
  else if (ts.isWhileStatement(node)) lowerWhile(emitter, node);
  else if (ts.isDoStatement(node)) lowerDo(emitter, node);
  else if (ts.isForOfStatement(node)) lowerForOf(emitter, node);
  else if (ts.isSwitchStatement(node)) lowerSwitch(emitter, node);
  else if (ts.isLabeledStatement(node)) lowerLabelled(emitter, node);
  else if (ts.isBreakOrContinueStatement(node)) lowerJump(emitter, node);
  else if (ts.isReturnStatement(node)) lowerReturn(emitter, node.expression);
  else if (ts.isThrowStatement(node)) lowerThrow(emitter, node);
  else if (ts.isDebuggerStatement(node)) emit(emitter, build.debuggerAt(emitter.module.positionOf(node)));
  // All other statements have no effect: local functions (lowered where they are called), types, empty statements.
}

/**
 * Fails at a `return` where all members of a union have been excluded: the returned value has no type, and only an object of no member reaches it.
 */
function lowerExhausted(emitter: FunctionEmitter, node: ts.Node): void {
  if (!emitter.collection.context.ts.isReturnStatement(node)) return;
  const text = encodeMessage([`${node.getText()} is reached`]);
  emit(emitter, build.fail(emitter.module.addSite("assert", text, node)));
}

/** Fails where a package's function throws. */
function lowerThrow(emitter: FunctionEmitter, node: ts.ThrowStatement): void {
  const text = thrownText(emitter.collection.context, node) ?? node.getText();
  emit(emitter, build.fail(emitter.module.addSite("assert", encodeMessage([text]), node)));
}

function lowerBlock(emitter: FunctionEmitter, { statements }: ts.Block): void {
  const { context } = emitter.collection;
  for (let index = 0; index < statements.length; index++) {
    const swap = scratchSwapAt(context, statements, index);
    if (swap) {
      lowerSwap(emitter, swap);
      index += 2;
      continue;
    }
    const statement = statements[index] as ts.Statement; // the index is below their number
    lowerStatement(emitter, statement);
    if (endsBlock(context, emitter.instance, statement)) return;
  }
}

function lowerSwap(emitter: FunctionEmitter, { left, right }: Swap): void {
  const value = emitter.instance.values.get(left);
  invariant(isObject(value), "objects of a module are swapped");
  const [one, other] = [lowerObject(emitter, left), lowerObject(emitter, right)];
  const kept = newObject(emitter, "", dataTypeOf(emitter.module, value));
  copyObject(emitter, kept, one, left);
  copyObject(emitter, one, other, left);
  copyObject(emitter, other, kept, left);
}

export function lowerEach(emitter: FunctionEmitter, nodes: readonly ts.Node[]): void {
  for (const node of nodes) {
    lowerStatement(emitter, node);
    if (endsBlock(emitter.collection.context, emitter.instance, node)) return;
  }
}

/** Jumps to the statement with the label, or else out of the innermost target. */
function lowerJump(emitter: FunctionEmitter, node: ts.BreakOrContinueStatement): void {
  const { ts } = emitter.collection.context;
  const isBreak = ts.isBreakStatement(node);
  const name = node.label?.text;
  const target = emitter.targets.findLast(({ kind, names }) =>
    name !== undefined ? names.includes(name) : kind === "loop" || (isBreak && kind === "switch"),
  );
  if (!target) complain(emitter.collection, emitter.instance, "LW1123", node);
  else emit(emitter, isBreak ? build.breakTo(target.label) : build.continueTo(target.label));
}

/** A loop takes its labels; any other statement becomes a block that `break` can leave. */
function lowerLabelled(emitter: FunctionEmitter, node: ts.LabeledStatement): void {
  const { ts } = emitter.collection.context;
  const { statement } = node;
  const names = [...takeNames(emitter), node.label.text];
  if (
    ts.isIterationStatement(statement, false) ||
    ts.isLabeledStatement(statement) ||
    ts.isSwitchStatement(statement)
  ) {
    emitter.pendingNames = names;
    lowerStatement(emitter, statement);
    return;
  }
  const label = emitter.nextLabel++;
  emitter.targets.push({ label, names, kind: "block" });
  const body = inBlock(emitter, () => lowerStatement(emitter, statement));
  emitter.targets.pop();
  emit(emitter, build.block(label, body));
}

/** Lowers the defaults of parameters that were not passed, and patterns. */
export function lowerParameters(emitter: FunctionEmitter): void {
  const { ts } = emitter.collection.context;
  for (const { node, variable, isPassed } of emitter.instance.parameters) {
    if (!isPassed && node.initializer) initialiseFrom(emitter, variable, node.initializer);
    else if (!isPassed && isNullable(variable.shape))
      lowerUndefined(emitter, node, readVariable(emitter, variable.key), storageOf(variable.shape));
    if (ts.isIdentifier(node.name)) continue;
    const base = typeOfValue(emitter.module, variable.shape) && readVariable(emitter, variable.key);
    lowerPattern(emitter, node.name, variable.shape, base);
  }
}

function lowerDeclaration(emitter: FunctionEmitter, node: ts.VariableDeclaration): void {
  const { checker, ts } = emitter.collection.context;
  const { initializer } = node;
  if (!ts.isIdentifier(node.name)) {
    if (initializer) lowerPatternOf(emitter, node.name, initializer);
    return;
  }
  const symbol = checker.getSymbolAtLocation(node.name);
  const variable = symbol && emitter.instance.variables.get(symbol);
  if (!variable) return;
  if (!typeOfValue(emitter.module, variable.shape)) {
    if (initializer) lowerEffect(emitter, initializer); // its value is a function or a host object
    return;
  }
  if (initializer) initialiseFrom(emitter, variable, initializer);
  else if (isBlockScoped(emitter, node) && isObject(variable.shape))
    lowerUndefined(emitter, node, readVariable(emitter, variable.key), storageOf(variable.shape));
  else if (isBlockScoped(emitter, node)) initialise(emitter, variable, zero(variable.shape));
}

/** A `var` keeps its value from the previous iteration, or from before its declaration. */
function isBlockScoped(
  {
    collection: {
      context: { ts },
    },
  }: FunctionEmitter,
  node: ts.VariableDeclaration,
): boolean {
  return (ts.getCombinedNodeFlags(node) & ts.NodeFlags.BlockScoped) !== 0;
}

/** Returns an initial value. TypeScript ensures assignment before use, but the IR's verifier recognises fewer cases. */
export function zero(shape: Value): Expr {
  if (shape.kind === "text") return build.constant("i32", 0);
  if (shape.kind !== "number") return build.constant("bool", false);
  const { type } = shape.term;
  return build.constant(type, isBigType(type) ? 0n : 0);
}

function lowerIf(emitter: FunctionEmitter, node: ts.IfStatement): void {
  const { elseStatement } = node;
  const isTrue = decisionOf(emitter.collection.context, emitter.instance, node.expression);
  if (isTrue !== undefined) {
    lowerDecided(emitter, node.expression);
    const taken = isTrue ? node.thenStatement : elseStatement;
    if (taken) lowerStatement(emitter, taken);
    return;
  }
  const condition = lowerCondition(emitter, node.expression);
  const whenTrue = inBlock(emitter, () => lowerStatement(emitter, node.thenStatement));
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
  const names = takeNames(emitter);
  let test: Expr = build.constant("bool", true);
  const header = inBlock(emitter, () => {
    if (condition) test = lowerCondition(emitter, condition);
  });
  emitter.targets.push({ label, names, kind: "loop" });
  const bodyBlock = inBlock(emitter, () => lowerStatement(emitter, body));
  emitter.targets.pop();
  const updateBlock = inBlock(emitter, () => update(label));
  const parts = { header, condition: test, body: bodyBlock, update: updateBlock };
  emit(emitter, build.loop(label, parts, emitter.module.positionOf(node)));
}

function lowerFor(emitter: FunctionEmitter, node: ts.ForStatement): void {
  const { ts } = emitter.collection.context;
  const { initializer, incrementor } = node;
  const names = takeNames(emitter);
  if (initializer && ts.isVariableDeclarationList(initializer)) lowerStatement(emitter, initializer);
  else if (initializer) lowerEffect(emitter, initializer);
  emitter.pendingNames = names;
  lowerLoop(emitter, node, {
    condition: node.condition,
    body: node.statement,
    update: () => incrementor && emitAt(emitter, incrementor, () => lowerEffect(emitter, incrementor)),
  });
}

function lowerWhile(emitter: FunctionEmitter, node: ts.WhileStatement): void {
  lowerLoop(emitter, node, { condition: node.expression, body: node.statement, update: () => undefined });
}

/** The update contains the test, because `continue` jumps there. */
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
  if (expression && result?.isPresence) {
    const isThere = nothingOf(emitter.collection.context, expression) === undefined;
    if (isThere) lowerEffect(emitter, expression);
    emit(emitter, build.returnValue(build.constant("bool", isThere)));
    return;
  }
  if (expression && emitter.result) {
    lowerInto(emitter, expression, emitter.result);
    emit(emitter, build.returnValue(undefined));
    return;
  }
  const shape = result?.shape;
  if (!expression && emitter.result && isNullable(shape))
    lowerNull(emitter, emitter.instance.declaration, emitter.result, shape);
  if (expression && !shape) lowerEffect(emitter, expression);
  emit(emitter, build.returnValue(expression && shape && lowerForShape(emitter, expression, shape)));
}
