// Finds the functions with which a launch's reductions combine: those in `reduction(target, f, { identity })` where the kernel is passed to
// `parallelFor`. They are compiled with the kernel.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { reducerType } from "./brands.js";
import { type FunctionNode, functionOf, isWrapper, skipWrappers } from "./calls.js";
import { libraryFunction, resolvedSymbol } from "./library.js";
import { FUNCTION_REDUCTION } from "./reductions.js";

/** Keyed by the kernel's reducer parameter; functions that cannot be found are missing. */
export type Combiners = ReadonlyMap<ts.ParameterDeclaration, FunctionNode>;

/** `use` is the launch's argument: the kernel itself or its name. */
export function combinersOf(context: PassContext, { parameters }: FunctionNode, use: ts.Node): Combiners {
  const { checker, ts } = context;
  const operationOf = (node: ts.Node) => reducerType(context, checker.getTypeAtLocation(node))?.operation;
  const reducers = parameters.filter((one) => operationOf(one) !== undefined);
  const found = new Map<ts.ParameterDeclaration, FunctionNode>();
  if (reducers.every((one) => operationOf(one) !== FUNCTION_REDUCTION)) return found;
  let given = use;
  while (isWrapper(context, given.parent)) given = given.parent;
  const call = given.parent;
  if (!ts.isCallExpression(call)) return found;
  // Kernels are expressions.
  const kernel = call.arguments.indexOf(given as ts.Expression);
  for (const [index, reducer] of reducers.entries()) {
    const reduction = call.arguments[kernel - reducers.length + index];
    const combiner = reduction && kernel > reducers.length ? combinerOf(context, reduction) : undefined;
    if (combiner && operationOf(reducer) === FUNCTION_REDUCTION) found.set(reducer, combiner);
  }
  return found;
}

function combinerOf(context: PassContext, node: ts.Expression): FunctionNode | undefined {
  const { ts } = context;
  const reduction = constantValue(context, node);
  if (!ts.isCallExpression(reduction) || libraryFunction(context, reduction.expression) !== "reduction")
    return undefined;
  const [, argument] = reduction.arguments;
  const combiner = argument && skipWrappers(context, argument);
  if (!combiner) return undefined;
  if (ts.isArrowFunction(combiner) || ts.isFunctionExpression(combiner)) return combiner;
  const symbol = resolvedSymbol(context, combiner);
  return symbol && functionOf(context, symbol);
}

/** The initializer of a const, else the expression itself. */
function constantValue(context: PassContext, node: ts.Expression): ts.Expression {
  const { ts } = context;
  const value = skipWrappers(context, node);
  const declaration = ts.isIdentifier(value) ? resolvedSymbol(context, value)?.valueDeclaration : undefined;
  if (!declaration || !ts.isVariableDeclaration(declaration) || !declaration.initializer) return value;
  const isConst = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  return isConst ? skipWrappers(context, declaration.initializer) : value;
}
