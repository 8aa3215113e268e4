// Texts of which a type says all that there are (`"add" | "mul"`, enums of strings): numbers when the kernel runs, one for each text, which are
// compared and nothing more.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import type { Collection } from "./collect.js";

/** The texts that a type has; undefined for every other type. */
export function textsOf({ ts }: PassContext, type: ts.Type): readonly string[] | undefined {
  const members = type.isUnion() ? type.types : [type];
  const texts = members.map((member) =>
    member.flags & ts.TypeFlags.StringLiteral ? (member as ts.StringLiteralType).value : undefined,
  );
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** By file of a kernel: its functions may be those of several kernels of the file. */
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

/** What a launch reads for a captured text: its number. One that its type does not have stays a text, which no launch takes for a number. */
export function captureOfText(collection: Collection, expression: string, texts: readonly string[]): string {
  const pairs = texts.map((text) => `[${JSON.stringify(text)}, ${numberOfText(collection, text)}]`);
  return `((text) => new Map([${pairs.join(", ")}]).get(text) ?? text)(${expression})`;
}

/** Whether a literal stands where one of a type's texts is wanted, or is compared with one. */
export function isKnownText(context: PassContext, node: ts.Expression): boolean {
  const { ts, checker } = context;
  if (isConst(context, node)) return true;
  const { parent } = node;
  const other = ts.isBinaryExpression(parent) ? (parent.left === node ? parent.right : parent.left) : undefined;
  const isCompared = other && /^[!=]==?$/.test((parent as ts.BinaryExpression).operatorToken.getText());
  const subject = ts.isCaseClause(parent) ? parent.parent.parent.expression : undefined;
  const beside = isCompared ? other : subject;
  const type = beside ? checker.getTypeAtLocation(beside) : checker.getContextualType(node);
  return type !== undefined && textsOf(context, checker.getNonNullableType(type)) !== undefined;
}

/** Whether `as const` says that a literal is of its own type: `"disk" as const`, `{ kind: "disk" } as const`. */
function isConst({ ts }: PassContext, node: ts.Expression): boolean {
  let at: ts.Node = node.parent;
  while (ts.isParenthesizedExpression(at) || ts.isPropertyAssignment(at) || ts.isObjectLiteralExpression(at))
    at = at.parent;
  return ts.isAssertionExpression(at) && ts.isConstTypeReference(at.type);
}
