// Reports writes to constants (LW1444). Warns where several work-items write one element or device global without an atomic (LW1505), and of barriers
// that not all members of a group reach (LW1506). Analyses the verified IR (races/), where dependences on the work-item are known, and shows the
// user's text: the store, the calls that lead to it, and the atomic operation to write instead.

import { forTarget } from "@lanewise/codegen";
import { atomicOps, invariant, type Module, type Position, type Type } from "@lanewise/ir";
import type ts from "typescript-6";
import type { Note } from "../diagnostics/diagnostic.js";
import { spanOf } from "../diagnostics/reporter.js";
import type { PassContext } from "../pass-context.js";
import { atomicMethod } from "../recognise/atomic-methods.js";
import { classifyCall, skipWrappers } from "../recognise/calls.js";
import { evaluateDeep } from "../recognise/evaluate.js";
import type { Kernel } from "../recognise/kernels.js";
import { isOfLibrary, resolvedSymbol } from "../recognise/library.js";
import { isStep as isStepOperator } from "../recognise/operators.js";
import { type ConstantWrite, findConstantWrites } from "./races/constant-writes.js";
import { type DivergentBarrier, findDivergentBarriers, findRaces, type Race } from "./races/find-races.js";

/** The source file of a position in the module. */
export type SourceOf = (position: Position) => ts.SourceFile;

export function checkRaces(
  context: PassContext,
  kernel: Kernel,
  symbol: string,
  module: Module,
  sourceOf: SourceOf,
): void {
  const index = module.functions.findIndex((fn) => fn.symbol === symbol);
  for (const write of findConstantWrites(module, index)) reportConstantWrite(context, write, sourceOf);
  for (const barrier of findDivergentBarriers(module, index)) reportBarrier(context, barrier, sourceOf);
  const dimensions = wideDimensions(context, kernel);
  if (dimensions === 0) return;
  // The host device runs work-items one after the other.
  const onThreads = forTarget(module, { targetIs: "cpu", hasAspect: undefined });
  for (const race of findRaces(onThreads, index, dimensions)) report(context, race, sourceOf);
}

/** Returns one bit for each dimension of the range, except those that have a single index at the launch. */
function wideDimensions(context: PassContext, { dimensions, use }: Kernel): number {
  const all = (1 << dimensions) - 1;
  const call = use.parent;
  const { ts } = context;
  // A named function may be launched elsewhere, too.
  if (!ts.isFunctionLike(use) || !ts.isCallExpression(call)) return all;
  const callee = resolvedSymbol(context, call.expression);
  const [range] = call.arguments;
  if (!range || range === use || callee?.name !== "parallelFor" || !isOfLibrary(callee)) return all;
  const value = evaluateDeep(context, range);
  const sizes = Array.isArray(value) ? value : [value];
  return sizes.reduce<number>((wide, size, dimension) => (size === 1 ? wide & ~(1 << dimension) : wide), all);
}

function report(context: PassContext, race: Race, sourceOf: SourceOf): void {
  const { store, kind, calls } = race;
  const node = nodeAt(context, sourceOf(store.at), store.at, isWrite, isCall, isAnything);
  invariant(node, "a store stands in its source");
  const target = targetOf(context, node);
  const what = target ? `\`${target.getText()}\`` : "one element";
  const consequence =
    kind === "update"
      ? "each with a value computed from what it read, so that updates are lost"
      : "and it is undefined which value stays";
  const notes = notesOf(context, calls, sourceOf);
  const help = (target && atomicHelp(context, race, node, target)) ?? wordsFor(race);
  context.reporter.report("LW1505", node, [what, consequence, help], notes);
}

function reportConstantWrite(context: PassContext, { constant, at, calls }: ConstantWrite, sourceOf: SourceOf): void {
  const node = nodeAt(context, sourceOf(at), at, isWrite, isCall, isAnything);
  invariant(node, "a store stands in its source");
  context.reporter.report("LW1444", node, [constant], notesOf(context, calls, sourceOf));
}

function reportBarrier(context: PassContext, { at, calls }: DivergentBarrier, sourceOf: SourceOf): void {
  const node = nodeAt(context, sourceOf(at), at, isCall);
  invariant(node, "a barrier stands in its source");
  context.reporter.report("LW1506", node, [], notesOf(context, calls, sourceOf));
}

function notesOf(context: PassContext, calls: Race["calls"], sourceOf: SourceOf): readonly Note[] {
  return calls.map(({ at, in: name }): Note => {
    const call = nodeAt(context, sourceOf(at), at, isCall, isAnything);
    invariant(call, "a call stands in its source");
    return { ...spanOf(call), message: `called from ${name === undefined ? "the kernel" : `\`${name}\``}` };
  });
}

type Test = (context: PassContext, node: ts.Node) => boolean;

const isAssignment: Test = ({ ts }, node) =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
  node.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
const isStep: Test = ({ ts }, node) =>
  (ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)) && isStepOperator(ts, node.operator);
const isCall: Test = ({ ts }, node) => ts.isCallExpression(node) || ts.isNewExpression(node);
/** For example the initial value of a class's field. */
const isAnything: Test = ({ ts }, node) => !ts.isSourceFile(node);
const isWrite: Test = (context, node) => isAssignment(context, node) || isStep(context, node);

/** Returns the outermost node that begins there and passes the first test that any passes. */
function nodeAt(
  context: PassContext,
  source: ts.SourceFile,
  { line, column }: Position,
  ...tests: readonly Test[]
): ts.Node | undefined {
  const at = source.getPositionOfLineAndCharacter(line - 1, column - 1);
  const search = (node: ts.Node, test: Test): ts.Node | undefined => {
    if (at < node.pos || at >= node.end) return undefined;
    if (node.getStart(source) === at && test(context, node)) return node;
    return context.ts.forEachChild(node, (child) => search(child, test));
  };
  for (const test of tests) {
    const found = search(source, test);
    if (found) return found;
  }
  return undefined;
}

/** Returns the target of the write, as the user writes it: `out[0]`, `counter.value`. */
function targetOf(context: PassContext, node: ts.Node): ts.Expression | undefined {
  const { ts } = context;
  if (ts.isBinaryExpression(node)) return skipWrappers(context, node.left);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return skipWrappers(context, node.operand);
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) return node.expression.expression;
  return undefined;
}

/** Returns "Use `atomicRef(out, 0).fetchAdd(x[i]!)`.", if the operator has an atomic form that supports the element's type. */
function atomicHelp(
  context: PassContext,
  { type, store }: Race,
  node: ts.Node,
  target: ts.Expression,
): string | undefined {
  const update = atomicUpdate(context, node);
  const place = placeText(context, target);
  if (!update || place === undefined || store.place.kind === "field") return undefined;
  const { method, operand } = update;
  const op = atomicMethod(method)?.op;
  const types: readonly Type[] = op ? atomicOps[op].operands : [];
  if (!types.includes(type)) return undefined;
  return `Use \`atomicRef(${place}).${method}(${operand ?? (type === "i64" || type === "u64" ? "1n" : "1")})\`.`;
}

function placeText({ ts }: PassContext, target: ts.Expression): string | undefined {
  if (ts.isElementAccessExpression(target))
    return `${target.expression.getText()}, ${target.argumentExpression.getText()}`;
  return ts.isPropertyAccessExpression(target) ? target.expression.getText() : undefined;
}

interface Update {
  readonly method: string;
  /** Undefined if it is 1. */
  readonly operand: string | undefined;
}

/** The atomic methods that correspond to operators and to functions of Math. */
const methods: Readonly<Record<string, string>> = {
  "+": "fetchAdd",
  "-": "fetchSub",
  "&": "fetchAnd",
  "|": "fetchOr",
  "^": "fetchXor",
  max: "fetchMax",
  min: "fetchMin",
};

function atomicUpdate(context: PassContext, node: ts.Node): Update | undefined {
  const { ts } = context;
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    return { method: node.operator === ts.SyntaxKind.PlusPlusToken ? "fetchAdd" : "fetchSub", operand: undefined };
  }
  if (!ts.isBinaryExpression(node)) return undefined;
  if (node.operatorToken.kind === ts.SyntaxKind.EqualsToken) return spelledOut(context, node);
  const method = methods[node.operatorToken.getText().slice(0, -1)];
  return method === undefined ? undefined : { method, operand: node.right.getText() };
}

/** Recognises `out[0] = out[0] + x`, `out[0] = Math.max(x, out[0])`. */
function spelledOut(context: PassContext, node: ts.BinaryExpression): Update | undefined {
  const { ts } = context;
  const value = skipWrappers(context, node.right);
  const [name, operands] = ts.isBinaryExpression(value)
    ? [value.operatorToken.getText(), [value.left, value.right]]
    : [mathName(context, value), ts.isCallExpression(value) ? [...value.arguments] : []];
  const method = methods[name];
  const target = skipWrappers(context, node.left).getText();
  const place = operands.findIndex((one) => skipWrappers(context, one).getText() === target);
  if (method === undefined || operands.length !== 2 || place < 0 || (name === "-" && place > 0)) return undefined;
  return { method, operand: operands[1 - place]?.getText() };
}

function mathName(context: PassContext, node: ts.Expression): string {
  const call = context.ts.isCallExpression(node) ? classifyCall(context, node) : undefined;
  return call?.kind === "math" ? call.name : "";
}

function wordsFor({ kind }: Race): string {
  return kind === "update"
    ? "Give each work-item its own element, and combine these in a second kernel. For sums, write `atomicRef(array, index).fetchAdd(value)`."
    : "Let one work-item write it, or give each work-item its own element.";
}
