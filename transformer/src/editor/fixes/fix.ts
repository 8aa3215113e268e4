// Defines quick fixes, mechanical edits that a diagnostic's help line names, and the helpers for writing them.

import type ts from "typescript-6";
import type { Diagnostic, Span } from "../../diagnostics/diagnostic.js";
import type { TypeScript } from "../../pass-context.js";
import { targetOf } from "../../recognise/operators.js";

export interface Fix {
  /** The editor's name for it, also for "fix all in file". */
  readonly id: string;
  readonly title: string;
  /** The title of "fix all in file"; undefined if each occurrence needs a decision. */
  readonly all?: string;
  /** The edits; undefined if the fix does not apply here. */
  readonly edits: (place: FixPlace) => readonly TextEdit[] | undefined;
}

export interface FixPlace {
  readonly ts: TypeScript;
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly diagnostic: Diagnostic;
  readonly source: ts.SourceFile;
  /** The outermost node at the diagnostic's span. */
  readonly node: ts.Node;
}

/** Replaces the text of the span. */
export interface TextEdit extends Span {
  readonly text: string;
}

export function replace(node: ts.Node, text: string): TextEdit {
  const source = node.getSourceFile();
  const start = node.getStart(source);
  return { file: source.fileName, start, length: node.getEnd() - start, text };
}

export function insert(source: ts.SourceFile, at: number, text: string): TextEdit {
  return { file: source.fileName, start: at, length: 0, text };
}

export function insertBefore(node: ts.Node, text: string): TextEdit {
  const source = node.getSourceFile();
  return insert(source, node.getStart(source), text);
}

export function insertAfter(node: ts.Node, text: string): TextEdit {
  return insert(node.getSourceFile(), node.getEnd(), text);
}

/** Removes a node and the space after it. */
export function remove(node: ts.Node): TextEdit {
  const source = node.getSourceFile();
  const start = node.getStart(source);
  const [space = ""] = /^\s*/.exec(source.text.slice(node.getEnd())) ?? [];
  return { file: source.fileName, start, length: node.getEnd() - start + space.length, text: "" };
}

/** The outermost node with exactly this span. */
export function nodeOfSpan(
  typescript: TypeScript,
  source: ts.SourceFile,
  { start, length }: Span,
): ts.Node | undefined {
  const end = start + length;
  const search = (node: ts.Node): ts.Node | undefined => {
    const isList = node.kind === typescript.SyntaxKind.SyntaxList;
    if (!isList && node.getStart(source) === start && node.getEnd() === end) return node;
    if (node.pos > start || node.end < end) return undefined;
    return node.getChildren(source).reduce<ts.Node | undefined>((found, child) => found ?? search(child), undefined);
  };
  return typescript.forEachChild(source, search);
}

/** The text of an expression as an operand of `|`, `>>>` and the like. */
export function asOperand({ ts }: FixPlace, node: ts.Node): string {
  const text = node.getText();
  const isSimple =
    ts.isIdentifier(node) ||
    ts.isCallExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isNumericLiteral(node) ||
    ts.isPrefixUnaryExpression(node) ||
    ts.isParenthesizedExpression(node);
  return isSimple ? text : `(${text})`;
}

/** The text of an operator expression that replaces `node`, in parentheses if needed. */
export function inPlaceOf({ ts }: FixPlace, node: ts.Node, text: string): string {
  const { parent } = node;
  const isAlone =
    (ts.isElementAccessExpression(parent) && parent.argumentExpression === node) ||
    (ts.isCallExpression(parent) && parent.expression !== node) ||
    ts.isVariableDeclaration(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isExpressionStatement(parent) ||
    ts.isParenthesizedExpression(parent) ||
    (ts.isArrowFunction(parent) && parent.body === node) ||
    (ts.isBinaryExpression(parent) && parent.right === node && isAssignment(ts, parent));
  return isAlone ? text : `(${text})`;
}

export function isAssignment(typescript: TypeScript, { operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= typescript.SyntaxKind.FirstAssignment && kind <= typescript.SyntaxKind.LastAssignment;
}

/** The declaration that a name refers to, through imports. */
export function declarationOf({ ts, checker }: FixPlace, name: ts.Node): ts.Declaration | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  const resolved = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return resolved?.valueDeclaration;
}

/** The node itself, or its first descendant that passes the test. */
export function findInside(
  place: Pick<FixPlace, "ts">,
  node: ts.Node,
  test: (one: ts.Node) => boolean,
): ts.Node | undefined {
  return test(node) ? node : place.ts.forEachChild(node, (child) => findInside(place, child, test));
}

/** The first group of a match in the text. */
export function matched(pattern: RegExp, text: string): string | undefined {
  return pattern.exec(text)?.[1];
}

/** Whether the file assigns a declared name outside its declaration. */
export function isAssigned(place: FixPlace, name: ts.Node): boolean {
  const { ts, checker, source } = place;
  const symbol = checker.getSymbolAtLocation(name);
  const isName = (node: ts.Node) => checker.getSymbolAtLocation(node) === symbol;
  const isIn = (target: ts.Node): boolean =>
    ts.isArrayLiteralExpression(target) || ts.isObjectLiteralExpression(target)
      ? findInside(place, target, isName) !== undefined
      : isName(target);
  const assigns = (node: ts.Node): boolean => {
    const target = targetOf(ts, node);
    return target !== undefined && isIn(target);
  };
  return findInside(place, source, assigns) !== undefined;
}
