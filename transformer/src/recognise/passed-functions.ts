// Finds the functions that a program's calls pass for a parameter: lambdas, named functions, functions returned by calls, and parameters of
// enclosing functions, whose own calls are followed. A kernel that calls its wrapper's parameter is compiled for each of them
// (kernel-variants.ts).

import type ts from "typescript-6";
import { type CopyFault, copyOfMaker, faultAtCalls } from "../package-bodies/copy-of-maker.js";
import { packageFunction } from "../package-bodies/package-bodies.js";
import type { PassContext } from "../pass-context.js";
import { isFunctionRefType, kernelSignature } from "./brands.js";
import { type FunctionNode, functionOf, memberFunction, skipWrappers } from "./calls.js";
import { functionReturned } from "./function-makers.js";
import { resolvedSymbol } from "./library.js";
import { elementsInTurn, memberNamed, membersAt } from "./listed-functions.js";
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
  return checker.getNonNullableType(checker.getTypeAtLocation(value)).getCallSignatures().length > 0; // of `steps[k]!`, too
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
  /** With the calls of makers of packages that make them. */
  readonly functions: ReadonlyMap<FunctionNode, readonly ts.CallExpression[]>;
  /** Arguments that cannot be traced to a function. */
  readonly unknown: readonly ts.Expression[];
}

/** The functions that a parameter may hold. */
export function functionsOfParameter(
  context: PassContext,
  passed: PassedArguments,
  parameter: ts.ParameterDeclaration,
): FoundFunctions {
  const functions = new Map<FunctionNode, ts.CallExpression[]>();
  const unknown: ts.Expression[] = [];
  const seen = new Set<ts.Node>();
  const addParameter = (one: ts.ParameterDeclaration): void => {
    if (seen.has(one)) return;
    seen.add(one);
    for (const argument of passed.get(one) ?? (one.initializer ? [one.initializer] : [])) add(argument);
  };
  const add = (expression: ts.Expression): void => {
    if (seen.has(expression)) return;
    seen.add(expression);
    const given = functionGivenBy(context, expression);
    if (given === undefined) unknown.push(expression);
    else if ("length" in given) for (const one of given) add(one);
    else if ("kind" in given) addParameter(given);
    else functions.set(given.fn, [...(functions.get(given.fn) ?? []), ...given.made]);
  };
  addParameter(parameter);
  return { functions, unknown };
}

/** The function that a maker has returned for a const. */
export function functionOfConst(context: PassContext, declaration: ts.VariableDeclaration): FoundFunction | undefined {
  const isConst = context.ts.getCombinedNodeFlags(declaration) & context.ts.NodeFlags.Const;
  return isConst && declaration.initializer ? functionOfCall(context, declaration.initializer) : undefined;
}

/** The function that an expression gives, if it is a call of a maker. */
export function functionOfCall(context: PassContext, expression: ts.Expression): FoundFunction | undefined {
  const call = skipWrappers(context, expression);
  return context.ts.isCallExpression(call) ? functionMadeBy(context, call) : undefined;
}

/** A function, and the calls of makers of packages that make it. */
export interface FoundFunction {
  readonly fn: FunctionNode;
  readonly made: readonly ts.CallExpression[];
}

/** The function that a host expression evaluates to, the parameter that it names, or the expressions that it chooses between. */
function functionGivenBy(
  context: PassContext,
  expression: ts.Expression,
): FoundFunction | ts.ParameterDeclaration | readonly ts.Expression[] | undefined {
  const { ts } = context;
  const value = skipWrappers(context, expression);
  if (ts.isConditionalExpression(value)) return [value.whenTrue, value.whenFalse];
  if (ts.isElementAccessExpression(value)) return membersAt(context, value);
  const symbol =
    ts.isIdentifier(value) || ts.isPropertyAccessExpression(value) ? resolvedSymbol(context, value) : undefined;
  const declaration = symbol?.valueDeclaration;
  if (declaration && ts.isParameter(declaration) && ts.isIdentifier(value)) {
    return takesFunction(context, declaration) && !isAssigned(context, declaration) ? declaration : undefined;
  }
  const isConst = declaration && ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const;
  if (declaration && isConst && ts.isVariableDeclaration(declaration)) {
    if (!declaration.initializer) return elementsInTurn(context, declaration);
    const initial = skipWrappers(context, declaration.initializer);
    const isChosen = ts.isConditionalExpression(initial) || ts.isElementAccessExpression(initial);
    if (isChosen || (ts.isCallExpression(initial) && !functionOf(context, symbol))) return [initial];
  }
  const found = functionAt(context, value, symbol);
  const member = !found && ts.isPropertyAccessExpression(value) ? memberNamed(context, value) : undefined;
  if (member) return [member];
  return found && isMarkable(context, found) ? found : undefined;
}

function functionAt(
  context: PassContext,
  value: ts.Expression,
  symbol: ts.Symbol | undefined,
): FoundFunction | undefined {
  const { ts } = context;
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return { fn: value, made: [] };
  if (ts.isCallExpression(value)) return functionMadeBy(context, value);
  const member = symbol && memberFunction(context, symbol);
  if (!member || ts.isMethodDeclaration(member) || ts.isAccessor(member) || ts.isClassLike(member)) return undefined;
  return { fn: member, made: [] };
}

/** `add(2)`, where `add` ends by returning a function. A package's maker is copied into the program, where what it returns can be marked. */
function functionMadeBy(context: PassContext, call: ts.CallExpression): FoundFunction | undefined {
  const callee = skipWrappers(context, call.expression);
  const symbol = resolvedSymbol(context, callee);
  const own = symbol && functionOf(context, symbol);
  const maker = own ?? (symbol && isOfPackage(symbol) ? packageFunction(context, callee) : undefined);
  const fn = maker && functionReturned(context, maker);
  return fn && { fn, made: own ? [] : [call] };
}

function isOfPackage({ valueDeclaration }: ts.Symbol): boolean {
  return valueDeclaration?.getSourceFile().isDeclarationFile === true;
}

/** What prevents a copy of the package's maker that has made a function. */
export function copyFault(context: PassContext, { fn, made }: FoundFunction): CopyFault | undefined {
  const copy = copyOfMaker(context, fn);
  if ("declarations" in copy) context.reporter.read(copy.declarations.map((one) => one.getSourceFile()));
  return "at" in copy ? copy : faultAtCalls(context, copy, made);
}

/** Whether a function's text is emitted, so that it can be marked where it is created. */
export function isMarkable(context: PassContext, { fn, made }: FoundFunction): boolean {
  const { ts, program, visibleSources } = context;
  if (made.length > 0) return copyFault(context, { fn, made }) === undefined;
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
