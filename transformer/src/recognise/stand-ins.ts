// Finds objects used as instances of a class that are not: TypeScript only requires the same members. In `const o = { r: 2, area() {…} }; const
// shape: Shape = o`, the literal's function takes the place of the class's method that a kernel would call.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { walkTree } from "../walk-tree.js";

interface Places {
  /** Members of classes, types and literals, by name. */
  readonly members: ReadonlyMap<string, readonly ts.Node[]>;
  /** Expressions assigned or passed to a target with its own type. */
  readonly given: readonly ts.Expression[];
}

const ofProgram = new WeakMap<PassContext, Places>();

/** The expression used as an object of the method's class that has another member of that name. */
export function standInFor(context: PassContext, { name, valueDeclaration }: ts.Symbol): ts.Node | undefined {
  const { ts, checker } = context;
  if (!valueDeclaration || !ts.isClassLike(valueDeclaration.parent)) return undefined;
  const { members, given } = placesOf(context);
  if ((members.get(name) ?? []).every((member) => member === valueDeclaration)) return undefined;
  const has = (type: ts.Type) =>
    checker.getPropertyOfType(type, name)?.declarations?.includes(valueDeclaration) ?? false;
  const hasOther = (type: ts.Type): boolean =>
    type.isUnion() ? type.types.some(hasOther) : checker.getPropertyOfType(type, name) !== undefined && !has(type);
  return given.find((node) => {
    const wanted = checker.getContextualType(node);
    return wanted !== undefined && has(checker.getNonNullableType(wanted)) && hasOther(checker.getTypeAtLocation(node));
  });
}

function placesOf(context: PassContext): Places {
  const known = ofProgram.get(context);
  if (known) return known;
  const made = placesIn(context, context.program.getSourceFiles());
  ofProgram.set(context, made);
  return made;
}

/** Whether an expression in these files is used as an object of any class but has another member of that name. */
export function hasStandIn(context: PassContext, name: string, files: readonly ts.SourceFile[]): boolean {
  const { ts, checker } = context;
  return placesIn(context, files).given.some((node) => {
    const wanted = checker.getContextualType(node);
    const member = wanted && checker.getPropertyOfType(checker.getNonNullableType(wanted), name)?.valueDeclaration;
    if (!member || !ts.isClassLike(member.parent)) return false;
    const hasOther = (type: ts.Type): boolean => {
      if (type.isUnion()) return type.types.some(hasOther);
      const own = checker.getPropertyOfType(type, name);
      return own !== undefined && !own.declarations?.includes(member);
    };
    return hasOther(checker.getTypeAtLocation(node));
  });
}

function placesIn(context: PassContext, files: readonly ts.SourceFile[]): Places {
  const { ts } = context;
  const members = new Map<string, ts.Node[]>();
  const given: ts.Expression[] = [];
  const visit = (node: ts.Node): boolean => {
    const isMember = ts.isClassElement(node) || ts.isTypeElement(node) || ts.isObjectLiteralElementLike(node);
    if (isMember && node.name) {
      const name = node.name.getText();
      const named = members.get(name);
      if (named) named.push(node);
      else members.set(name, [node]);
    }
    if (ts.isExpression(node) && isGiven(context, node)) given.push(node);
    return true;
  };
  for (const file of files) if (!file.isDeclarationFile) walkTree(ts, file, visit);
  return { members, given };
}

/** Whether an expression is given to a target with its own type. Literals have their own rule (replaced-members.ts). */
function isGiven({ ts }: PassContext, node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isParameter(parent))
    return parent.initializer === node && parent.type !== undefined;
  if (ts.isCallOrNewExpression(parent)) return parent.expression !== node;
  if (ts.isBinaryExpression(parent))
    return parent.right === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  if (ts.isArrowFunction(parent)) return parent.body === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return (
    ts.isReturnStatement(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isAssertionExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isShorthandPropertyAssignment(parent)
  );
}
