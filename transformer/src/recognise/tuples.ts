// Finds tuples that are arrays rather than structs: those indexed by anything but a literal, or passed to a constructor, whose object holds them,
// or to a device function, which is compiled separately.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { walkTree } from "../walk-tree.js";
import { isDeviceFnType } from "./brands.js";
import { createCache } from "./cache.js";

const indexed = createCache<ts.SourceFile, ReadonlySet<ts.Type>>();

/** Whether the file of `node` indexes a value of the type by an expression, iterates over it with for-of, or passes it to such a function. */
export function isIndexedByVariable(context: PassContext, node: ts.Node, type: ts.Type): boolean {
  const file = node.getSourceFile();
  return indexed(context, file, () => findIndexed(context, file)).has(type);
}

function findIndexed(context: PassContext, file: ts.SourceFile): Set<ts.Type> {
  const { ts, checker } = context;
  const found = new Set<ts.Type>();
  const addType = (type: ts.Type | undefined): void => {
    if (type && checker.isTupleType(type)) found.add(type);
  };
  const add = (node: ts.Expression): void => addType(checker.getTypeAtLocation(node));
  const addSignature = (type: ts.Type): void => {
    for (const signature of isDeviceFnType(context, type) ? type.getCallSignatures() : []) {
      addType(signature.getReturnType());
      for (const parameter of signature.getParameters()) addType(checker.getTypeOfSymbol(parameter));
    }
  };
  walkTree(ts, file, (node) => {
    if (ts.isCallExpression(node)) {
      addSignature(checker.getTypeAtLocation(node)); // `deviceFn(…)`
      addSignature(checker.getTypeAtLocation(node.expression));
    }
    if (ts.isElementAccessExpression(node) && !ts.isNumericLiteral(node.argumentExpression)) add(node.expression);
    if (ts.isForOfStatement(node)) add(node.expression);
    for (const argument of (ts.isNewExpression(node) && node.arguments) || []) {
      add(argument);
      addType(checker.getContextualType(argument));
    }
    return true;
  });
  return found;
}
