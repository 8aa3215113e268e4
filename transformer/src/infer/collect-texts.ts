// Collects strings of types that list all their values (`"add" | "mul"`, enums of strings). At run time each is a number, which can only be compared.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import type { Collection } from "./collect.js";

/** Returns the strings of a type; undefined for all other types. */
export function textsOf({ ts }: PassContext, type: ts.Type): readonly string[] | undefined {
  const members = type.isUnion() ? type.types : [type];
  const texts = members.map((member) =>
    member.flags & ts.TypeFlags.StringLiteral ? (member as ts.StringLiteralType).value : undefined,
  );
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** Numbers by the kernel's file, since several kernels of a file may share functions. */
const numbers = new WeakMap<PassContext, Map<ts.SourceFile, Map<string, number>>>();

export function numberOfText({ context, kernel }: Pick<Collection, "context" | "kernel">, text: string): number {
  const files = numbers.get(context) ?? new Map<ts.SourceFile, Map<string, number>>();
  numbers.set(context, files);
  const file = kernel.getSourceFile();
  const known = files.get(file) ?? new Map<string, number>();
  files.set(file, known);
  const number = known.get(text) ?? known.size;
  known.set(text, number);
  return number;
}

/**
 * Returns the expression by which a launch reads a captured string: its number. A string that is not of its type remains one, so that no launch
 * mistakes it for a number.
 */
export function captureOfText(collection: Collection, expression: string, texts: readonly string[]): string {
  const pairs = texts.map((text) => `[${JSON.stringify(text)}, ${numberOfText(collection, text)}]`);
  return `((text) => new Map([${pairs.join(", ")}]).get(text) ?? text)(${expression})`;
}

/** Whether a literal is used where a string of such a type is expected, or is compared with one. */
export function isKnownText(context: PassContext, node: ts.Expression): boolean {
  const { ts, checker } = context;
  if (isConst(context, node)) return true;
  const { parent } = node;
  const other = ts.isBinaryExpression(parent) ? (parent.left === node ? parent.right : parent.left) : undefined;
  const isCompared = other && /^[!=]==?$/.test((parent as ts.BinaryExpression).operatorToken.getText());
  const subject = ts.isCaseClause(parent) ? parent.parent.parent.expression : undefined;
  const beside = isCompared ? other : subject;
  const type = beside ? checker.getTypeAtLocation(beside) : checker.getContextualType(node);
  // In a package, TypeScript does not say which strings a parameter can hold; what calls pass is always listed.
  const isInPackage = context.bodies.files.has(node.getSourceFile());
  if (beside && type && isInPackage && type.flags & ts.TypeFlags.StringLike) return true;
  const present = type && checker.getNonNullableType(type);
  if (!beside && present && present.flags & ts.TypeFlags.String && isPassedToPackage(context, node)) return true;
  return present !== undefined && textsOf(context, present) !== undefined;
}

/** Whether a literal is an argument of a function of a package, which is compiled for it. */
function isPassedToPackage(context: PassContext, node: ts.Expression): boolean {
  const { ts, checker, bodies } = context;
  const { parent } = node;
  const isChosen = ts.isConditionalExpression(parent) && parent.condition !== node;
  if (ts.isParenthesizedExpression(parent) || isChosen) return isPassedToPackage(context, parent);
  if ((!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) || parent.expression === node) return false;
  const file = checker.getResolvedSignature(parent)?.declaration?.getSourceFile();
  return file !== undefined && (bodies.files.has(file) || isOfPackage(file.fileName));
}

const isOfPackage = (file: string) =>
  /[\\/]node_modules[\\/].*\.d\.[cm]?ts$/.test(file) && !/[\\/]typescript[\\/]lib[\\/]/.test(file);

/** Whether `as const` gives a literal its own type: `"disk" as const`, `{ kind: "disk" } as const`. */
function isConst({ ts }: PassContext, node: ts.Expression): boolean {
  let at: ts.Node = node.parent;
  while (ts.isParenthesizedExpression(at) || ts.isPropertyAssignment(at) || ts.isObjectLiteralExpression(at))
    at = at.parent;
  return ts.isAssertionExpression(at) && ts.isConstTypeReference(at.type);
}
