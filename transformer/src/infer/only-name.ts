// Whether a parameter is the only name of the object that a call makes for it, `new Box(new Vector(1))`, where the function stores it. Then the stored
// copy is the object, since nobody can reach the other one.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { walkTree } from "../walk-tree.js";
import { loopAround } from "./check-copies.js";
import type { Collection } from "./collect.js";
import type { Variable } from "./instance.js";

/** Whether all other uses of the parameter read numbers of it, before it is stored, once. */
export function isOnlyNameAt(collection: Collection, { isOnlyName, key }: Variable, node: ts.Node): boolean {
  const { context } = collection;
  const { ts } = context;
  const declaration = "valueDeclaration" in key ? key.valueDeclaration : undefined;
  if (!isOnlyName || !declaration || loopAround(collection, node)) return false;
  const isStored = (one: ts.Node) => one.pos >= node.pos && one.end <= node.end;
  let isAlone = ts.findAncestor(node, ts.isFunctionLike) === declaration.parent;
  walkTree(ts, declaration.parent, (one) => {
    if (ts.isIdentifier(one) && one !== ts.getNameOfDeclaration(declaration) && names(context, one, key))
      isAlone &&= isStored(one) || (one.pos < node.pos && isReadOf(context, one));
    return isAlone;
  });
  return isAlone;
}

function names({ checker, ts }: PassContext, node: ts.Identifier, key: Variable["key"]): boolean {
  if (node.text !== key.name) return false;
  const { parent } = node;
  const isShort = ts.isShorthandPropertyAssignment(parent);
  return (isShort ? checker.getShorthandAssignmentValueSymbol(parent) : checker.getSymbolAtLocation(node)) === key;
}

/** Whether it is `v` in `v.x`, a number. */
function isReadOf({ checker, ts }: PassContext, node: ts.Identifier): boolean {
  const { parent } = node;
  if (!ts.isPropertyAccessExpression(parent) || parent.expression !== node) return false;
  return (checker.getTypeAtLocation(parent).flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike)) !== 0;
}
