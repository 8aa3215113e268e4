// Names of the program, with any number of dots. library.ts resolves them.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { deviceGlobalType, specConstantType } from "./brands.js";
import { resolvedSymbol } from "./library.js";

/**
 * A name of the program: `x`; `m.x` where `m` is a module's namespace object or a TypeScript namespace; or `C.x`, a static device
 * global or specialization constant of a class.
 */
export type NameNode = ts.Identifier | ts.PropertyAccessExpression;

export function isName(context: PassContext, node: ts.Node): node is NameNode {
  return context.ts.isIdentifier(node) || isQualified(context, node);
}

function isQualified(context: PassContext, node: ts.Node): node is ts.PropertyAccessExpression {
  const { ts } = context;
  if (!ts.isPropertyAccessExpression(node)) return false;
  if (isScope(context, node.expression) && isGlobalOfScope(context, node)) return true;
  const flags = resolvedSymbol(context, node.expression)?.flags ?? 0;
  const isModule = (flags & ts.SymbolFlags.Module) !== 0 && (flags & ts.SymbolFlags.Class) === 0;
  return isModule && isName(context, node.expression);
}

/** Whether an expression names a namespace or a class through namespaces and classes only. */
function isScope(context: PassContext, node: ts.Expression): boolean {
  const { ts } = context;
  const flags = resolvedSymbol(context, node)?.flags ?? 0;
  if (!(flags & (ts.SymbolFlags.Module | ts.SymbolFlags.Class))) return false;
  return ts.isPropertyAccessExpression(node) ? isScope(context, node.expression) : ts.isIdentifier(node);
}

/** Whether a qualified name is a device global or specialization constant: a static member of a class, or a const of a namespace. */
function isGlobalOfScope(context: PassContext, node: ts.PropertyAccessExpression): boolean {
  const member = resolvedSymbol(context, node);
  const declaration = member?.valueDeclaration;
  const isValue =
    declaration && (context.ts.isPropertyDeclaration(declaration) || context.ts.isVariableDeclaration(declaration));
  const type = isValue === true ? context.checker.getTypeOfSymbol(member) : undefined;
  return type !== undefined && (deviceGlobalType(context, type) ?? specConstantType(context, type)) !== undefined;
}

/** The first identifier of a name, which must be in scope. */
export function firstIdentifier(context: PassContext, name: NameNode): ts.Identifier | undefined {
  let at: ts.Expression = name;
  while (context.ts.isPropertyAccessExpression(at)) at = at.expression;
  return context.ts.isIdentifier(at) ? at : undefined;
}
