// Finds the functions at a position that may be kernels: at the head of an anonymous function, at a function's name, and at the call
// that it is passed to.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";

export interface PlaceOfFunctions {
  /** The node that the editor marks. */
  readonly token: ts.Node;
  readonly functions: readonly ts.Node[];
}

export function functionsAt(
  typescript: TypeScript,
  checker: ts.TypeChecker,
  source: ts.SourceFile,
  position: number,
): PlaceOfFunctions | undefined {
  const token = tokenAt(source, position);
  if (!token) return undefined;
  const functions = typescript.isIdentifier(token)
    ? [...passed(typescript, checker, token), ...named(typescript, checker, token)]
    : headOf(typescript, token, position);
  return functions.length > 0 ? { token, functions } : undefined;
}

function tokenAt(source: ts.SourceFile, position: number): ts.Node | undefined {
  let at: ts.Node = source;
  for (;;) {
    const inside = at.getChildren(source).find((one) => one.getStart(source) <= position && position < one.getEnd());
    if (!inside) return at.getChildCount(source) === 0 && at !== source ? at : undefined;
    at = inside;
  }
}

function isFunction(typescript: TypeScript, node: ts.Node | undefined): node is ts.FunctionLikeDeclaration {
  return (
    node !== undefined &&
    (typescript.isArrowFunction(node) ||
      typescript.isFunctionExpression(node) ||
      typescript.isFunctionDeclaration(node))
  );
}

/** The function whose head (parentheses, arrow, the word `function`) has the token. */
function headOf(typescript: TypeScript, token: ts.Node, position: number): ts.Node[] {
  const owner = token.parent;
  return isFunction(typescript, owner) && owner.body && position < owner.body.getStart() ? [owner] : [];
}

/** The functions passed to a call of the name. */
function passed(typescript: TypeScript, checker: ts.TypeChecker, name: ts.Identifier): ts.Node[] {
  const { parent } = name;
  const callee = typescript.isPropertyAccessExpression(parent) && parent.name === name ? parent : name;
  const call = callee.parent;
  if (!typescript.isCallExpression(call) || call.expression !== callee) return [];
  return call.arguments.flatMap((argument) => {
    if (isFunction(typescript, argument)) return [argument];
    return typescript.isIdentifier(argument) ? named(typescript, checker, argument) : [];
  });
}

/** The function that a name refers to, also through an import. */
function named(typescript: TypeScript, checker: ts.TypeChecker, name: ts.Identifier): ts.Node[] {
  const found = checker.getSymbolAtLocation(name);
  const symbol = found && found.flags & typescript.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  const declaration = symbol?.valueDeclaration;
  const value = declaration && typescript.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
  return isFunction(typescript, value) ? [value] : [];
}
