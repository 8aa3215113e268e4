// Objects that stand where an object of a class is wanted and are none: TypeScript asks for the same members alone. `const o = { r: 2, area() {…} };
// const shape: Shape = o` has the function of the literal where a kernel would call the method of the class.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { walkTree } from "../walk-tree.js";

interface Places {
  /** Members of classes, types and literals, by name. */
  readonly members: ReadonlyMap<string, readonly ts.Node[]>;
  /** Expressions whose values go to places of a type of their own. */
  readonly given: readonly ts.Expression[];
}

const ofProgram = new WeakMap<PassContext, Places>();

/** What is given where an object of the method's class is wanted, and has another member of that name. */
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
  const { ts, program } = context;
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
  for (const file of program.getSourceFiles()) if (!file.isDeclarationFile) walkTree(ts, file, visit);
  const made = { members, given };
  ofProgram.set(context, made);
  return made;
}

/** Literals have their own rule (replaced-members.ts). */
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
