// Warns where host code reads an array that an earlier launch writes, before anything has waited for the launch (LW1510): kernels never run inside
// the submitting call, so the read returns the old elements. Visits the statements after the launch in its block, in source order, up to the first
// thing that may wait: await, an unknown call, a use of the event.

import { accessOf, type Module } from "@lanewise/ir";
import type ts from "typescript-6";
import { spanOf } from "../diagnostics/reporter.js";
import type { EmbeddedKernel } from "../embed.js";
import type { PassContext } from "../pass-context.js";
import { isWrapper, skipWrappers } from "../recognise/calls.js";
import { isOfLibrary, isStandard, resolvedSymbol } from "../recognise/library.js";

/** A launch that is a statement, or the initial value of a variable for its event. */
interface Launch {
  readonly call: ts.CallExpression;
  readonly event: ts.Symbol | undefined;
  readonly following: readonly ts.Statement[];
}

export function checkEarlyReads(context: PassContext, module: Module, kernels: readonly EmbeddedKernel[]): void {
  const told = new Set<ts.Node>();
  // Reports the last launch above a read.
  for (const { declaration, symbol, captures } of kernels.toReversed()) {
    const launch = launchOf(context, declaration);
    if (!launch) continue;
    const index = module.functions.findIndex((fn) => fn.symbol === symbol);
    const { parameters } = accessOf(module, index);
    const locals = module.functions[index]?.locals ?? [];
    const isWritten = (at: number) => parameters[at] === "write" || parameters[at] === "readWrite";
    const written = captures.filter((_, at) => isWritten(at) && !locals[at]?.isLocal);
    const read = written.length > 0 ? firstRead(context, launch, new Set(written)) : undefined;
    if (!read || told.has(read)) continue;
    told.add(read);
    report(context, read, launch.call);
  }
}

function report({ reporter }: PassContext, read: ts.Identifier, call: ts.CallExpression): void {
  const source = call.getSourceFile();
  const line = source.getLineAndCharacterOfPosition(call.getStart(source)).line + 1;
  reporter.report(
    "LW1510",
    read,
    [read.text, String(line)],
    [{ ...spanOf(call.expression), message: "launched here" }],
  );
}

/** The queues of `lanewise`, and of `lanewise/aot`. */
const queues: ReadonlySet<string> = new Set(["Queue", "BasicQueue"]);

function launchOf(context: PassContext, kernel: ts.Node): Launch | undefined {
  const { ts, checker } = context;
  const call = kernel.parent;
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined;
  const { name, expression } = call.expression;
  if (name.text !== "parallelFor" && name.text !== "singleTask") return undefined;
  const queue = checker.getTypeAtLocation(expression).getSymbol();
  if (!queue || !queues.has(queue.name) || !isOfLibrary(queue)) return undefined;
  const holder = ts.isVoidExpression(call.parent) ? call.parent.parent : call.parent;
  const variable = ts.isVariableDeclaration(holder) ? holder : undefined;
  const statement = variable ? variable.parent.parent : holder;
  if (!ts.isExpressionStatement(statement) && !ts.isVariableStatement(statement)) return undefined;
  const block = statement.parent;
  if (!ts.isBlock(block) && !ts.isSourceFile(block) && !ts.isModuleBlock(block)) return undefined;
  const following = block.statements.filter(({ pos }) => pos >= statement.end);
  return { call, event: variable && resolvedSymbol(context, variable.name), following };
}

/** The result of the search for a read. */
type Found = ts.Identifier | "stop" | undefined;

/** Returns the first read of one of the arrays that certainly precedes any wait. */
function firstRead(
  context: PassContext,
  { event, following }: Launch,
  written: ReadonlySet<string>,
): ts.Identifier | undefined {
  const { ts } = context;
  const [first, last] = [following[0]?.pos ?? 0, following.at(-1)?.end ?? 0];
  /** Whether the name is declared outside these statements, as the kernel's capture is. */
  const isOutside = (symbol: ts.Symbol | undefined): boolean =>
    symbol?.declarations?.every(({ pos, end }) => end <= first || pos >= last) ?? false;
  const visit = (node: ts.Node): Found => {
    if (ts.isFunctionLike(node) || ts.isTypeNode(node)) return undefined;
    if (waitsBefore(context, node)) return "stop";
    const inside = ts.forEachChild(node, visit);
    if (inside) return inside;
    if (ts.isIdentifier(node)) {
      const isWritten = written.has(node.text);
      const symbol = isWritten || event ? resolvedSymbol(context, node) : undefined;
      if (event && symbol === event) return "stop";
      if (!isWritten || !isOutside(symbol)) return undefined;
      if (isAssigned(context, node)) return "stop";
      return isRead(context, node) ? node : undefined;
    }
    return mayWait(context, node) ? "stop" : undefined;
  };
  for (const statement of following) {
    const found = visit(statement);
    if (found) return found === "stop" ? undefined : found;
  }
  return undefined;
}

/** Whether the node's parts run after a wait, or its block waits at its end. */
function waitsBefore({ ts }: PassContext, node: ts.Node): boolean {
  if (ts.isForOfStatement(node)) return node.awaitModifier !== undefined;
  return ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.Using) !== 0;
}

function mayWait(context: PassContext, node: ts.Node): boolean {
  const { ts } = context;
  if (ts.isCallExpression(node)) return !isHarmless(context, node);
  if (ts.isNewExpression(node)) return !isStandardCallee(context, node.expression);
  return (
    ts.isAwaitExpression(node) ||
    ts.isYieldExpression(node) ||
    ts.isTaggedTemplateExpression(node) ||
    ts.isReturnStatement(node) ||
    ts.isThrowStatement(node) ||
    ts.isBreakOrContinueStatement(node)
  );
}

/** Methods that a queue executes in a later turn of the event loop, or that need no queue. */
const submissions = /^(parallelFor|singleTask|copy|memcpy|fill|write|malloc(Shared|Device|Host)|free)$/;

function isHarmless(context: PassContext, call: ts.CallExpression): boolean {
  const { ts } = context;
  const callee = skipWrappers(context, call.expression);
  const symbol = ts.isPropertyAccessExpression(callee) ? resolvedSymbol(context, callee.name) : undefined;
  if (symbol && submissions.test(symbol.name) && isOfLibrary(symbol)) return true;
  // A function argument may be called, and wait.
  if (call.arguments.some((argument) => !isValue(context, argument))) return false;
  return isStandardCallee(context, callee) || isConsole(context, callee);
}

function isValue({ ts, checker }: PassContext, argument: ts.Expression): boolean {
  return !ts.isFunctionLike(argument) && checker.getTypeAtLocation(argument).getCallSignatures().length === 0;
}

function isStandardCallee(context: PassContext, callee: ts.Expression): boolean {
  const symbol = resolvedSymbol(context, context.ts.isPropertyAccessExpression(callee) ? callee.name : callee);
  return symbol !== undefined && isStandard(context, symbol);
}

/** Whether it is a method of `console` or `performance`, which Node's types may declare, too. */
function isConsole(context: PassContext, callee: ts.Expression): boolean {
  const { ts } = context;
  if (!ts.isPropertyAccessExpression(callee) || !ts.isIdentifier(callee.expression)) return false;
  const { text } = callee.expression;
  if (text !== "console" && text !== "performance") return false;
  const symbol = resolvedSymbol(context, callee.expression);
  return symbol?.declarations?.every((one) => one.getSourceFile().isDeclarationFile) ?? false;
}

/** Methods of typed arrays and arrays of structs that read elements. */
const readers = new Set(
  (
    "at entries every filter find findIndex findLast findLastIndex forEach includes indexOf join lastIndexOf map reduce " +
    "reduceRight reverse slice some sort toArray toLocaleString toReversed toSorted toString values with"
  ).split(" "),
);
/** Standard functions that read the elements of an array argument. */
const takers = new Set(["from", "stringify", "set", "of", "String", "structuredClone"]);

/** Whether the array's elements are read at the identifier. */
function isRead(context: PassContext, node: ts.Identifier): boolean {
  const { ts } = context;
  const use = outermost(context, node);
  const { parent } = use;
  if (ts.isElementAccessExpression(parent)) return parent.expression === use && !isTarget(context, parent);
  if (ts.isPropertyAccessExpression(parent)) return isCalled(context, parent) && readers.has(parent.name.text);
  if (ts.isSpreadElement(parent) || ts.isTemplateSpan(parent)) return true;
  if (ts.isForOfStatement(parent)) return parent.expression === use;
  if (ts.isVariableDeclaration(parent)) return ts.isArrayBindingPattern(parent.name) && parent.initializer === use;
  if (ts.isNewExpression(parent)) return isStandardCallee(context, parent.expression);
  if (!ts.isCallExpression(parent) || parent.expression === use) return false;
  const callee = skipWrappers(context, parent.expression);
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
  return isConsole(context, callee) || (takers.has(name) && isStandardCallee(context, callee));
}

/** Returns the node with the parentheses, `!` and `as` around it. */
function outermost(context: PassContext, node: ts.Node): ts.Node {
  let at = node;
  while (isWrapper(context, at.parent)) at = at.parent;
  return at;
}

function isCalled({ ts }: PassContext, callee: ts.Expression): boolean {
  return ts.isCallExpression(callee.parent) && callee.parent.expression === callee;
}

/** Whether it is assigned, as in `out[0] = 1`, `[out[0]] = …`; not with `+=`, which reads it. */
function isTarget(context: PassContext, target: ts.Node): boolean {
  const { ts } = context;
  const use = outermost(context, target);
  const { parent } = use;
  if (ts.isArrayLiteralExpression(parent)) return isTarget(context, parent);
  return (
    ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && parent.left === use
  );
}

/** Whether it is `out` in `out = …`. */
function isAssigned(context: PassContext, node: ts.Node): boolean {
  const { ts } = context;
  const { parent } = outermost(context, node);
  if (!ts.isBinaryExpression(parent) || skipWrappers(context, parent.left) !== node) return false;
  const { kind } = parent.operatorToken;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}
