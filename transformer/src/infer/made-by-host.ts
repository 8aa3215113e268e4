// Objects of packages' classes that a kernel makes and a kernel cannot hold, `new FFT(8)`: the host makes one in its place, since constants alone decide
// what is in it. The kernel reads it as it reads objects from outside.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "../recognise/calls.js";
import { evaluate } from "../recognise/evaluate.js";
import { standardGlobal } from "../recognise/library.js";
import { firstIdentifier } from "../recognise/names.js";
import { typedArrayNamed } from "../recognise/shapes.js";
import { originsOf } from "./capture-origins.js";
import type { Collection } from "./collect.js";
import { isWithin } from "./collect-captures.js";
import { constructorOf, isDerived } from "./collect-construction.js";
import type { PathValue } from "./shape.js";

/** The object that the host makes for `new FFT(8)`; undefined if arguments are not constant, or the constructor does more than fill it. */
export function madeByHost(
  collection: Collection,
  node: ts.NewExpression,
  body: ts.ClassLikeDeclaration,
): PathValue | undefined {
  const { context, kernel } = collection;
  const { ts, checker, bodies } = context;
  const callee = skipWrappers(context, node.expression);
  if (collection.isDeviceFn || node.getSourceFile() !== kernel.getSourceFile() || !ts.isIdentifier(callee)) return;
  const symbol = checker.getSymbolAtLocation(firstIdentifier(context, callee) ?? callee);
  const root = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : undefined;
  const written = constructorOf(collection, body);
  if (!root || !written || !bodies.files.has(body.getSourceFile()) || isDerived(collection, body)) return;
  const args = (node.arguments ?? []).map((one) => evaluate(context, one));
  if (!args.every((one) => typeof one === "number" && Number.isFinite(one) && !Object.is(one, -0))) return;
  const isPlain = (one: ts.ClassElement) => !ts.isPropertyDeclaration(one) && !ts.isSetAccessor(one);
  const hasDefaults = written.parameters.some(({ initializer }) => initializer !== undefined);
  if (hasDefaults || !body.members.every(isPlain) || !onlyFills(context, written)) return;
  const origins = originsOf(collection, node, callee.text, root).slice(0, 1);
  if (origins.length === 0) return;
  const name = `__lanewise_made${node.getStart()}`;
  collection.made.set(name, `new ${callee.text}(${args.join(", ")})`);
  return { kind: "path", text: `${name}()`, root, node, type: checker.getTypeAtLocation(node), origins };
}

/** Whether a constructor only computes, from its parameters and Math, and fills its object and what it makes itself. */
export function onlyFills(context: PassContext, written: ts.ConstructorDeclaration): boolean {
  const { ts, checker } = context;
  const isOwn = (node: ts.Node): boolean => {
    if (node.kind === ts.SyntaxKind.ThisKeyword) return true;
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return isOwn(node.expression);
    const declaration = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node)?.valueDeclaration : undefined;
    return declaration !== undefined && ts.isVariableDeclaration(declaration) && isWithin(declaration, written);
  };
  const isMade = (callee: ts.Expression) => {
    const name = standardGlobal(context, callee) ?? "";
    return name === "Array" || typedArrayNamed(name) !== undefined || /Error$/.test(name);
  };
  const isMath = (callee: ts.Expression) =>
    ts.isPropertyAccessExpression(callee) &&
    standardGlobal(context, callee.expression) === "Math" &&
    callee.name.text !== "random";
  const isSound = (node: ts.Node): boolean => {
    if (ts.isNewExpression(node)) return isMade(node.expression) && (node.arguments ?? []).every(isSound);
    if (ts.isCallExpression(node)) return isMath(node.expression) && node.arguments.every(isSound);
    if (ts.isFunctionLike(node) || ts.isTaggedTemplateExpression(node) || ts.isDeleteExpression(node)) return false;
    if (ts.isPropertyAccessExpression(node)) {
      const isConstant = standardGlobal(context, node.expression) === "Math";
      return isConstant || isSound(node.expression);
    }
    if (ts.isIdentifier(node)) {
      const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration;
      return declaration !== undefined && isWithin(declaration, written);
    }
    const isAssigned = ts.isBinaryExpression(node) && isAssignment(ts, node.operatorToken.kind);
    if (isAssigned && !ts.isIdentifier(node.left) && !isOwn(node.left)) return false;
    return ts.forEachChild(node, (child) => !isSound(child) || undefined) !== true;
  };
  return written.body !== undefined && isSound(written.body);
}

function isAssignment({ SyntaxKind }: PassContext["ts"], kind: ts.SyntaxKind): boolean {
  return kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;
}
