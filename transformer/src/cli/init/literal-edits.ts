// Adds members to object and array literals in a text, JSON or JavaScript, and leaves all else as it is: comments, quotes, indentation,
// line ends. Both are TypeScript's trees, so that package.json, tsconfig.json and vite.config.ts are edited by the same few functions.

import MagicString from "magic-string";
import type ts from "typescript-6";
import { ownTypeScript } from "../../own-typescript.js";

const typescript = ownTypeScript();

export interface Edited {
  readonly source: ts.SourceFile;
  readonly output: MagicString;
}

export function edit(name: string, text: string): Edited {
  const source = name.endsWith(".json")
    ? typescript.parseJsonText(name, text)
    : typescript.createSourceFile(name, text, typescript.ScriptTarget.Latest, true);
  return { source, output: new MagicString(text) };
}

export function lineEndOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** The white space that members of the outermost object are indented by. */
function indentOf(text: string): string {
  return /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
}

/** JSON as it stands in a file: members on lines of their own, at this depth. */
export function jsonText(value: unknown, { text }: ts.SourceFile, depth: number): string {
  const indent = indentOf(text);
  const lines = JSON.stringify(value, undefined, indent).split("\n");
  return lines.join(lineEndOf(text) + indent.repeat(depth));
}

/** `member` becomes the literal's last, or stands before `before`. */
export function addMember(
  { source, output }: Edited,
  literal: ts.ObjectLiteralExpression | ts.ArrayLiteralExpression,
  member: string,
  before?: ts.Node,
): void {
  const { text } = source;
  const members = typescript.isObjectLiteralExpression(literal) ? literal.properties : literal.elements;
  const last = members.at(-1);
  if (!last) {
    output.overwrite(literal.getStart(source), literal.end, emptyFilledWith(literal, member, source));
    return;
  }
  const isOnOwnLine = /\n\s*$/.test(text.slice(literal.getStart(source), start(last, source)));
  const gap = isOnOwnLine ? lineEndOf(text) + indentBefore(start(last, source), text) : " ";
  if (before) {
    output.appendRight(start(before, source), `${member},${gap}`);
    return;
  }
  const comma = members.hasTrailingComma ? text.indexOf(",", last.end) + 1 : last.end;
  if (!members.hasTrailingComma) output.appendLeft(last.end, ",");
  const comments = typescript.getTrailingCommentRanges(text, comma) ?? [];
  const end = isOnOwnLine ? Math.max(comma, ...comments.map((comment) => comment.end)) : comma;
  // A trailing comma stays one.
  output.appendRight(end, `${gap}${member}${members.hasTrailingComma ? "," : ""}`);
}

function emptyFilledWith(literal: ts.Node, member: string, source: ts.SourceFile): string {
  if (typescript.isArrayLiteralExpression(literal)) return `[${member}]`;
  if (!source.fileName.endsWith(".json")) return `{ ${member} }`;
  const outer = indentBefore(literal.getStart(source), source.text);
  const end = lineEndOf(source.text);
  return `{${end}${outer}${indentOf(source.text)}${member}${end}${outer}}`;
}

/** The white space that the position's line begins with. */
function indentBefore(position: number, text: string): string {
  const line = text.slice(text.lastIndexOf("\n", position - 1) + 1, position);
  return /^\s*/.exec(line)?.[0] ?? "";
}

const start = (node: ts.Node, source: ts.SourceFile) => node.getStart(source);

/** The value of a property that is written as `name: …` or `"name": …`. */
export function propertyOf(object: ts.ObjectLiteralExpression, name: string): ts.PropertyAssignment | undefined {
  return object.properties
    .filter(typescript.isPropertyAssignment)
    .find(({ name: key }) => (typescript.isIdentifier(key) || typescript.isStringLiteral(key)) && key.text === name);
}

/** The outermost object of a JSON file. */
export function rootObject(source: ts.SourceFile): ts.ObjectLiteralExpression | undefined {
  const [statement] = source.statements;
  const root = statement && typescript.isExpressionStatement(statement) ? statement.expression : undefined;
  return root && typescript.isObjectLiteralExpression(root) ? root : undefined;
}
