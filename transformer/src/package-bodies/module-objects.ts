// How the functions of a package's module use an array or an object that the module makes when it is loaded: `const B = vec(4)`,
// `const _v1 = new Vector3()`. Kernels give each call its own only if nobody can tell (docs/decisions/0068-module-scratch.md).

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "../recognise/calls.js";
import { evaluate } from "../recognise/evaluate.js";
import { targetOf } from "../recognise/operators.js";
import { typedArrayElement } from "../recognise/shapes.js";
import { swapAround } from "../recognise/swaps.js";
import { calledBody } from "./javascript-function.js";
import { lookedAt } from "./module-variables.js";

/** How many calls deep an object is followed that functions pass on. */
const MOST_CALLS = 3;

/** Whether a module keeps an object to itself, and its functions only read numbers of it, as do those that they pass it to. */
export function isOnlyRead(
  context: PassContext,
  declaration: ts.VariableDeclaration,
  symbol: ts.Symbol,
  isTypedArray = false,
): boolean {
  if (!isOwnOfModule(context, declaration, symbol)) return false;
  return readsOnly(context, declaration.getSourceFile(), naming(context, symbol, declaration.name), {
    depth: MOST_CALLS,
    isTypedArray,
  });
}

/** Whether it is declared once, at the top level of a package's module, which does not export it there. */
function isOwnOfModule(
  { bodies, ts }: PassContext,
  declaration: ts.VariableDeclaration,
  { declarations }: ts.Symbol,
): boolean {
  const file = declaration.getSourceFile();
  const isExported = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Export) !== 0;
  const isOfModule = ts.isVariableDeclarationList(declaration.parent) && declaration.parent.parent.parent === file;
  return bodies.files.has(file) && isOfModule && !isExported && declarations?.length === 1;
}

type Test = (node: ts.Node) => boolean;

/** Finds the names of a symbol but for the one that declares it. */
function naming({ checker, ts }: PassContext, symbol: ts.Symbol, declared: ts.Node): Test {
  return (node) => {
    if (!ts.isIdentifier(node) || node.text !== symbol.name || node === declared) return false;
    const { parent } = node;
    if (ts.isExportSpecifier(parent)) return true;
    const isShort = ts.isShorthandPropertyAssignment(parent);
    return (isShort ? checker.getShorthandAssignmentValueSymbol(parent) : checker.getSymbolAtLocation(node)) === symbol;
  };
}

interface Reading {
  /** Calls that may pass it on. */
  readonly depth: number;
  /** It is a typed array, or another array of numbers, though the code may not say so. */
  readonly isTypedArray?: boolean;
}

/** Whether code does nothing with an object but read numbers of it. */
function readsOnly(context: PassContext, code: ts.Node, isIt: Test, { depth, isTypedArray = false }: Reading): boolean {
  const { ts } = context;
  const isHarmless = (node: ts.Expression) =>
    isNumberRead(context, node, isTypedArray) ||
    (depth > 0 && isPassedToReader(context, node, { depth: depth - 1, isTypedArray }));
  const visit = (node: ts.Node): boolean => {
    if (isIt(node) && !isHarmless(node as ts.Expression)) return false; // a name, or `this`
    return ts.forEachChild(node, (child) => !visit(child) || undefined) !== true;
  };
  return visit(code);
}

/** Whether a node is the argument of a function that only reads it. */
function isPassedToReader(context: PassContext, node: ts.Expression, reading: Reading): boolean {
  const { checker, ts } = context;
  const { parent } = node;
  if (!ts.isCallExpression(parent) || parent.expression === node) return false;
  const body = calledBody(lookedAt(context), parent.expression);
  const parameter = body && "parameters" in body ? body.parameters[parent.arguments.indexOf(node)] : undefined;
  const symbol = parameter && checker.getSymbolAtLocation(parameter.name);
  if (!body || !parameter || !symbol) return false;
  return readsOnly(context, body, naming(context, symbol, parameter.name), reading);
}

/** `p.x` and `m.elements[k]`, unless they are assigned; `e[k]` also without types, if it is known to be an element of a typed array. */
function isNumberRead({ checker, ts }: PassContext, name: ts.Expression, isTypedArray: boolean): boolean {
  let node: ts.Expression = name;
  while (isMemberOf(ts, node.parent, node)) node = node.parent;
  const isElement = isTypedArray && ts.isElementAccessExpression(node) && node.expression === name;
  const { NumberLike, BooleanLike } = ts.TypeFlags;
  const isValue = isElement || (checker.getTypeAtLocation(node).flags & (NumberLike | BooleanLike)) !== 0;
  return node !== name && isValue && !isTarget(ts, node);
}

type Member = ts.PropertyAccessExpression | ts.ElementAccessExpression;

function isMemberOf(typescript: PassContext["ts"], node: ts.Node, object: ts.Node): node is Member {
  return (
    (typescript.isPropertyAccessExpression(node) || typescript.isElementAccessExpression(node)) &&
    node.expression === object
  );
}

/** Whether something assigns it, also as a part of a pattern. */
function isTarget(typescript: PassContext["ts"], node: ts.Node): boolean {
  const { parent } = node;
  if (targetOf(typescript, parent) === node || typescript.isDeleteExpression(parent)) return true;
  const isPart =
    typescript.isArrayLiteralExpression(parent) ||
    typescript.isObjectLiteralExpression(parent) ||
    typescript.isSpreadElement(parent) ||
    (typescript.isPropertyAssignment(parent) && parent.initializer === node);
  return isPart && isTarget(typescript, parent);
}

/** The function and all that it calls by name. */
export function reachedFrom(context: PassContext, declaration: ts.Node): ReadonlySet<ts.Node> {
  const { ts } = context;
  const looked = lookedAt(context);
  const reached = new Set([declaration]);
  const visit = (node: ts.Node): void => {
    const body = ts.isCallExpression(node) ? calledBody(looked, node.expression) : undefined;
    if (body) reached.add(body);
    ts.forEachChild(node, visit);
  };
  for (const one of reached) ts.forEachChild(one, visit);
  return reached;
}

/** What makes a typed array when the module is loaded. */
interface ArrayMade {
  readonly length: number;
  readonly made: ts.NewExpression;
}

/** The typed array that `new Float64Array(4)`, or a function of the package that makes one and at most writes to its elements, makes. */
export function arrayMade(
  context: PassContext,
  expression: ts.Expression,
  given: ReadonlyMap<ts.Symbol, number> = new Map(),
): ArrayMade | undefined {
  const { checker, ts } = context;
  const node = skipWrappers(context, expression);
  const numberAt = (argument: ts.Expression | undefined): number | undefined => {
    if (!argument) return undefined;
    const symbol = ts.isIdentifier(argument) ? checker.getSymbolAtLocation(argument) : undefined;
    const value = (symbol && given.get(symbol)) ?? evaluate(context, argument);
    return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
  };
  if (ts.isNewExpression(node)) {
    const length = numberAt(node.arguments?.[0]);
    return length === undefined ? undefined : { length, made: node };
  }
  const body = ts.isCallExpression(node) ? calledBody(lookedAt(context), node.expression) : undefined;
  if (!body || !ts.isCallExpression(node) || !("parameters" in body)) return undefined;
  const made = body.body && ts.isBlock(body.body) ? onlyResult(context, body.body) : body.body;
  if (!made || !ts.isNewExpression(made)) return undefined;
  const inner = new Map<ts.Symbol, number>();
  for (const [index, { name }] of body.parameters.entries()) {
    const symbol = checker.getSymbolAtLocation(name);
    const value = numberAt(node.arguments[index]);
    if (symbol && value !== undefined) inner.set(symbol, value);
  }
  return arrayMade(context, made, inner);
}

/** What a block returns: `return new Float64Array(n);`, or `const out = new Float64Array(n);`, of which the rest only has elements. */
function onlyResult({ checker, ts }: PassContext, block: ts.Block): ts.Expression | undefined {
  const [first] = block.statements;
  const last = block.statements.at(-1);
  const result = last && ts.isReturnStatement(last) ? last.expression : undefined;
  if (first === last || !first || !last || !result) return result;
  if (!ts.isIdentifier(result) || !ts.isVariableStatement(first)) return undefined;
  const [declaration, ...others] = first.declarationList.declarations;
  if (!declaration || others.length > 0 || !ts.isIdentifier(declaration.name)) return undefined;
  const { name, initializer } = declaration;
  const symbol = checker.getSymbolAtLocation(name);
  if (checker.getSymbolAtLocation(result) !== symbol) return undefined;
  const isElement = ({ parent }: ts.Identifier) =>
    ts.isElementAccessExpression(parent) &&
    (checker.getTypeAtLocation(parent.argumentExpression).flags & ts.TypeFlags.NumberLike) !== 0;
  const isOwn = (node: ts.Node): boolean => {
    if ((ts.isReturnStatement(node) && node !== last) || ts.isFunctionLike(node)) return false;
    if (ts.isIdentifier(node) && node.text === name.text && node !== name && node !== result) return isElement(node);
    return ts.forEachChild(node, (child) => !isOwn(child) || undefined) !== true;
  };
  return isOwn(block) ? initializer : undefined;
}

/**
 * The functions that name it, where nobody outside the module has it and each of them begins by filling it, or by passing it to what may: then the
 * host's calls do not see that those of kernels leave nothing. Undefined else.
 */
export function usesOf(
  context: PassContext,
  declaration: ts.VariableDeclaration,
  symbol: ts.Symbol,
): ReadonlySet<ts.Node> | undefined {
  const { checker, ts } = context;
  if (!isOwnOfModule(context, declaration, symbol)) return undefined;
  const uses = new Map<ts.Node, Use[]>();
  let isSound = true;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === symbol.name && node !== declaration.name && isUse(node)) {
      const fn = ts.findAncestor(node, ts.isFunctionLike);
      isSound &&= fn !== undefined && !escapes(context, node);
      if (fn) uses.set(fn, [...(uses.get(fn) ?? []), { at: node.pos, isFilling: isFilled(context, node) }]);
    }
    ts.forEachChild(node, visit);
  };
  const isUse = (node: ts.Identifier) => {
    const { parent } = node;
    if (ts.isExportSpecifier(parent)) return true;
    const isShort = ts.isShorthandPropertyAssignment(parent);
    const found = isShort ? checker.getShorthandAssignmentValueSymbol(parent) : checker.getSymbolAtLocation(node);
    return found === symbol;
  };
  visit(declaration.getSourceFile());
  const functions = new Set(uses.keys());
  return isSound && isKeptInPlace(context, [...functions], symbol) && areFilledFirst(context, uses)
    ? functions
    : undefined;
}

/** A place where a function names a module's object, or calls a function that reads it before it fills it. */
interface Use {
  readonly at: number;
  readonly isFilling: boolean;
}

/**
 * Whether each function fills the object before it reads it, in the order of the text. A function that only other functions of its module call may
 * read first; then its calls count as reads.
 */
function areFilledFirst(context: PassContext, uses: Map<ts.Node, Use[]>): boolean {
  const readsFirst = (fn: ts.Node) => !uses.get(fn)?.reduce((a, b) => (b.at < a.at ? b : a)).isFilling;
  const done = new Set<ts.Node>();
  for (
    let fn = [...uses.keys()].find(readsFirst);
    fn;
    fn = [...uses.keys()].find((one) => !done.has(one) && readsFirst(one))
  ) {
    done.add(fn);
    const calls = callsWithin(context, fn);
    if (!calls) return false;
    for (const { caller, at } of calls) uses.set(caller, [...(uses.get(caller) ?? []), { at, isFilling: false }]);
  }
  return true;
}

/** All calls of a function, by function that calls it; undefined if anything else can call it. */
function callsWithin(
  { checker, ts }: PassContext,
  fn: ts.Node,
): readonly { readonly caller: ts.Node; readonly at: number }[] | undefined {
  if (!ts.isFunctionDeclaration(fn) || !fn.name) return undefined;
  if (ts.getCombinedModifierFlags(fn) & ts.ModifierFlags.Export) return undefined;
  const { name } = fn;
  const symbol = checker.getSymbolAtLocation(name);
  const calls: { caller: ts.Node; at: number }[] = [];
  const isCalled = (node: ts.Node): boolean => {
    const isIt = ts.isIdentifier(node) && node.text === name.text && node !== name;
    if (isIt && (checker.getSymbolAtLocation(node) === symbol || !ts.isCallExpression(node.parent))) {
      const caller = ts.findAncestor(node.parent, ts.isFunctionLike);
      if (!caller || !ts.isCallExpression(node.parent) || node.parent.expression !== node) return false;
      calls.push({ caller, at: node.pos });
    }
    return ts.forEachChild(node, (child) => !isCalled(child) || undefined) !== true;
  };
  return isCalled(fn.getSourceFile()) ? calls : undefined;
}

/** Whether no function that it is passed to swaps it with another: there it would have two names. */
function isKeptInPlace(context: PassContext, uses: readonly ts.Node[], symbol: ts.Symbol): boolean {
  const { checker, ts } = context;
  const swapping = new Set<ts.Node>();
  const callees = new Set<ts.Node>();
  for (const use of uses) {
    const visit = (node: ts.Node): void => {
      const isIt = ts.isIdentifier(node) && checker.getSymbolAtLocation(node) === symbol;
      const { parent } = node;
      if (isIt && swapAround(context, node)) swapping.add(use);
      else if (isIt && ts.isCallExpression(parent))
        callees.add(calledBody(lookedAt(context), parent.expression) ?? use);
      ts.forEachChild(node, visit);
    };
    visit(use);
  }
  if (swapping.size === 0) return true;
  return ![...callees].some((callee) => [...reachedFrom(context, callee)].some((one) => swapping.has(one)));
}

/** Assigned to another name, stored, or returned, also as what a method of it gives; but for a swap with another of the module. */
function escapes(context: PassContext, node: ts.Node): boolean {
  const { ts } = context;
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent)) return escapes(context, parent);
  if (isMemberOf(ts, parent, node)) {
    const { parent: around } = parent;
    if (ts.isCallExpression(around) && around.expression === parent)
      return mayBeObject(context, around) && escapes(context, around);
    const isGiven = ts.isReturnStatement(around) || (ts.isArrowFunction(around) && around.body === parent);
    return isGiven && mayBeObject(context, parent);
  }
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression === node;
  return !ts.isExpressionStatement(parent) && swapAround(context, node) === undefined;
}

function mayBeObject({ checker, ts }: PassContext, node: ts.Expression): boolean {
  const { NumberLike, BooleanLike, VoidLike } = ts.TypeFlags;
  return (checker.getTypeAtLocation(node).flags & (NumberLike | BooleanLike | VoidLike)) === 0;
}

/** `B[0] = …`, `_v.set(…)`, `_box.min.x = …`, `f(B)`, if the method or `f` does not only read it. */
function isFilled(context: PassContext, node: ts.Expression): boolean {
  const { ts } = context;
  const { parent } = node;
  if (ts.isCallExpression(parent)) {
    const isTypedArray = typedArrayElement(context, context.checker.getTypeAtLocation(node)) !== undefined;
    return parent.expression !== node && !isPassedToReader(context, node, { depth: 0, isTypedArray });
  }
  if (!isMemberOf(ts, parent, node)) return false;
  if (ts.isCallExpression(parent.parent) && parent.parent.expression === parent) return !isReader(context, parent);
  return isPlainTarget(ts, parent) || isFilledIn(context, parent);
}

/** The same for a part of it, which functions may get without filling all. */
function isFilledIn(context: PassContext, part: ts.Expression): boolean {
  const { ts } = context;
  const { parent } = part;
  if (!isMemberOf(ts, parent, part)) return false;
  const isCalled = ts.isCallExpression(parent.parent) && parent.parent.expression === parent;
  return isCalled || isPlainTarget(ts, parent);
}

/** Whether `node = …` assigns it. */
function isPlainTarget(typescript: PassContext["ts"], node: ts.Node): boolean {
  const { parent } = node;
  const isLeft = typescript.isBinaryExpression(parent) && parent.left === node;
  return isLeft && parent.operatorToken.kind === typescript.SyntaxKind.EqualsToken;
}

/** Whether a method only reads its object. */
function isReader(context: PassContext, method: ts.Expression): boolean {
  const body = calledBody(lookedAt(context), method);
  return body !== undefined && readsNumbersOfThis(context, body, 0);
}

/** Whether a method, and the functions that it passes its object to, only read numbers of it. */
export function readsNumbersOfThis(context: PassContext, method: ts.Node, depth = MOST_CALLS): boolean {
  return readsOnly(context, method, ({ kind }) => kind === context.ts.SyntaxKind.ThisKeyword, { depth });
}
