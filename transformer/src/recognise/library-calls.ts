// Calls of the library's functions that declare something, found by what is called: by its name, by another name of it, as a part of an object
// or an array, or bound. The declared result says whether a function is of interest. Only then is TypeScript asked for the call's own type,
// which takes it much longer.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "./calls.js";
import { isFromLibrary, isStandard, resolvedSymbol } from "./library.js";

/**
 * The type of what a call gives, if a function of the library is called whose result, by its declaration, is wanted; where the call is not
 * direct, it may be any type.
 */
export function givenByLibrary(
  context: PassContext,
  node: ts.CallExpression,
  isWanted: (type: ts.Type) => boolean,
): ts.Type | undefined {
  const { results, isDirect } = calledBy(context, node);
  if (!results.some(isWanted)) return undefined;
  const type = context.checker.getTypeAtLocation(node);
  return isWanted(type) || !isDirect ? type : undefined;
}

/** Whether the call's own arguments go to the library's function: not through `call`, `apply`, or a function that has some already. */
export function isDirectCall(context: PassContext, node: ts.CallExpression): boolean {
  return calledBy(context, node).isDirect;
}

interface Called {
  /** What the library's functions are declared to give that a call may reach; empty where it reaches none. */
  readonly results: readonly ts.Type[];
  readonly isDirect: boolean;
}

const nothing: Called = { results: [], isDirect: true };
const calls = new WeakMap<PassContext, Map<ts.CallExpression, Called>>();

function calledBy(context: PassContext, node: ts.CallExpression): Called {
  const known = calls.get(context) ?? new Map<ts.CallExpression, Called>();
  calls.set(context, known);
  const found = known.get(node) ?? findCalled(context, node);
  known.set(node, found);
  return found;
}

function findCalled(context: PassContext, node: ts.CallExpression): Called {
  const callee = skipWrappers(context, node.expression);
  const results = resultsOf(context, callee);
  if (results.length > 0) return { results, isDirect: true };
  const passedOn = passedOnBy(context, node) ?? receiverOfBind(context, callee);
  return passedOn ? { results: resultsOf(context, passedOn), isDirect: false } : nothing;
}

/** What is called by `f.call(…)`, `f.apply(…)` and `Reflect.apply(f, …)`. */
export function passedOnBy(context: PassContext, node: ts.CallExpression): ts.Expression | undefined {
  const callee = skipWrappers(context, node.expression);
  if (!context.ts.isPropertyAccessExpression(callee)) return undefined;
  const { name, expression } = callee;
  if (name.text !== "call" && name.text !== "apply") return undefined;
  const symbol = resolvedSymbol(context, callee);
  if (!symbol || !isStandard(context, symbol)) return undefined;
  const object = resolvedSymbol(context, expression);
  const isReflect = object?.name === "Reflect" && isStandard(context, object);
  return isReflect ? node.arguments[0] : expression;
}

/** The function that `bind` was called on to make this one, which is named here or made in place. */
function receiverOfBind(context: PassContext, callee: ts.Expression): ts.Expression | undefined {
  const { ts } = context;
  const declaration = ts.isIdentifier(callee) ? resolvedSymbol(context, callee)?.valueDeclaration : undefined;
  const initial = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  const made = skipWrappers(context, initial ?? callee);
  if (!ts.isCallExpression(made)) return undefined;
  const bind = skipWrappers(context, made.expression);
  return ts.isPropertyAccessExpression(bind) && bind.name.text === "bind" ? bind.expression : undefined;
}

const resultsOfSymbols = new WeakMap<PassContext, Map<ts.Symbol, readonly ts.Type[]>>();

/** What an expression gives by the library's declarations when it is called. */
function resultsOf(context: PassContext, callee: ts.Expression): readonly ts.Type[] {
  const symbol = resolvedSymbol(context, callee);
  const resultsOfValue = () =>
    resultsOfType(context, context.checker.getNonNullableType(context.checker.getTypeAtLocation(callee)));
  if (!symbol) return resultsOfValue();
  const known = resultsOfSymbols.get(context) ?? new Map<ts.Symbol, readonly ts.Type[]>();
  resultsOfSymbols.set(context, known);
  const found = known.get(symbol) ?? (isOfOthers(context, symbol) ? [] : resultsOfValue());
  known.set(symbol, found);
  return found;
}

/** A function that is declared elsewhere: what most calls call. Variables and properties may hold any function. */
function isOfOthers({ ts }: PassContext, { declarations = [] }: ts.Symbol): boolean {
  return declarations.every(
    (node) => (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && !isFromLibrary(node.getSourceFile()),
  );
}

/** What methods give, as those of kernel bundles do, is declared elsewhere. */
function resultsOfType({ ts }: PassContext, type: ts.Type): readonly ts.Type[] {
  return type
    .getCallSignatures()
    .filter(
      ({ declaration }) =>
        declaration && !ts.isMethodDeclaration(declaration) && isFromLibrary(declaration.getSourceFile()),
    )
    .map((signature) => signature.getReturnType());
}
