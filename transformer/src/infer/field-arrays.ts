// Finds the length of fields whose type does not state it (`elements: number[]`): it is that of their initial literal. Arrays that a kernel assigns
// to them must have the same length.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "../recognise/calls.js";
import { walkTree } from "../walk-tree.js";

/** Returns the length of a field's initial array in objects of a class; undefined if it is no literal. */
export function lengthOfField(context: PassContext, property: ts.Symbol): number | undefined {
  const { ts } = context;
  const initial = initialOf(context, property);
  const literal = initial && skipWrappers(context, initial);
  if (!literal || !ts.isArrayLiteralExpression(literal) || literal.elements.length === 0) return undefined;
  const isOpen = literal.elements.some((element) => ts.isSpreadElement(element) || ts.isOmittedExpression(element));
  return isOpen ? undefined : literal.elements.length;
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
