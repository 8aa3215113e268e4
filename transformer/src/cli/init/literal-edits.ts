// Adds members to object and array literals in a text, JSON or JavaScript, preserving comments, quotes, indentation and line ends. Both
// parse to TypeScript's trees, so the same few functions edit package.json, tsconfig.json and vite.config.ts.

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

/** The indentation of the outermost object's members. */
function indentOf(text: string): string {
  return /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
}

/** JSON formatted for a file: one member per line, at this depth. */
export function jsonText(value: unknown, { text }: ts.SourceFile, depth: number): string {
  const indent = indentOf(text);
  const lines = JSON.stringify(value, undefined, indent).split("\n");
  return lines.join(lineEndOf(text) + indent.repeat(depth));
}

/** Adds `member` at the end of the literal, or before `before`. */
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
  // Keeps a trailing comma.
  output.appendRight(end, `${gap}${member}${members.hasTrailingComma ? "," : ""}`);
}

function emptyFilledWith(literal: ts.Node, member: string, source: ts.SourceFile): string {
  if (typescript.isArrayLiteralExpression(literal)) return `[${member}]`;
  if (!source.fileName.endsWith(".json")) return `{ ${member} }`;
  const outer = indentBefore(literal.getStart(source), source.text);
  const end = lineEndOf(source.text);
  return `{${end}${outer}${indentOf(source.text)}${member}${end}${outer}}`;
}

/** The white space at the start of the position's line. */
function indentBefore(position: number, text: string): string {
  const line = text.slice(text.lastIndexOf("\n", position - 1) + 1, position);
  return /^\s*/.exec(line)?.[0] ?? "";
}

const start = (node: ts.Node, source: ts.SourceFile) => node.getStart(source);

/** The property written as `name: …` or `"name": …`. */
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
