// What a quick fix is: a mechanical edit that a diagnostic's help line names. And what fixes are written with.

import type ts from "typescript-6";
import type { Diagnostic, Span } from "../../diagnostics/diagnostic.js";
import type { TypeScript } from "../../pass-context.js";

export interface Fix {
  /** What the editor calls it by, for "fix all in file" too. */
  readonly id: string;
  readonly title: string;
  /** The title of "fix all in file"; undefined where each place wants a look of its own. */
  readonly all?: string;
  /** Undefined where it is of no use at the place. */
  readonly edits: (place: FixPlace) => readonly TextEdit[] | undefined;
}

export interface FixPlace {
  readonly ts: TypeScript;
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly diagnostic: Diagnostic;
  readonly source: ts.SourceFile;
  /** The outermost node that the diagnostic's place is. */
  readonly node: ts.Node;
}

/** Replaces what is at the span. */
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

/** Takes a node away, and the space behind it. */
export function remove(node: ts.Node): TextEdit {
  const source = node.getSourceFile();
  const start = node.getStart(source);
  const [space = ""] = /^\s*/.exec(source.text.slice(node.getEnd())) ?? [];
  return { file: source.fileName, start, length: node.getEnd() - start + space.length, text: "" };
}

/** The outermost node that is exactly the span. */
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

/** An expression with an operator in the place of `node`. */
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

/** The variable, function or the like that a name stands for, through imports. */
export function declarationOf({ ts, checker }: FixPlace, name: ts.Node): ts.Declaration | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  const resolved = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return resolved?.valueDeclaration;
}

/** The node, or the first inside of it, that passes the test. */
export function findInside(
  place: Pick<FixPlace, "ts">,
  node: ts.Node,
  test: (one: ts.Node) => boolean,
): ts.Node | undefined {
  return test(node) ? node : place.ts.forEachChild(node, (child) => findInside(place, child, test));
}

/** What of the first group a text has. */
export function matched(pattern: RegExp, text: string): string | undefined {
  return pattern.exec(text)?.[1];
}

/** Whether the file assigns what a declaration names, behind the declaration. */
export function isAssigned(place: FixPlace, name: ts.Node): boolean {
  const { ts, checker, source } = place;
  const symbol = checker.getSymbolAtLocation(name);
  const isName = (node: ts.Node) => checker.getSymbolAtLocation(node) === symbol;
  const isTarget = (node: ts.Node): boolean =>
    ts.isBinaryExpression(node) && isAssignment(ts, node) && isName(node.left);
  return findInside(place, source, isTarget) !== undefined;
}
