// Kernels that capture an array of one of several classes: `a: Float32Array | Float64Array`, or a type parameter constrained to such a
// union. Each class gets its own kernel; the launch picks the one for the arrays that it has.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { walkTree } from "../walk-tree.js";
import { type FunctionNode, functionOf } from "./calls.js";
import { resolvedSymbol } from "./library.js";
import { isAssigned } from "./passed-functions.js";
import { typedArrayElement, typedArrayNamed } from "./shapes.js";

/** The class of a captured array in one variant of a kernel. Holds no types. */
export interface GivenArray {
  readonly declaration: ArrayDeclaration;
  readonly className: string;
}

type ArrayDeclaration = (ts.VariableDeclaration | ts.ParameterDeclaration) & { readonly name: ts.Identifier };

/** Every combination of classes that a kernel's captured arrays can have; a single empty one if all are known. */
export function arrayChoices(context: PassContext, kernel: FunctionNode): GivenArray[][] {
  const { checker } = context;
  const groups = new Map<object, ArrayDeclaration[]>();
  for (const declaration of arraysUsedBy(context, kernel)) {
    const type = checker.getTypeAtLocation(declaration.name);
    // Variables of the same type parameter have the same class.
    const key = type.isTypeParameter() ? type : declaration;
    groups.set(key, [...(groups.get(key) ?? []), declaration]);
  }
  let choices: GivenArray[][] = [[]];
  for (const [first, ...others] of groups.values()) {
    if (!first) continue;
    choices = choices.flatMap((before) =>
      [...classesOf(context, first).keys()].map((className) => [
        ...before,
        ...[first, ...others].map((declaration) => ({ declaration, className })),
      ]),
    );
  }
  return choices.map((arrays) => arrays.sort((a, b) => a.declaration.pos - b.declaration.pos));
}

/** The types of these variables in one variant. */
export function arrayTypes(context: PassContext, arrays: readonly GivenArray[]): Map<ts.Symbol, ts.Type> {
  const found = new Map<ts.Symbol, ts.Type>();
  for (const { declaration, className } of arrays) {
    const symbol = context.checker.getSymbolAtLocation(declaration.name);
    const type = classesOf(context, declaration).get(className);
    if (symbol && type) found.set(symbol, type);
  }
  return found;
}

export function areArraysAlike(a: readonly GivenArray[], b: readonly GivenArray[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ declaration, className }, at) => b[at]?.declaration === declaration && b[at].className === className)
  );
}

/** The typed array classes that a variable may have, by name; empty if it may be anything else or has only one. */
function classesOf(context: PassContext, { name }: ArrayDeclaration): Map<string, ts.Type> {
  const { checker } = context;
  const declared = checker.getTypeAtLocation(name);
  const type = declared.isTypeParameter() ? (checker.getBaseConstraintOfType(declared) ?? declared) : declared;
  const found = new Map<string, ts.Type>();
  for (const member of type.isUnion() ? type.types : []) {
    const className = classNameOf(context, member);
    if (className === undefined) return new Map();
    if (!found.has(className)) found.set(className, member);
  }
  return found.size > 1 ? found : new Map();
}

function classNameOf(context: PassContext, type: ts.Type): string | undefined {
  const names = (type.isIntersection() ? type.types : [type]).map((one) => one.getSymbol()?.name ?? "");
  return typedArrayElement(context, type) && names.find((name) => typedArrayNamed(name) !== undefined);
}

/** The outer variables that a kernel uses, directly or through local functions. */
function arraysUsedBy(context: PassContext, kernel: FunctionNode): Set<ArrayDeclaration> {
  const { ts, checker } = context;
  const found = new Set<ArrayDeclaration>();
  const seen = new Set<ts.Node>();
  const visit = (root: ts.Node): void =>
    walkTree(ts, root, (node) => {
      if (ts.isIdentifier(node)) follow(node);
      return true;
    });
  const follow = (name: ts.Identifier): void => {
    const symbol = resolvedSymbol(context, name);
    const declaration = symbol?.valueDeclaration;
    if (!declaration || seen.has(declaration) || declaration.getSourceFile() !== kernel.getSourceFile()) return;
    seen.add(declaration);
    if (ts.findAncestor(declaration, (at) => at === kernel)) return;
    const body = functionOf(context, symbol);
    if (body) visit(body);
    const isVisible = checker.resolveName(name.text, kernel.parent, ts.SymbolFlags.Value, false) === symbol;
    if (isVisible && isSettled(context, declaration, kernel) && classesOf(context, declaration).size > 0)
      found.add(declaration);
  };
  visit(kernel);
  return found;
}

/** Whether a variable has its value before the kernel is created and never changes. */
function isSettled(context: PassContext, node: ts.Declaration, kernel: FunctionNode): node is ArrayDeclaration {
  const { ts } = context;
  if (ts.isParameter(node)) return ts.isIdentifier(node.name) && !isAssigned(context, node);
  const isConst = (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const) !== 0;
  return ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && isConst && node.end <= kernel.pos;
}
