// Finds the length of arrays whose type does not state it (`elements: number[]`, `words: Uint32Array`): fields have that of their initial array, and
// arrays that a kernel assigns to them must have the same length.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { classifyCall, skipWrappers, statedLength } from "../recognise/calls.js";
import { evaluate } from "../recognise/evaluate.js";
import { isOfLibrary, resolvedSymbol, standardGlobal } from "../recognise/library.js";
import { typedArrayElement } from "../recognise/shapes.js";
import { walkTree } from "../walk-tree.js";

/** Returns the length of a field's initial array in objects of a class: of a literal, or of `new Float64Array(n)`; undefined if it is another. */
export function lengthOfField(context: PassContext, property: ts.Symbol): number | undefined {
  const initial = initialOf(context, property);
  return initial && lengthOfMade(context, initial);
}

/** Returns the length of the array that a `const` was initialised with. */
export function lengthOfConst(context: PassContext, name: ts.Expression): number | undefined {
  const { ts } = context;
  const declaration = resolvedSymbol(context, skipWrappers(context, name))?.valueDeclaration;
  if (!declaration || !ts.isVariableDeclaration(declaration) || !declaration.initializer) return undefined;
  const isConst = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  return isConst ? lengthOfMade(context, declaration.initializer) : undefined;
}

/** Whether a `const` was initialised with an array in new memory: `new Float64Array(n)`, `Float64Array.from(…)`, `q.mallocShared(…)`. */
export function isMadeThere(context: PassContext, declaration: ts.Declaration): boolean {
  const { ts, checker } = context;
  if (!ts.isVariableDeclaration(declaration) || !declaration.initializer) return false;
  if (!(ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const)) return false;
  const made = skipWrappers(context, declaration.initializer);
  if (ts.isNewExpression(made)) {
    const [argument] = made.arguments ?? [];
    const isNumber = argument && (checker.getTypeAtLocation(argument).flags & ts.TypeFlags.NumberLike) !== 0;
    const isLiteral = argument && ts.isArrayLiteralExpression(skipWrappers(context, argument));
    return (
      typedArrayElement(context, checker.getTypeAtLocation(made)) !== undefined && (isNumber || isLiteral) === true
    );
  }
  const callee = ts.isCallExpression(made) ? skipWrappers(context, made.expression) : undefined;
  if (!callee || !ts.isPropertyAccessExpression(callee)) return false;
  const symbol = resolvedSymbol(context, callee);
  if (callee.name.text === "mallocShared") return symbol !== undefined && isOfLibrary(symbol);
  return /^(from|of)$/.test(callee.name.text) && standardGlobal(context, callee.expression) !== undefined;
}

function lengthOfMade(context: PassContext, expression: ts.Expression): number | undefined {
  const { ts } = context;
  const made = skipWrappers(context, expression);
  if (ts.isArrayLiteralExpression(made)) return lengthOfLiteral(context, made);
  const callee = ts.isCallExpression(made) && skipWrappers(context, made.expression);
  if (callee && ts.isPropertyAccessExpression(callee) && callee.name.text === "fill")
    return lengthOfMade(context, callee.expression);
  if (ts.isCallExpression(made)) return lengthOfCall(context, made);
  const [argument] = (ts.isNewExpression(made) && made.arguments) || [];
  const given = argument && skipWrappers(context, argument);
  if (!given || !typedArrayElement(context, context.checker.getTypeAtLocation(made))) return undefined;
  if (ts.isArrayLiteralExpression(given)) return lengthOfLiteral(context, given);
  const length = evaluate(context, given);
  return typeof length === "number" && Number.isInteger(length) && length > 0 ? length : undefined;
}

/** Of `Float64Array.of(1, 2)` and `Float64Array.from({ length: 2 }, f)`. */
function lengthOfCall(context: PassContext, made: ts.CallExpression): number | undefined {
  const call = classifyCall(context, made);
  if (call.kind === "listed")
    return made.arguments.some((one) => context.ts.isSpreadElement(one)) ? undefined : made.arguments.length;
  const stated = call.kind === "mapped" ? statedLength(context, call.source) : undefined;
  const length = stated && evaluate(context, stated);
  return typeof length === "number" && Number.isInteger(length) && length > 0 ? length : undefined;
}

function lengthOfLiteral({ ts }: PassContext, { elements }: ts.ArrayLiteralExpression): number | undefined {
  const isOpen = elements.some((element) => ts.isSpreadElement(element) || ts.isOmittedExpression(element));
  return isOpen || elements.length === 0 ? undefined : elements.length;
}

/** Returns the initial value of a field: `elements = […]` in the class, `this.elements = […]` in its constructor. */
function initialOf({ ts }: PassContext, { name, declarations = [] }: ts.Symbol): ts.Expression | undefined {
  const [declaration] = declarations;
  if (!declaration) return undefined;
  if (ts.isPropertyDeclaration(declaration) && declaration.initializer) return declaration.initializer;
  const owner = ts.findAncestor(declaration, ts.isClassLike);
  const made = owner?.members.find((member) => ts.isConstructorDeclaration(member) && member.body !== undefined);
  let found: ts.Expression | undefined;
  if (made) {
    walkTree(ts, made, (node) => {
      const isAssignment = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
      if (!isAssignment || !ts.isPropertyAccessExpression(node.left)) return !ts.isFunctionLike(node) || node === made;
      const { expression, name: assigned } = node.left;
      if (expression.kind === ts.SyntaxKind.ThisKeyword && assigned.text === name) found ??= node.right;
      return true;
    });
  }
  return found;
}
