// Classes of typed arrays in variables of packages' modules, `new ARRAY_TYPE(3)`. The program can assign such a variable, so a kernel assumes the class
// that the module gives it, and each launch tests that it still has it.

import type ts from "typescript-6";
import { fixedExport, isFixedVariable, lookedAt, valueOfExports } from "../package-bodies/module-variables.js";
import type { PassContext } from "../pass-context.js";
import { resolvedSymbol, standardGlobal } from "../recognise/library.js";
import { typedArrayNamed } from "../recognise/shapes.js";
import type { Collection } from "./collect.js";
import type { Instance } from "./instance.js";
import { addLaunchTest, testThat } from "./launch-tests.js";

interface HeldClass {
  readonly name: string;
  /** The variable that holds it, if it may be assigned. */
  readonly variable: ts.Symbol | undefined;
}

/** The class of typed arrays that an expression of a package names, itself or by a variable of a module. */
function classHeld(context: PassContext, node: ts.Expression): HeldClass | undefined {
  const { ts, bodies, checker } = context;
  if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return undefined;
  const standard = standardGlobal(context, node);
  // TypeScript follows `exports.x = Float32Array` to the class, and does not say whether anything else is assigned.
  const isItself = ((checker.getSymbolAtLocation(node)?.flags ?? 0) & ts.SymbolFlags.Alias) === 0;
  if (standard !== undefined)
    return isItself && typedArrayNamed(standard) ? { name: standard, variable: undefined } : undefined;
  const symbol = resolvedSymbol(context, node);
  for (const declaration of symbol?.declarations ?? []) {
    if (!symbol || !bodies.files.has(declaration.getSourceFile())) continue;
    const first = firstValueOf(context, declaration);
    const value = first && ts.isConditionalExpression(first) ? first.whenTrue : first;
    const name = value && standardGlobal(context, value);
    if (name === undefined || !typedArrayNamed(name)) continue;
    const isFixed = ts.isVariableDeclaration(declaration)
      ? isFixedVariable(lookedAt(context), declaration)
      : fixedExport(context, symbol) !== undefined;
    return { name, variable: isFixed ? undefined : symbol };
  }
  return undefined;
}

/** The first value of a variable of a module, or of `exports.x`. */
function firstValueOf(context: PassContext, declaration: ts.Declaration): ts.Expression | undefined {
  const { ts } = context;
  if (ts.isVariableDeclaration(declaration)) {
    const { initializer, parent } = declaration;
    const isOfModule = ts.isVariableDeclarationList(parent) && ts.isSourceFile(parent.parent.parent);
    return initializer && isOfModule ? valueOfExports(context, initializer) : undefined;
  }
  const { parent } = declaration;
  const isAssigned = ts.isBinaryExpression(parent) && parent.left === (declaration as ts.Node);
  const isByModule = isAssigned && ts.findAncestor(parent, ts.isFunctionLike) === undefined;
  return isByModule ? valueOfExports(context, parent.right) : undefined;
}

/** Whether the class that `new` names is known, or need not be: then the type says it. Reports one that a launch cannot test. */
export function assumeClass(collection: Collection, instance: Instance, node: ts.NewExpression): boolean {
  if (!collection.context.bodies.files.has(node.getSourceFile())) return true;
  const held = classHeld(collection.context, node.expression);
  return !held || assume(collection, instance, node, held);
}

/** The result of `ARRAY_TYPE !== Float32Array` in a package; undefined if it is no comparison of two classes. */
export function comparedClasses(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
): boolean | undefined {
  const { context } = collection;
  const operator = node.operatorToken.getText();
  if (!/^[!=]==?$/.test(operator) || !context.bodies.files.has(node.getSourceFile())) return undefined;
  const [left, right] = [classHeld(context, node.left), classHeld(context, node.right)];
  if (!left || !right) return undefined;
  for (const one of [left, right]) if (!assume(collection, instance, node, one)) return undefined;
  return (left.name === right.name) === operator.startsWith("=");
}

/** Has each launch test the variable. */
function assume(collection: Collection, instance: Instance, node: ts.Node, { name, variable }: HeldClass): boolean {
  if (!variable) return true;
  return addLaunchTest(collection, instance, node, variable, name, (read, written) =>
    testThat(
      read,
      `globalThis.${name}`,
      [`${written} is `, `, and a kernel was compiled for ${name}, which the package gives it`],
      "(found?.name ?? found)",
    ),
  );
}
