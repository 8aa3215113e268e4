// Collects statements: declarations, returns, loops, switches. Forms that only contain statements and expressions need no case: their children are
// collected in order.

import type ts from "typescript-6";
import { readsWithoutValue } from "../check/package-faults.js";
import { rangeOf, skipWrappers } from "../recognise/calls.js";
import { isFunctionMember, isNamedByConst } from "../recognise/object-literals.js";
import { isBigInt, shapeOfType } from "../recognise/shapes.js";
import type { Swap } from "../recognise/swaps.js";
import { isExhausted } from "../recognise/type-tests.js";
import { typeOfUses } from "../recognise/untyped-variables.js";
import { type Collection, complain, declaredValue, declareVariable, joinTo, newTerm, noteFlow } from "./collect.js";
import { storeInto } from "./collect-assignments.js";
import { collectConstruction } from "./collect-construction.js";
import { collectExpression, collectNumber } from "./collect-expressions.js";
import { elementOf, isSameObject } from "./collect-objects.js";
import { collectPattern, collectPatternOf } from "./collect-patterns.js";
import { complainOfSubarray, isOfInstance } from "./collect-subarrays.js";
import { decisionOf, endsBlock } from "./decided.js";
import type { Instance, Variable } from "./instance.js";
import { knownText } from "./known-texts.js";
import { givesArgument, noteHeld, ownShare } from "./lent-objects.js";
import { loopAround } from "./loop-around.js";
import { scratchSwapAt } from "./module-objects.js";
import { mayBeNull, mayGiveNothing, nothingOf } from "./nullables.js";
import { checkMade } from "./passed-objects.js";
import { rootsOf } from "./roots.js";
import {
  absentOf,
  isNullable,
  isObject,
  isTracked,
  numberValue,
  type ObjectValue,
  objectOf,
  storageHeld,
  type Value,
} from "./shape.js";
import { needInteger } from "./term.js";
import { nullableStruct, storageOfType } from "./types.js";

/** Collects a function's body into its instance. */
export function collectBody(collection: Collection, instance: Instance): void {
  const { ts } = collection.context;
  const { declaration, result } = instance;
  collection.files.add(declaration.getSourceFile());
  if (ts.isClassLike(declaration)) {
    collectConstruction(collection, instance, declaration);
    return;
  }
  const { body } = declaration;
  if (!body) return;
  collectParameters(collection, instance);
  const endsWithout = result && ts.isBlock(body) && endsOpen(collection, declaration) && !givesUndefined(instance);
  if (endsWithout && !isKnownToEnd(collection, declaration)) {
    complain(collection, instance, "LW1211", declaration.name ?? declaration, [instance.name]);
  }
  if (result && givesUndefined(instance)) result.givesFresh = true;
  if (ts.isBlock(body)) collectStatement(collection, instance, body);
  else collectReturn(collection, instance, body);
}

/** Whether a function may return undefined, as it does where it ends without a return. */
export function givesUndefined({ result }: Instance): boolean {
  return isNullable(result?.shape) && absentOf(result.shape.struct) === "undefined";
}

/** Whether some path to the end of a function has no return, as far as its syntax shows. */
export function endsOpen({ context: { ts } }: Pick<Collection, "context">, declaration: ts.Node): boolean {
  return (declaration.flags & ts.NodeFlags.HasImplicitReturn) !== 0;
}

/** Whether TypeScript has found that a `switch` is exhaustive: otherwise it would reject the declared result type, or infer one with undefined. */
function isKnownToEnd(
  { context }: Collection,
  declaration: ts.SignatureDeclaration | ts.ClassLikeDeclaration,
): boolean {
  const { checker, program, ts } = context;
  const { strict, strictNullChecks = strict } = program.getCompilerOptions();
  if (strictNullChecks !== true || !("type" in declaration)) return false;
  if (declaration.type) return true;
  const signature = checker.getSignatureFromDeclaration(declaration);
  const inferred = signature && checker.getReturnTypeOfSignature(signature);
  const { Any, Undefined, Void } = ts.TypeFlags;
  return inferred !== undefined && !mayBeNull(context, inferred) && !(inferred.flags & (Any | Undefined | Void));
}

/** Collects the defaults of parameters that were not passed, and patterns. */
export function collectParameters(collection: Collection, instance: Instance): void {
  const { ts } = collection.context;
  for (const { node, variable, isPassed } of instance.parameters) {
    let { shape } = variable;
    if (!isPassed && node.initializer) {
      const given = collectExpression(collection, instance, node.initializer, isObject(shape) ? shape : undefined);
      if (shape.kind === "undefined") shape = given ?? shape;
      if (shape.kind === "text" && !given) continue; // reported where it was found
      const text = shape.kind === "text" ? knownText(collection, instance, node.initializer) : undefined;
      if (text !== undefined) variable.text = text;
      giveValue(collection, instance, variable, given, node.initializer);
    }
    if (!ts.isIdentifier(node.name)) collectPattern(collection, instance, node.name, shape);
  }
}

export function collectStatement(collection: Collection, instance: Instance, node: ts.Node): void {
  const { ts, progress } = collection.context;
  progress.node = node;
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return; // collected where it is called
  if (ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
  if (ts.isEnumDeclaration(node) || isExhausted(collection.context, node)) return;
  if (ts.isLabeledStatement(node)) collectStatement(collection, instance, node.statement);
  else if (ts.isBreakOrContinueStatement(node) || ts.isThrowStatement(node)) return;
  else if (ts.isVariableDeclaration(node)) collectVariable(collection, instance, node);
  else if (ts.isReturnStatement(node) && node.expression) collectReturn(collection, instance, node.expression);
  else if (ts.isReturnStatement(node) && instance.result && !givesUndefined(instance)) {
    complain(collection, instance, "LW1211", node, [instance.name]);
  } else if (ts.isReturnStatement(node)) return;
  else if (ts.isForOfStatement(node)) collectForOf(collection, instance, node);
  else if (ts.isSwitchStatement(node)) collectSwitch(collection, instance, node);
  else if (ts.isIfStatement(node)) collectIf(collection, instance, node);
  else if (ts.isBlock(node)) collectBlock(collection, instance, node);
  else collectChildren(collection, instance, node);
  if (ts.isForStatement(node)) collectLimits(collection, instance, node.condition);
  if (ts.isWhileStatement(node) || ts.isDoStatement(node)) collectLimits(collection, instance, node.expression);
}

function collectIf(collection: Collection, instance: Instance, node: ts.IfStatement): void {
  collectExpression(collection, instance, node.expression);
  const isTrue = decisionOf(collection.context, instance, node.expression);
  if (isTrue !== false) collectStatement(collection, instance, node.thenStatement);
  if (isTrue !== true && node.elseStatement) collectStatement(collection, instance, node.elseStatement);
}

function collectBlock(collection: Collection, instance: Instance, { statements }: ts.Block): void {
  for (let index = 0; index < statements.length; index++) {
    const swap = scratchSwapAt(collection.context, statements, index);
    if (swap) {
      collectSwap(collection, instance, swap);
      index += 2;
      continue;
    }
    const statement = statements[index] as ts.Statement; // the index is below their number
    collectStatement(collection, instance, statement);
    if (endsBlock(collection.context, instance, statement)) return;
  }
}

/** What they hold is exchanged. */
function collectSwap(collection: Collection, instance: Instance, { left, right }: Swap): void {
  const before = collection.faults;
  const [one, other] = [left, right].map((name) => collectExpression(collection, instance, name));
  if (isObject(one) && isObject(other)) isSameObject(collection, instance, one, other, left);
  else if (collection.faults === before) complain(collection, instance, "LW1241", left, [left.text]);
}

function collectChildren(collection: Collection, instance: Instance, node: ts.Node): void {
  const { ts } = collection.context;
  ts.forEachChild(node, (child) => {
    if (ts.isExpression(child)) collectExpression(collection, instance, child);
    else collectStatement(collection, instance, child);
  });
}

function collectVariable(collection: Collection, instance: Instance, node: ts.VariableDeclaration): void {
  const { context } = collection;
  const { ts, checker } = context;
  const { initializer } = node;
  if (!ts.isIdentifier(node.name)) {
    if (initializer) collectPatternOf(collection, instance, node.name, initializer);
    return;
  }
  const ofUses = isUntyped(collection, node) ? typeOfUses(context, node.name) : undefined;
  const inferred = ofUses && "type" in ofUses ? ofUses.type : checker.getTypeAtLocation(node.name);
  const shape = shapeOfType(context, inferred);
  const isFunctionExpression = initializer && isFunction(context.ts, skipWrappers(context, initializer));
  if (shape.kind === "function" && isFunctionExpression) {
    if (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const) return;
    refuse(collection, node.name);
    complain(collection, instance, "LW1208", node.name, [node.name.text]);
    return;
  }
  if (!initializer && isNeverUsed(collection, instance, node)) return;
  if (ofUses && "texts" in ofUses) {
    refuse(collection, node.name);
    complainOfUses(collection, instance, node.name, ofUses.texts);
    return;
  }
  if (initializer && isAnotherName(collection, node, inferred)) {
    declareByValue(collection, instance, node.name, initializer);
    return;
  }
  const before = collection.faults;
  // Only an explicit flavour pins a type: `let s = i` may become a float later.
  const mayBeMissing = mayBeNull(context, inferred) && (!initializer || mayGiveNothing(context, initializer));
  if (!initializer && isReadEarly(collection, instance, node)) {
    declareEarly(collection, instance, node.name, inferred);
    return;
  }
  const isWidened = shape.kind === "number" && !node.type && !mayBeMissing;
  const isArrayOfAnyLength = checker.isArrayType(inferred);
  const needsType =
    shape.kind !== "function" &&
    !(initializer && hasFunctions(context, initializer)) &&
    (shape.kind === "number" || shape.kind === "boolean" || mayBeMissing || (node.type && !isArrayOfAnyLength));
  const plain = isBigInt(context, inferred) ? checker.getBigIntType() : checker.getNumberType();
  const type = isWidened ? plain : inferred;
  const declared =
    needsType || (!initializer && !isArrayOfAnyLength)
      ? declaredValue(collection, instance, node.name, type)
      : undefined;
  const isRefused = collection.faults > before;
  const value =
    initializer && !isRefused
      ? collectExpression(collection, instance, initializer, isObject(declared) ? declared : undefined)
      : undefined;
  if (collection.faults === before && !declared && !value) {
    complain(collection, instance, initializer ? "LW1311" : "LW1125", initializer ?? node.name, [node.name.text]);
  }
  if (
    initializer &&
    declared &&
    value &&
    collection.faults === before &&
    !canHold(declared, value) &&
    !isTracked(value)
  ) {
    complain(collection, instance, "LW1311", initializer);
  }
  const symbol = checker.getSymbolAtLocation(node.name);
  if (symbol && collection.faults > before) collection.faulty.add(symbol);
  if (collection.faults > before) return;
  const own = value && (!isScalar(declared) || isTracked(value)) ? value : (declared ?? value);
  // A `var` may be declared several times.
  const known = symbol && instance.variables.get(symbol);
  if (known) known.isAssigned = true;
  const variable = known ?? declareVariable(collection, instance, node.name, own);
  if (variable?.shape.kind === "span" && !initializer)
    complain(collection, instance, "LW1125", node.name, [node.name.text]);
  // Its initial value is undefined.
  if (variable && !initializer && isNullable(variable.shape)) variable.takesFresh = true;
  if (variable && initializer) giveValue(collection, instance, variable, value, initializer);
}

/** `let x;` and `let x = null;`, which have the type any until they are assigned; not a package's, which were given types. */
function isUntyped(collection: Collection, { name, type, initializer }: ts.VariableDeclaration): boolean {
  const { checker, ts } = collection.context;
  if (type || !(checker.getTypeAtLocation(name).flags & ts.TypeFlags.Any)) return false;
  return !initializer || nothingOf(collection.context, initializer) !== undefined;
}

function complainOfUses(
  collection: Collection,
  instance: Instance,
  name: ts.Identifier,
  texts: readonly string[],
): void {
  const [first] = texts;
  const found = first ? `it is given values of the types ${texts.join(" and ")}` : "TypeScript infers none here";
  const help = first
    ? `Declare a variable for each: \`let ${name.text}: ${first};\`.`
    : `Give it a type, such as \`let ${name.text}: number | undefined;\`, or a number as its initial value.`;
  complain(collection, instance, "LW1132", name, [name.text, found, help]);
}

/** Whether it is `const value = r` in a package's function, with types of several kinds: each call decides which r has. */
function isAnotherName({ context }: Collection, node: ts.VariableDeclaration, type: ts.Type): boolean {
  const { bodies, ts } = context;
  if (!bodies.files.has(node.getSourceFile()) || !node.initializer || !ts.isIdentifier(node.initializer)) return false;
  const isConst = (ts.getCombinedNodeFlags(node) & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const;
  return isConst && type.isUnion() && !/^(number|boolean)$/.test(shapeOfType(context, type).kind);
}

function declareByValue(
  collection: Collection,
  instance: Instance,
  name: ts.Identifier,
  initializer: ts.Expression,
): void {
  const value = collectExpression(collection, instance, initializer);
  if (!value) {
    refuse(collection, name);
    return;
  }
  const own = value.kind === "number" ? numberValue(newTerm(collection, { kind: "join" }, name)) : value;
  if (own.kind === "number" && value.kind === "number") own.term.isBig = value.term.isBig;
  const variable = declareVariable(collection, instance, name, own);
  if (variable) giveValue(collection, instance, variable, value, initializer);
}

/** A variable without a value that nothing names. */
function isNeverUsed(
  { context }: Collection,
  { declaration }: Instance,
  { name, type }: ts.VariableDeclaration,
): boolean {
  const { bodies, ts } = context;
  if ((type && !bodies.files.has(name.getSourceFile())) || !ts.isIdentifier(name)) return false;
  const isNamed = (node: ts.Node): boolean =>
    node !== name && ((ts.isIdentifier(node) && node.text === name.text) || ts.forEachChild(node, isNamed) === true);
  return ts.forEachChild(declaration, isNamed) !== true;
}

/** Whether TypeScript does not see that a variable of a package's function has a value where it is read. */
function isReadEarly({ context }: Collection, instance: Instance, node: ts.VariableDeclaration): boolean {
  const { bodies, checker, ts } = context;
  if (!bodies.files.has(node.getSourceFile()) || !(ts.getCombinedNodeFlags(node) & ts.NodeFlags.BlockScoped))
    return false;
  const symbol = checker.getSymbolAtLocation(node.name);
  return symbol !== undefined && readsWithoutValue(context, instance.declaration).has(symbol);
}

/** The work-item fails where it uses one that has no value yet. */
function declareEarly(collection: Collection, instance: Instance, name: ts.Identifier, type: ts.Type): void {
  const storage = storageOfType(collection, type, name, instance.bindings);
  const isScalar = !("fault" in storage) && /^(number|weak|boolean)$/.test(storage.kind);
  if (!isScalar || "fault" in storage) {
    refuse(collection, name);
    complain(collection, instance, "LW1125", name, [name.text]);
    return;
  }
  const shape = objectOf({ kind: "struct", struct: nullableStruct(collection, storage, "unwritten") }, "fresh");
  const variable = declareVariable(collection, instance, name, shape);
  if (variable) variable.takesFresh = true;
}

/** Whether a literal contains functions; its value then matters, not its type. */
function hasFunctions(context: Collection["context"], initializer: ts.Expression): boolean {
  const literal = skipWrappers(context, initializer);
  return (
    context.ts.isObjectLiteralExpression(literal) &&
    literal.properties.some((member) => isFunctionMember(context, member) && isNamedByConst(context, member))
  );
}

/** Suppresses further reports about the variable. */
function refuse(collection: Collection, name: ts.Identifier): void {
  const symbol = collection.context.checker.getSymbolAtLocation(name);
  if (symbol) collection.faulty.add(symbol);
}

function isFunction(typescript: Collection["context"]["ts"], node: ts.Node): boolean {
  return typescript.isArrowFunction(node) || typescript.isFunctionExpression(node);
}

/**
 * Whether a variable of the declared type accepts the value. A struct type also accepts host objects, and a typed array also arrays of the kernel and
 * of its group.
 */
function canHold(declared: Value, value: Value): boolean {
  if (declared.kind === "span" && /^(array|subarray)$/.test(value.kind)) return true; // TypeScript checks its elements
  return declared.kind === value.kind || (declared.kind === "struct" && value.kind === "path");
}

function isScalar(value: Value | undefined): boolean {
  return value?.kind === "number" || value?.kind === "boolean";
}

/** Records that a variable is initialised with, or assigned, a value. */
export function giveValue(
  collection: Collection,
  instance: Instance,
  variable: Variable,
  value: Value | undefined,
  node: ts.Node,
): void {
  const { shape } = variable;
  if (shape.kind === "number" && value?.kind === "number") {
    joinTo(shape.term, value.term);
    noteFlow(collection, instance, shape, value.term, node);
    return;
  }
  if (isObject(shape) && isObject(value)) {
    if (!isSameObject(collection, instance, shape, value, node)) return;
    if (value.where === "fresh") {
      variable.takesFresh = true;
      if (loopAround(collection, node)) variable.madeInLoops.push(node);
    } else variable.takesOthers = true;
    if (value.where !== "fresh" && loopAround(collection, node) && givesArgument(collection, instance, node))
      variable.madeInLoops.push(node);
    const roots = rootsOf(value.root).filter((root) => root !== undefined);
    const mayBeMemory = collection.isDeviceFn && roots.some((root) => root.isParameter);
    if (value.where === "memory" || value.where === "local" || mayBeMemory) variable.takesMemory = true;
    for (const root of roots) if (root !== variable) root.namedBy.add(variable);
    if (value.isChoice) variable.takesChoice = true;
    if (value.isMember) variable.takesMember = true;
    for (const root of roots) variable.named.add(root);
    return;
  }
  if (value && shape.kind === value.kind) return;
  if (value && isTracked(shape)) {
    storeInto(collection, instance, storageHeld(shape), value, node, true);
    return;
  }
  const isOther = value && [shape.kind, value.kind].sort().join() === "array,span";
  complain(collection, instance, isOther ? "LW1254" : isNullable(shape) ? "LW1124" : "LW1311", node, [
    isOther ? variable.name : node.getText(),
  ]);
}

function collectReturn(collection: Collection, instance: Instance, node: ts.Expression): void {
  const { result } = instance;
  if (!result) {
    collectExpression(collection, instance, node);
    return;
  }
  const { shape } = result;
  if (result.isPresence) {
    if (nothingOf(collection.context, node)) return;
    const value = collectExpression(collection, instance, node);
    const isArray = isObject(value) || value?.kind === "span" || value?.kind === "subarray";
    if (value && !isArray) complain(collection, instance, "LW1311", node);
    else if (isNullable(value)) complain(collection, instance, "LW1124", node, [node.getText()]);
    return;
  }
  if (shape?.kind === "number") {
    const term = collectNumber(collection, instance, node);
    if (!term) return;
    joinTo(shape.term, term);
    noteFlow(collection, instance, shape, term, node);
    return;
  }
  const before = collection.faults;
  const value = collectExpression(collection, instance, node, isObject(shape) ? shape : undefined);
  if (isObject(value) && checkMade(collection, instance, node)) giveResult(collection, instance, value, node);
  else if (isObject(value)) return;
  else if (value?.kind === "subarray") complainOfSubarray(collection, instance, node);
  else if (!value && collection.faults === before) complain(collection, instance, "LW1311", node);
  else if (!shape && value?.kind === "number") {
    const term = newTerm(collection, { kind: "join" }, node, [value.term]);
    term.isBig = value.term.isBig;
    result.shape = numberValue(term);
  } else if (!shape) result.shape = value;
  else if (value?.kind === "span" && shape.kind === "array")
    complain(collection, instance, "LW1254", node, [instance.name]);
}

function giveResult(collection: Collection, instance: Instance, value: ObjectValue, node: ts.Expression): void {
  const { result } = instance;
  if (!result) return;
  const { root } = value;
  const views = value.kind === "struct" ? value.views : undefined;
  if (views && [...views.values()].some((part) => isOfInstance(instance, part))) {
    complainOfSubarray(collection, instance, node);
    return;
  }
  const share = ownShare(collection, instance, node);
  if (share !== "none") result.givesFresh = true;
  if (share !== "all") {
    result.givesOthers = true;
    for (const one of rootsOf(root)) result.roots.add(one);
  }
  noteHeld(collection, instance, result.held, node);
  if (!result.shape) {
    result.shape = value.kind === "array" ? { ...value, where: "private" } : value;
    return;
  }
  const isOther = result.shape.kind === "span" && value.kind === "array";
  if (!isObject(result.shape)) {
    complain(collection, instance, isOther ? "LW1254" : "LW1311", node, [instance.name]);
    return;
  }
  // A declared type does not say which arrays an object holds; the first one does.
  const shape = result.shape.kind === "struct" && views ? { views, ...result.shape } : result.shape;
  if (isSameObject(collection, instance, shape, value, node)) {
    // Uses the location of the last one for all; lowering turns a mixture into copies.
    const isMember = value.isMember && ({ isMember: true } as const);
    result.shape = { ...shape, where: value.where, root: value.root, ...isMember };
  }
}

function collectForOf(collection: Collection, instance: Instance, node: ts.ForOfStatement): void {
  const { ts } = collection.context;
  const before = collection.faults;
  const element = collectElementOf(collection, instance, node);
  if (!element) {
    if (collection.faults === before) complainOfForOf(collection, instance, node);
    return;
  }
  const [declaration] = ts.isVariableDeclarationList(node.initializer) ? node.initializer.declarations : [];
  if (!declaration) {
    complain(collection, instance, "LW1109", node.initializer);
    return;
  }
  if (!ts.isIdentifier(declaration.name)) collectPattern(collection, instance, declaration.name, element);
  else {
    const isNumber = element.kind === "number";
    const own = isNumber ? numberValue(newTerm(collection, { kind: "join" }, declaration.name)) : element;
    if (own.kind === "number" && isNumber) own.term.isBig = element.term.isBig;
    const variable = declareVariable(collection, instance, declaration.name, own);
    if (variable) giveValue(collection, instance, variable, element, node.expression);
  }
  collectStatement(collection, instance, node.statement);
}

/** Reports what cannot be iterated over: an array of functions has its own message. */
function complainOfForOf(collection: Collection, instance: Instance, node: ts.ForOfStatement): void {
  const { context } = collection;
  const type = context.checker.getTypeAtLocation(node.expression);
  const element = context.checker.getIndexTypeOfType(type, context.ts.IndexKind.Number);
  const isOfFunctions = element !== undefined && shapeOfType(context, element).kind === "function";
  complain(collection, instance, isOfFunctions ? "LW1268" : "LW1109", node.expression, [node.expression.getText()]);
}

/** Returns the element of a for-of. */
function collectElementOf(collection: Collection, instance: Instance, node: ts.ForOfStatement): Value | undefined {
  const range = rangeOf(collection.context, node.expression);
  if (!range) {
    const array = collectExpression(collection, instance, node.expression);
    return array && elementOf(collection, instance, array, node);
  }
  for (const bound of [range.begin, range.end, range.step]) {
    const term = bound && collectNumber(collection, instance, bound);
    if (bound && term) needInteger(term, bound, "for-of counts with integers here");
  }
  const counter = numberValue(newTerm(collection, { kind: "join" }, node));
  instance.values.set(node, counter);
  if (counter.kind === "number") instance.terms.set(node, counter.term);
  return counter;
}

function collectSwitch(collection: Collection, instance: Instance, node: ts.SwitchStatement): void {
  const { ts } = collection.context;
  const subject = collectExpression(collection, instance, node.expression);
  for (const clause of node.caseBlock.clauses) {
    if (ts.isCaseClause(clause)) {
      const value = collectExpression(collection, instance, clause.expression);
      if (subject?.kind === "number" && value?.kind === "number") {
        const term = newTerm(collection, { kind: "comparison" }, clause.expression, [subject.term, value.term]);
        instance.meetings.set(clause, term);
      } else if (subject && value && (subject.kind !== value.kind || !/^(boolean|text)$/.test(subject.kind))) {
        complain(collection, instance, "LW1108", clause.expression);
      }
    }
    for (const statement of clause.statements) collectStatement(collection, instance, statement);
  }
}

/** Collects the comparisons of a loop's condition as limits, except those with array elements, which are not counters. */
function collectLimits(collection: Collection, instance: Instance, condition: ts.Expression | undefined): void {
  const { ts } = collection.context;
  const visit = (node: ts.Node): void => {
    if (ts.isParenthesizedExpression(node)) visit(node.expression);
    if (!ts.isBinaryExpression(node)) return;
    const left = instance.terms.get(node.left);
    const right = instance.terms.get(node.right);
    const isRead = [node.left, node.right].some((side) =>
      ts.isElementAccessExpression(skipWrappers(collection.context, side)),
    );
    if (instance.meetings.has(node) && left && right && !isRead) collection.limits.push([left, right]);
    visit(node.left);
    visit(node.right);
  };
  if (condition) visit(condition);
}
