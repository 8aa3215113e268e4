// Finds calls of the library's declaring functions by the callee: its name, an alias, a part of an object or array, or a bound function. The
// declared result type decides whether a function matters; only then is TypeScript asked for the call's own type, which takes much longer.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "./calls.js";
import { isFromLibrary, isStandard, resolvedSymbol } from "./library.js";

/**
 * The type of a call's result if it calls a library function whose declared result is wanted; if the call is indirect, it may be any type.
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

/** Whether the call's own arguments reach the library's function, not through `call`, `apply` or a bound function. */
export function isDirectCall(context: PassContext, node: ts.CallExpression): boolean {
  return calledBy(context, node).isDirect;
}

interface Called {
  /** The declared results of the library functions that a call may reach; empty if none. */
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

/** The function called by `f.call(…)`, `f.apply(…)` and `Reflect.apply(f, …)`. */
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

/** The function on which `bind` was called to create the callee, here or in a variable's initializer. */
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

/** The results of calling an expression, as the library's declarations have them. */
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

/** Whether a function is declared outside the library, as most callees are. Variables and properties may hold any function. */
function isOfOthers({ ts }: PassContext, { declarations = [] }: ts.Symbol): boolean {
  return declarations.every(
    (node) => (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && !isFromLibrary(node.getSourceFile()),
  );
}

/** The results of the library's functions; methods, such as those of kernel bundles, are handled elsewhere. */
function resultsOfType({ ts }: PassContext, type: ts.Type): readonly ts.Type[] {
  return type
    .getCallSignatures()
    .filter(
      ({ declaration }) =>
        declaration && !ts.isMethodDeclaration(declaration) && isFromLibrary(declaration.getSourceFile()),
    )
    .map((signature) => signature.getReturnType());
}
