// Arrays and objects that a module of a package makes when it is loaded, and that its functions fill before they read them: `const B = vec(4)`,
// `const _v1 = new Vector3()`. Each call in a kernel has its own, of which each element and field knows whether the call has written it. Where it uses one
// that it has not, JavaScript would use what an earlier call has left, so the work-item fails (docs/decisions/0068-module-scratch.md).

import type ts from "typescript-6";
import { calledBody } from "../package-bodies/javascript-function.js";
import { lookedAt, valueOfExports } from "../package-bodies/module-variables.js";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "../recognise/calls.js";
import { evaluate } from "../recognise/evaluate.js";
import { typedArrayElement } from "../recognise/shapes.js";
import { type Swap, swapAround, swapAt } from "../recognise/swaps.js";
import { arrayFacts, type Collection, newVariable } from "./collect.js";
import { collectExpression } from "./collect-expressions.js";
import type { Instance, Variable } from "./instance.js";
import { elementStorage, isObject, objectOf, type Storage } from "./shape.js";
import { internStruct, nullableStruct, storageOfType } from "./types.js";

/** The call's own of what a module has; undefined for what is none that its functions fill. */
export function scratchVariable(collection: Collection, instance: Instance, symbol: ts.Symbol): Variable | undefined {
  const declaration = symbol.valueDeclaration;
  const { context } = collection;
  if (!declaration || !context.ts.isVariableDeclaration(declaration)) return undefined;
  if (knownOnce(context, readBySymbol, symbol, () => isOnlyRead(context, declaration, symbol)))
    return fixedObject(collection, instance, declaration, symbol);
  const uses = knownOnce(context, usesBySymbol, symbol, () => usesOf(context, declaration, symbol));
  if (!uses) return undefined;
  const storage = declaration.initializer && storageMade(collection, declaration.initializer);
  const shape = storage && trackedObject(collection, storage);
  if (!shape) return undefined;
  const variable = newVariable({ name: symbol.name, key: symbol, shape: objectOf(shape, "fresh") });
  variable.takesFresh = true;
  variable.isScratch = true;
  ownerOf(collection, instance, uses).variables.set(symbol, variable);
  return variable;
}

/** `const _one = new Vector3(1, 1, 1)`, of which functions only read numbers: each call makes it as the module has. */
function fixedObject(
  collection: Collection,
  instance: Instance,
  declaration: ts.VariableDeclaration,
  symbol: ts.Symbol,
): Variable | undefined {
  const { context } = collection;
  const { initializer } = declaration;
  const node = initializer && skipWrappers(context, initializer);
  const isKnown = (one: ts.Expression) => evaluate(context, one) !== undefined;
  if (!node || !context.ts.isNewExpression(node) || !node.arguments?.every(isKnown)) return undefined;
  const owner = ownerOf(collection, instance, new Set([declaration]));
  const value = collectExpression(collection, owner, node);
  if (!isObject(value)) return undefined;
  const variable = newVariable({ name: symbol.name, key: symbol, shape: value });
  variable.takesFresh = true;
  variable.isScratch = true;
  variable.begins = node;
  owner.variables.set(symbol, variable);
  return variable;
}

/** Whether a module keeps an object to itself, and its functions do nothing but read numbers of it, also those that it is passed to. */
function isOnlyRead(context: PassContext, declaration: ts.VariableDeclaration, symbol: ts.Symbol): boolean {
  const { checker, ts } = context;
  const file = declaration.getSourceFile();
  const isExported = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Export) !== 0;
  const isOfModule = ts.isVariableDeclarationList(declaration.parent) && declaration.parent.parent.parent === file;
  if (!context.bodies.files.has(file) || isExported || !isOfModule || symbol.declarations?.length !== 1) return false;
  const isReadIn = (scope: ts.Node, one: ts.Symbol, declared: ts.Node, depth: number): boolean => {
    const visit = (node: ts.Node): boolean => {
      const isIt =
        ts.isIdentifier(node) &&
        node.text === one.name &&
        node !== declared &&
        checker.getSymbolAtLocation(node) === one;
      if (isIt && !isNumberRead(context, node) && !isPassedToReader(node, depth)) return false;
      return ts.forEachChild(node, (child) => !visit(child) || undefined) !== true;
    };
    return visit(scope);
  };
  const isPassedToReader = (node: ts.Identifier, depth: number): boolean => {
    const { parent } = node;
    if (!ts.isCallExpression(parent) || parent.expression === node || depth === 0) return false;
    const body = calledBody(lookedAt(context), parent.expression);
    const parameter = body && "parameters" in body ? body.parameters[parent.arguments.indexOf(node)] : undefined;
    const own = parameter && checker.getSymbolAtLocation(parameter.name);
    return (
      body !== undefined &&
      parameter !== undefined &&
      own !== undefined &&
      isReadIn(body, own, parameter.name, depth - 1)
    );
  };
  return isReadIn(file, symbol, declaration.name, 3);
}

/** `p.x` and `m.elements[k]`, of which nothing is assigned; `e[k]` also without types, if it is known to be an element of a typed array. */
function isNumberRead({ checker, ts }: PassContext, name: ts.Expression, isTypedArray = false): boolean {
  let node: ts.Expression = name;
  for (;;) {
    const { parent } = node as ts.Node; // an expression has one
    const isMember = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent);
    if (!isMember || parent.expression !== node) break;
    node = parent;
  }
  const isElement = isTypedArray && ts.isElementAccessExpression(node) && node.expression === name;
  const { NumberLike, BooleanLike } = ts.TypeFlags;
  const isValue = isElement || (checker.getTypeAtLocation(node).flags & (NumberLike | BooleanLike)) !== 0;
  const { parent } = node;
  const isTarget = ts.isBinaryExpression(parent) && parent.left === node && isAssignment(ts, parent);
  const isStep =
    (ts.isPrefixUnaryExpression(parent) && /[+-]{2}/.test(parent.getText())) || ts.isPostfixUnaryExpression(parent);
  return node !== name && isValue && !isTarget && !isStep;
}

function isAssignment({ SyntaxKind }: PassContext["ts"], { operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;
}

/**
 * The call during which it is filled and read: the outermost that names it, if all functions that do are called by that one alone; else the outermost
 * of the package.
 */
function ownerOf({ context }: Collection, instance: Instance, uses: ReadonlySet<ts.Node>): Instance {
  let outermost = instance;
  let naming: Instance | undefined;
  for (let at: Instance | undefined = instance; at?.caller; at = at.caller.instance) {
    if (!context.bodies.files.has(at.declaration.getSourceFile())) break;
    outermost = at;
    if (uses.has(at.declaration)) naming = at;
  }
  if (!naming) return outermost;
  const { declaration } = naming;
  const reached = knownOnce(context, reachedByNode, declaration, () => reachedFrom(context, declaration));
  return [...uses].every((one) => reached.has(one)) ? naming : outermost;
}

/** The function and all that it calls by name. */
function reachedFrom(context: PassContext, declaration: ts.Node): ReadonlySet<ts.Node> {
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

type KnownOnce<K extends object, V> = WeakMap<ts.TypeChecker, Map<K, V>>;
const usesBySymbol: KnownOnce<ts.Symbol, ReadonlySet<ts.Node> | undefined> = new WeakMap();
const readBySymbol: KnownOnce<ts.Symbol, boolean> = new WeakMap();
const reachedByNode: KnownOnce<ts.Node, ReadonlySet<ts.Node>> = new WeakMap();

/** Modules of packages can have many megabytes: each question is answered once. */
function knownOnce<K extends object, V>({ checker }: PassContext, known: KnownOnce<K, V>, key: K, find: () => V): V {
  const answers = known.get(checker) ?? new Map<K, V>();
  known.set(checker, answers);
  const before = answers.get(key);
  if (before !== undefined || answers.has(key)) return before as V; // it has the key
  const answer = find();
  answers.set(key, answer);
  return answer;
}

/** What the module makes when it is loaded, if that is an array of known length or an object of a class. */
function storageMade(collection: Collection, initializer: ts.Expression): Storage | undefined {
  const { context } = collection;
  const { checker, ts } = context;
  const node = skipWrappers(context, valueOfExports(context, initializer));
  const type = checker.getTypeAtLocation(node);
  const element = typedArrayElement(context, type);
  if (element) {
    const length = lengthMade(context, node, new Map());
    return length === undefined ? undefined : { kind: "array", element: elementStorage(element), length };
  }
  if (!ts.isNewExpression(node)) return undefined;
  const storage = storageOfType(collection, type, node, new Map());
  return "fault" in storage ? undefined : storage;
}

/** How long a typed array is that `new Float64Array(4)`, or a function of the package that does nothing else, makes. */
function lengthMade(
  context: PassContext,
  expression: ts.Expression,
  given: ReadonlyMap<ts.Symbol, number>,
): number | undefined {
  const { checker, ts } = context;
  const node = skipWrappers(context, expression);
  const numberAt = (argument: ts.Expression | undefined): number | undefined => {
    if (!argument) return undefined;
    const symbol = ts.isIdentifier(argument) ? checker.getSymbolAtLocation(argument) : undefined;
    const value = (symbol && given.get(symbol)) ?? evaluate(context, argument);
    return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
  };
  if (ts.isNewExpression(node)) return numberAt(node.arguments?.[0]);
  const body = ts.isCallExpression(node) ? calledBody(lookedAt(context), node.expression) : undefined;
  if (!body || !ts.isCallExpression(node) || !("parameters" in body)) return undefined;
  const made = body.body && ts.isBlock(body.body) ? onlyResult(ts, body.body) : body.body;
  if (!made || !ts.isExpression(made)) return undefined;
  const inner = new Map<ts.Symbol, number>();
  for (const [index, { name }] of body.parameters.entries()) {
    const symbol = checker.getSymbolAtLocation(name);
    const value = numberAt(node.arguments[index]);
    if (symbol && value !== undefined) inner.set(symbol, value);
  }
  return ts.isNewExpression(made) ? lengthMade(context, made, inner) : undefined;
}

function onlyResult(typescript: PassContext["ts"], { statements }: ts.Block): ts.Expression | undefined {
  const [only, ...others] = statements;
  return only && typescript.isReturnStatement(only) && others.length === 0 ? only.expression : undefined;
}

type ObjectStorage = Storage & { readonly kind: "struct" | "array" };

/** The same with each number and boolean knowing whether it was written; undefined where something else is held. */
function trackedObject(collection: Collection, storage: Storage): ObjectStorage | undefined {
  if (storage.kind === "array") {
    const element = tracked(collection, storage.element);
    if (!element) return undefined;
    const made = { kind: "array", element, length: storage.length } as const;
    arrayFacts(collection, made).isMutated = true;
    return made;
  }
  if (storage.kind !== "struct" || storage.struct.union) return undefined;
  const { name, declaration, bindings } = storage.struct;
  const fields = storage.struct.fields.map((field) => ({
    name: field.name,
    storage: tracked(collection, field.storage),
  }));
  if (!fields.every((field) => field.storage !== undefined)) return undefined;
  const own = fields as { name: string; storage: Storage }[]; // checked in the line above
  const struct = internStruct(collection, name, own, declaration, bindings);
  struct.isMutated = true;
  return { kind: "struct", struct };
}

function tracked(collection: Collection, storage: Storage): Storage | undefined {
  switch (storage.kind) {
    case "number":
    case "weak":
    case "boolean":
      return { kind: "struct", struct: nullableStruct(collection, storage, "unwritten") };
    case "struct":
    case "array":
      return trackedObject(collection, storage);
    case "text":
      return undefined;
  }
}

/**
 * The functions that name it, where nobody outside the module has it and each of them begins by filling it, or by passing it to what may: then the
 * host's calls do not see that those of kernels leave nothing. Undefined else.
 */
function usesOf(
  context: PassContext,
  declaration: ts.VariableDeclaration,
  symbol: ts.Symbol,
): ReadonlySet<ts.Node> | undefined {
  const { checker, ts } = context;
  const file = declaration.getSourceFile();
  const isExported = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Export) !== 0;
  const isOfModule = ts.isVariableDeclarationList(declaration.parent) && declaration.parent.parent.parent === file;
  if (!context.bodies.files.has(file) || isExported || !isOfModule || symbol.declarations?.length !== 1)
    return undefined;
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
  visit(file);
  const naming = new Set(uses.keys());
  return isSound && isKeptInPlace(context, [...naming], symbol) && areFilledFirst(context, uses) ? naming : undefined;
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

/** Two variables of a module that change places: `const t = fin; fin = fin2; fin2 = t;`. */
export function scratchSwapAt(
  context: PassContext,
  statements: readonly ts.Statement[],
  index: number,
): Swap | undefined {
  const { bodies, checker, ts } = context;
  const swap = swapAt(context, statements, index);
  if (!swap) return undefined;
  const isOfModule = (name: ts.Identifier) => {
    const declaration = checker.getSymbolAtLocation(name)?.valueDeclaration;
    return declaration !== undefined && ts.isSourceFile(declaration.parent.parent.parent);
  };
  return bodies.files.has(swap.left.getSourceFile()) && isOfModule(swap.left) && isOfModule(swap.right)
    ? swap
    : undefined;
}

/** Assigned to another name, stored, or returned, also as what a method of it gives; but for a swap with another of the module. */
function escapes(context: PassContext, node: ts.Node): boolean {
  const { ts } = context;
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent)) return escapes(context, parent);
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) {
    if (parent.expression !== node) return true;
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

/** `B[0] = …`, `_v.set(…)`, `_box.min.x = …`, `f(B)`, if `f` does not only read it. */
function isFilled(context: PassContext, node: ts.Node): boolean {
  const { ts } = context;
  const { parent } = node;
  if (ts.isCallExpression(parent)) return parent.expression !== node && !isOnlyReadBy(context, parent, node);
  const isMember = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent);
  if (!isMember || parent.expression !== node) return false;
  const { parent: around } = parent;
  if (ts.isCallExpression(around) && around.expression === parent) return !isMethodThatReads(context, parent);
  if (ts.isBinaryExpression(around) && around.left === parent) {
    return around.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  }
  return isFilledMember(ts, parent);
}

/** Whether the function that is called only reads the parameter that gets it: its elements and fields are in no target and no call. */
function isOnlyReadBy(context: PassContext, call: ts.CallExpression, argument: ts.Node): boolean {
  const { checker, ts } = context;
  const body = calledBody(lookedAt(context), call.expression);
  const index = call.arguments.indexOf(argument as ts.Expression);
  const parameter = body && "parameters" in body ? body.parameters[index] : undefined;
  const symbol = parameter && checker.getSymbolAtLocation(parameter.name);
  if (!body || !parameter || !symbol) return false;
  const isTypedArray = typedArrayElement(context, checker.getTypeAtLocation(argument)) !== undefined;
  const isIt = (node: ts.Node) =>
    ts.isIdentifier(node) && node !== parameter.name && checker.getSymbolAtLocation(node) === symbol;
  return !mayWrite(context, body, isIt, isTypedArray);
}

/** The same for `this`. */
function isMethodThatReads(context: PassContext, method: ts.Expression): boolean {
  const body = calledBody(lookedAt(context), method);
  return body !== undefined && !mayWrite(context, body, ({ kind }) => kind === context.ts.SyntaxKind.ThisKeyword);
}

function mayWrite(
  context: PassContext,
  body: ts.Node,
  isIt: (node: ts.Node) => boolean,
  isTypedArray = false,
): boolean {
  const { ts } = context;
  const visit = (node: ts.Node): boolean => {
    if (isIt(node) && !isNumberRead(context, node as ts.Expression, isTypedArray)) return true; // a name, or `this`
    return ts.forEachChild(node, (child) => visit(child) || undefined) === true;
  };
  return visit(body);
}

function isFilledMember(typescript: PassContext["ts"], node: ts.Node): boolean {
  const { parent } = node;
  const isMember = typescript.isPropertyAccessExpression(parent) || typescript.isElementAccessExpression(parent);
  if (!isMember || parent.expression !== node) return false;
  const { parent: around } = parent;
  const isCalled = typescript.isCallExpression(around) && around.expression === parent;
  const isTarget = typescript.isBinaryExpression(around) && around.left === parent;
  return isCalled || (isTarget && around.operatorToken.kind === typescript.SyntaxKind.EqualsToken);
}
