// What the messages about `table["red"]`, `table[name]` and `const list = []` propose to write.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";

/** The name of the variable that the expression initialises. */
export function variableOf({ ts }: PassContext, { parent }: ts.Expression): string | undefined {
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : undefined;
}

/** Whether it has a string, or one of several. */
export function isString({ ts, checker }: PassContext, node: ts.Expression): boolean {
  const type = checker.getTypeAtLocation(node);
  return (type.isUnion() ? type.types : [type]).every(({ flags }) => (flags & ts.TypeFlags.StringLike) !== 0);
}

/** What to write instead of an index that is a string. */
export function remedyOfString(
  { ts, checker }: PassContext,
  { expression, argumentExpression }: ts.ElementAccessExpression,
): string {
  const [base, index] = [expression.getText(), argumentExpression.getText()];
  if (ts.isStringLiteralLike(argumentExpression)) return `Write \`${base}.${argumentExpression.text}\`.`;
  const type = checker.getTypeAtLocation(argumentExpression);
  const names = (type.isUnion() ? type.types : [type]).flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
  const [first, second] = names;
  const numbered = "Number the names, with an enum, and index an array by the number.";
  if (first === undefined || second === undefined) return numbered;
  const rest = names.length === 2 ? `${base}.${second}` : "…";
  return `Ask for each name: \`${index} === "${first}" ? ${base}.${first} : ${rest}\`. Or number them, with an enum, and index an array by the number.`;
}
