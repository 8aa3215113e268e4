// Functions that return functions, `const add = (n: number) => (x: number) => x + n`, and what the host makes with them.

import type ts from "typescript-6";
import { lastOf } from "../package-bodies/javascript-function.js";
import type { PassContext, TypeScript } from "../pass-context.js";
import { type CallableNode, classifyCall, type FunctionNode, skipWrappers } from "./calls.js";
import { evaluate } from "./evaluate.js";
import { resolvedSymbol } from "./library.js";
import { shapeOf } from "./shapes.js";

/** Returns a function's statements, and its result at their end; undefined if it also returns elsewhere. */
export function partsOfMaker(
  { ts }: PassContext,
  declaration: CallableNode,
): { readonly statements: readonly ts.Statement[]; readonly given: ts.Expression } | undefined {
  if (ts.isClassLike(declaration) || !declaration.body) return undefined;
  const { body } = declaration;
  if (!ts.isBlock(body)) return { statements: [], given: body };
  const last = body.statements.at(-1);
  if (!last || !ts.isReturnStatement(last) || !last.expression) return undefined;
  const statements = body.statements.slice(0, -1);
  return statements.some((statement) => returns(ts, statement)) ? undefined : { statements, given: last.expression };
}

function returns(typescript: TypeScript, node: ts.Node): boolean {
  if (typescript.isFunctionLike(node)) return false;
  return (
    typescript.isReturnStatement(node) ||
    (typescript.forEachChild(node, (child) => returns(typescript, child) || undefined) ?? false)
  );
}

/**
 * Returns the initialiser of a host const, if it yields the same function wherever it runs: calls of makers without statements, with functions and
 * constants. A kernel calls the makers itself.
 */
export function madeOnHost(context: PassContext, declaration: ts.Declaration): ts.Expression | undefined {
  const { ts } = context;
  if (!ts.isVariableDeclaration(declaration) || !declaration.initializer || !isConst(context, declaration))
    return undefined;
  const value = skipWrappers(context, declaration.initializer);
  return ts.isCallExpression(value) && isRepeatable(context, value) ? value : undefined;
}

function isRepeatable(context: PassContext, node: ts.Expression): boolean {
  const { ts } = context;
  const value = skipWrappers(context, node);
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return true;
  if (ts.isCallExpression(value)) {
    const call = classifyCall(context, value);
    const parts = call.kind === "function" ? partsOfMaker(context, call.declaration) : undefined;
    const isMaker = parts?.statements.length === 0 && isRepeatable(context, parts.given);
    return isMaker && value.arguments.every((argument) => isRepeatable(context, argument));
  }
  if (ts.isIdentifier(value)) {
    const declared = resolvedSymbol(context, value)?.valueDeclaration;
    if (!declared) return false;
    if (ts.isFunctionDeclaration(declared) || ts.isParameter(declared)) return true; // a maker's parameter, whose argument is repeatable
    const type = ts.isVariableDeclaration(declared) && isConst(context, declared) ? shapeOf(context, value).kind : "";
    return /^(number|boolean|function)$/.test(type);
  }
  return typeof evaluate(context, value) === "number" || typeof evaluate(context, value) === "boolean";
}

function isConst({ ts }: PassContext, declaration: ts.VariableDeclaration): boolean {
  return (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
}

/** The function that a maker returns at its end, and nowhere else. */
export function functionReturned(
  context: PassContext,
  maker: FunctionNode,
): ts.ArrowFunction | ts.FunctionExpression | undefined {
  const { ts } = context;
  const given = partsOfMaker(context, maker)?.given;
  const made = given && skipWrappers(context, lastOf(ts, given));
  return made && (ts.isArrowFunction(made) || ts.isFunctionExpression(made)) ? made : undefined;
}
