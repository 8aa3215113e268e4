// Finds the functions that a program's calls pass for a parameter: lambdas, named functions, functions returned by calls, and parameters of
// enclosing functions, whose own calls are followed. A kernel that calls its wrapper's parameter is compiled for each of them
// (kernel-variants.ts).

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { isFunctionRefType, kernelSignature } from "./brands.js";
import { type FunctionNode, functionOf, memberFunction, skipWrappers } from "./calls.js";
import { resolvedSymbol } from "./library.js";
import { assignmentOf } from "./operators.js";

/** An argument of a call. Holds no types. */
export interface PassedArgument {
  readonly parameter: ts.ParameterDeclaration;
  readonly argument: ts.Expression;
}

export type PassedArguments = ReadonlyMap<ts.ParameterDeclaration, readonly ts.Expression[]>;

/** The functions that a call passes to a function of the program. */
export function passedIn(context: PassContext, call: ts.CallExpression): PassedArgument[] {
  const { ts, checker, reporter } = context;
  const functions = call.arguments.map((one) => mayBeFunction(context, one));
  if (!functions.includes(true)) return [];
  const declaration = checker.getResolvedSignature(call)?.declaration;
  const called = declaration && withBody(context, declaration);
  if (!called || called.getSourceFile().isDeclarationFile) return [];
  const parameters = called.parameters.filter(({ name }) => !ts.isIdentifier(name) || name.text !== "this");
  const spread = call.arguments.findIndex((one) => ts.isSpreadElement(one));
  const found = parameters.flatMap((parameter, index): PassedArgument[] => {
    const argument = call.arguments[index];
    const isBehindSpread = spread >= 0 && index >= spread;
    if (!argument || isBehindSpread || functions[index] !== true || !takesFunction(context, parameter)) return [];
    return [{ parameter, argument }];
  });
  if (found.length > 0) reporter.read([called.getSourceFile()]);
  return found;
}

/** Groups arguments by parameter, including its initializer. */
export function byParameter(passed: Iterable<PassedArgument>): PassedArguments {
  const found = new Map<ts.ParameterDeclaration, ts.Expression[]>();
  for (const { parameter, argument } of passed) {
    const known = found.get(parameter);
    if (known) known.push(argument);
    else found.set(parameter, [...(parameter.initializer ? [parameter.initializer] : []), argument]);
  }
  return found;
}

/** Whether a parameter's type is a plain function: neither a kernel nor a function reference. */
export function takesFunction(context: PassContext, parameter: ts.ParameterDeclaration): boolean {
  const { ts, checker } = context;
  if (!ts.isIdentifier(parameter.name) || parameter.dotDotDotToken) return false;
  const type = checker.getNonNullableType(checker.getTypeAtLocation(parameter));
  return type.getCallSignatures().length > 0 && !kernelSignature(context, type) && !isFunctionRefType(context, type);
}

function mayBeFunction(context: PassContext, argument: ts.Expression): boolean {
  const { ts, checker } = context;
  const value = skipWrappers(context, argument);
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return true;
  if (ts.isLiteralExpression(value) || ts.isNewExpression(value) || ts.isSpreadElement(value)) return false;
  return checker.getTypeAtLocation(value).getCallSignatures().length > 0;
}

/** The declaration with the body; for an overload, its implementation. */
function withBody(
  { ts, checker }: PassContext,
  declaration: ts.SignatureDeclaration | ts.JSDocSignature,
): ts.FunctionLikeDeclaration | undefined {
  const isBody = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
    ts.isFunctionLike(node) && "body" in node && node.body !== undefined;
  if (isBody(declaration)) return declaration;
  const symbol = ts.isFunctionLike(declaration) && declaration.name && checker.getSymbolAtLocation(declaration.name);
  return symbol ? symbol.declarations?.find(isBody) : undefined;
}

/** The functions that arguments lead to. */
export interface FoundFunctions {
  readonly functions: ReadonlySet<FunctionNode>;
  /** Arguments that cannot be traced to a function. */
  readonly unknown: readonly ts.Expression[];
}

/** The functions that a parameter may hold. */
export function functionsOfParameter(
  context: PassContext,
  passed: PassedArguments,
  parameter: ts.ParameterDeclaration,
): FoundFunctions {
  const functions = new Set<FunctionNode>();
  const unknown: ts.Expression[] = [];
  const seen = new Set<ts.ParameterDeclaration>();
  const addParameter = (one: ts.ParameterDeclaration): void => {
    if (seen.has(one)) return;
    seen.add(one);
    for (const argument of passed.get(one) ?? (one.initializer ? [one.initializer] : [])) add(argument);
  };
  const add = (expression: ts.Expression): void => {
    const given = functionGivenBy(context, expression);
    if (given === undefined) unknown.push(expression);
    else if (Array.isArray(given)) for (const one of given) add(one);
    else if (context.ts.isParameter(given)) addParameter(given);
    else functions.add(given);
  };
  addParameter(parameter);
  return { functions, unknown };
}

/** The function that a host expression evaluates to, the parameter that it names, or the expressions that it chooses between. */
function functionGivenBy(
  context: PassContext,
  expression: ts.Expression,
): FunctionNode | ts.ParameterDeclaration | ts.Expression[] | undefined {
  const { ts } = context;
  const value = skipWrappers(context, expression);
  if (ts.isConditionalExpression(value)) return [value.whenTrue, value.whenFalse];
  const symbol =
    ts.isIdentifier(value) || ts.isPropertyAccessExpression(value) ? resolvedSymbol(context, value) : undefined;
  const declaration = symbol?.valueDeclaration;
  if (declaration && ts.isParameter(declaration) && ts.isIdentifier(value)) {
    return takesFunction(context, declaration) && !isAssigned(context, declaration) ? declaration : undefined;
  }
  const isConst = declaration && ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const;
  if (declaration && isConst && ts.isVariableDeclaration(declaration) && declaration.initializer) {
    const initial = skipWrappers(context, declaration.initializer);
    if (ts.isCallExpression(initial) && !functionOf(context, symbol)) return [initial];
  }
  const fn = functionAt(context, value, symbol);
  return fn && isMarkable(context, fn) ? fn : undefined;
}

function functionAt(
  context: PassContext,
  value: ts.Expression,
  symbol: ts.Symbol | undefined,
): FunctionNode | undefined {
  const { ts } = context;
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return value;
  if (ts.isCallExpression(value)) return functionMadeBy(context, value);
  const member = symbol && memberFunction(context, symbol);
  if (!member || ts.isMethodDeclaration(member) || ts.isAccessor(member) || ts.isClassLike(member)) return undefined;
  return member;
}

/** `add(2)`, where `add` ends by returning a function. */
function functionMadeBy(context: PassContext, call: ts.CallExpression): FunctionNode | undefined {
  const { ts } = context;
  const maker = resolvedSymbol(context, skipWrappers(context, call.expression));
  const body = maker && functionOf(context, maker)?.body;
  if (!body) return undefined;
  const last = ts.isBlock(body) ? body.statements.at(-1) : body;
  const given = last && ts.isReturnStatement(last) ? last.expression : last;
  const isOnly = !ts.isBlock(body) || returnsIn(ts, body) === 1;
  // Anything but a statement is an arrow function's expression body.
  const made = given && isOnly && skipWrappers(context, given as ts.Expression);
  return made && (ts.isArrowFunction(made) || ts.isFunctionExpression(made)) ? made : undefined;
}

function returnsIn(typescript: PassContext["ts"], node: ts.Node): number {
  let count = typescript.isReturnStatement(node) ? 1 : 0;
  typescript.forEachChild(node, (child) => {
    if (!typescript.isFunctionLike(child)) count += returnsIn(typescript, child);
  });
  return count;
}

/** Whether a function's text is emitted, so that it can be marked where it is created. */
function isMarkable({ ts, program, visibleSources }: PassContext, fn: FunctionNode): boolean {
  const file = fn.getSourceFile();
  const isOwn = !file.isDeclarationFile && !visibleSources.has(file) && !program.isSourceFileFromExternalLibrary(file);
  const isGenerated = fn.asteriskToken !== undefined;
  return isOwn && !isGenerated && (!ts.isFunctionDeclaration(fn) || fn.name !== undefined);
}

/** Whether a function assigns its parameter, which may then differ from the argument. */
export function isAssigned(context: PassContext, parameter: ts.ParameterDeclaration): boolean {
  const { ts, checker } = context;
  const symbol = checker.getSymbolAtLocation(parameter.name);
  const symbolOf = (name: ts.Identifier) =>
    ts.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name);
  const writtenBy = (node: ts.Node): ts.Node | undefined => {
    if (ts.isBinaryExpression(node) && assignmentOf(ts, node.operatorToken.kind)) return node.left;
    return ts.isForOfStatement(node) || ts.isForInStatement(node) ? node.initializer : undefined;
  };
  const visit = (node: ts.Node): true | undefined => {
    const written = writtenBy(node);
    if (written && namesIn(ts, written).some((name) => symbolOf(name) === symbol)) return true;
    return ts.forEachChild(node, visit);
  };
  return visit(parameter.parent) === true;
}

/** `f`, or each name in a pattern. */
function namesIn(typescript: PassContext["ts"], node: ts.Node): ts.Identifier[] {
  if (typescript.isIdentifier(node)) return [node];
  if (typescript.isPropertyAccessExpression(node) || typescript.isElementAccessExpression(node)) return [];
  const found: ts.Identifier[] = [];
  typescript.forEachChild(node, (child) => {
    found.push(...namesIn(typescript, child));
  });
  return found;
}
