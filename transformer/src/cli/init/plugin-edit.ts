// Adds a plugin to a JavaScript configuration: `plugins: [lanewise(), …]` in the object that it exports or, for esbuild, that its calls
// are given. Edits only if that object is certain; otherwise returns the reason.

import type ts from "typescript-6";
import { ownTypeScript } from "../../own-typescript.js";
import { addMember, type Edited, edit, lineEndOf } from "./literal-edits.js";

const typescript = ownTypeScript();

/** The location of a tool's options. */
export type OptionsPlace = "exported" | "esbuild's calls";

export type PluginEdit =
  | { readonly kind: "edited"; readonly text: string }
  | { readonly kind: "present" }
  | { readonly kind: "unsure"; readonly reason: string };

type Options = readonly ts.ObjectLiteralExpression[] | string;

export function addPlugin(name: string, text: string, plugin: string, place: OptionsPlace): PluginEdit {
  if (text.includes("@lanewise/transformer/")) return { kind: "present" };
  const mistake = syntaxMistake(name, text);
  if (mistake !== undefined) return { kind: "unsure", reason: mistake };
  const edited = edit(name, text);
  const { source, output } = edited;
  const options = place === "exported" ? exportedOptions(source) : esbuildOptions(source);
  if (typeof options === "string") return { kind: "unsure", reason: options };
  if (source.statements.some((statement) => declares(statement, "lanewise"))) {
    return { kind: "unsure", reason: "it uses the name `lanewise` for something else" };
  }
  for (const object of options) {
    const reason = addTo(edited, object);
    if (reason !== undefined) return { kind: "unsure", reason };
  }
  addImport(edited, plugin);
  return { kind: "edited", text: output.toString() };
}

function syntaxMistake(fileName: string, text: string): string | undefined {
  const { diagnostics } = typescript.transpileModule(text, { fileName, reportDiagnostics: true });
  const [first] = diagnostics?.filter(({ start }) => start !== undefined) ?? [];
  if (!first?.file) return undefined;
  const { line, character } = first.file.getLineAndCharacterOfPosition(first.start ?? 0);
  return `it has a mistake at ${line + 1}:${character + 1} (${typescript.flattenDiagnosticMessageText(first.messageText, "\n")})`;
}

/** Adds the plugin; returns the reason if that is not possible. */
function addTo(edited: Edited, object: ts.ObjectLiteralExpression): string | undefined {
  const { properties } = object;
  const named = properties.find(({ name }) => name && typescript.isIdentifier(name) && name.text === "plugins");
  const spread = properties.findLastIndex(typescript.isSpreadAssignment);
  if (!named) {
    if (spread >= 0) return "`...` may bring other plugins";
    addMember(edited, object, "plugins: [lanewise()]");
    return undefined;
  }
  if (spread > properties.indexOf(named)) return "`...` may replace its plugins";
  const value = typescript.isPropertyAssignment(named) ? unwrapped(named.initializer) : undefined;
  if (!value || !typescript.isArrayLiteralExpression(value)) return "`plugins` is no array that is written there";
  // First, before plugins that remove the types.
  addMember(edited, value, "lanewise()", value.elements[0]);
  return undefined;
}

function exportedOptions(source: ts.SourceFile): Options {
  const exported = source.statements.flatMap((statement) => exportedBy(statement) ?? []);
  const [only, ...others] = exported;
  if (!only || others.length > 0) return "it has not one `export default` or `module.exports =`";
  return objectOf(only, source);
}

function exportedBy(statement: ts.Statement): ts.Expression | undefined {
  if (typescript.isExportAssignment(statement)) return statement.expression;
  if (!typescript.isExpressionStatement(statement) || !typescript.isBinaryExpression(statement.expression))
    return undefined;
  const { left, operatorToken, right } = statement.expression;
  const isExport = operatorToken.kind === typescript.SyntaxKind.EqualsToken && left.getText() === "module.exports";
  return isExport ? right : undefined;
}

const helper = "defineConfig";

function objectOf(expression: ts.Expression, source: ts.SourceFile): Options {
  const value = unwrapped(expression);
  if (typescript.isObjectLiteralExpression(value)) return [value];
  if (typescript.isIdentifier(value)) {
    const constant = constantOf(value.text, source);
    return constant ? objectOf(constant, source) : `\`${value.text}\` is no constant of this file`;
  }
  if (typescript.isCallExpression(value)) {
    const [argument, ...others] = value.arguments;
    const isHelper = typescript.isIdentifier(value.expression) && value.expression.text === helper;
    if (isHelper && argument && others.length === 0) return objectOf(argument, source);
    return `the result of \`${value.expression.getText(source)}\` is unknown before it runs`;
  }
  if (typescript.isArrowFunction(value) || typescript.isFunctionExpression(value)) {
    const result = resultOf(value);
    return result ? objectOf(result, source) : "it is a function of more than one `return`";
  }
  return typescript.isArrayLiteralExpression(value)
    ? "it is a list of several configurations"
    : "it is no object literal";
}

function unwrapped(expression: ts.Expression): ts.Expression {
  const isWrapper =
    typescript.isParenthesizedExpression(expression) ||
    typescript.isAsExpression(expression) ||
    typescript.isSatisfiesExpression(expression);
  return isWrapper ? unwrapped(expression.expression) : expression;
}

function constantOf(name: string, source: ts.SourceFile): ts.Expression | undefined {
  return source.statements
    .filter(typescript.isVariableStatement)
    .filter(({ declarationList }) => (declarationList.flags & typescript.NodeFlags.Const) !== 0)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find(({ name: declared }) => typescript.isIdentifier(declared) && declared.text === name)?.initializer;
}

function resultOf({ body }: ts.ArrowFunction | ts.FunctionExpression): ts.Expression | undefined {
  if (!typescript.isBlock(body)) return body;
  const returns: ts.ReturnStatement[] = [];
  const collect = (node: ts.Node): void => {
    if (typescript.isReturnStatement(node)) returns.push(node);
    else if (!typescript.isFunctionLike(node)) typescript.forEachChild(node, collect);
  };
  collect(body);
  return returns.length === 1 ? returns[0]?.expression : undefined;
}

/** The options in `esbuild.build({…})`, `build({…})` and the like. */
function esbuildOptions(source: ts.SourceFile): Options {
  const found = new Set<ts.ObjectLiteralExpression>();
  let reason: string | undefined;
  const visit = (node: ts.Node): void => {
    const called = typescript.isCallExpression(node)
      ? /^(?:\w+\.)?(build|context|buildSync)$/.exec(node.expression.getText(source))
      : null;
    if (typescript.isCallExpression(node) && called) {
      const [argument] = node.arguments;
      const options = argument ? objectOf(argument, source) : "a call without options";
      if (called[1] === "buildSync") reason = "`buildSync` takes no plugins: use `await build(…)`";
      else if (typeof options === "string") reason = options;
      else for (const object of options) found.add(object);
    }
    typescript.forEachChild(node, visit);
  };
  visit(source);
  return reason ?? (found.size > 0 ? [...found] : "it has no call of `build` or `context`");
}

function declares(statement: ts.Statement, name: string): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (typescript.isIdentifier(node) && node.text === name) found = true;
    else typescript.forEachChild(node, visit);
  };
  visit(statement);
  return found;
}

/** Whether a file uses `require` for modules. */
export function isCommonJs(name: string, text: string): boolean {
  return (
    /\.cts$|\.cjs$/.test(name) || (/\bmodule\.exports\b|\brequire\(/.test(text) && !/^\s*(import|export)\b/m.test(text))
  );
}

export function importLine(plugin: string, isRequired: boolean, quote = '"', end = ";"): string {
  const name = `${quote}@lanewise/transformer/${plugin}${quote}`;
  return isRequired ? `const lanewise = require(${name}).default${end}` : `import lanewise from ${name}${end}`;
}

/** Adds the import after the others, with their quotes; without any, before the first statement. */
function addImport({ source, output }: Edited, plugin: string): void {
  const { text } = source;
  const isRequired = isCommonJs(source.fileName, text);
  const isImport = (statement: ts.Statement) =>
    isRequired
      ? typescript.isVariableStatement(statement) && /\brequire\(/.test(statement.getText(source))
      : typescript.isImportDeclaration(statement);
  const last = source.statements.findLast(isImport);
  const first = source.statements.find((statement) => !isDirective(statement));
  const model = (last ?? first)?.getText(source) ?? "";
  const quotes = last ? model : text;
  const quote = quotes.includes("'") && !quotes.includes('"') ? "'" : '"';
  const line = importLine(plugin, isRequired, quote, model.endsWith(";") ? ";" : "");
  const end = lineEndOf(text);
  if (last) output.appendLeft(last.end, end + line);
  else if (first) output.appendRight(placeBefore(first, source), line + end + end);
}

/** Whether a statement is a directive such as `"use strict"`, which must come first. */
function isDirective(statement: ts.Statement): boolean {
  return typescript.isExpressionStatement(statement) && typescript.isStringLiteral(statement.expression);
}

/** The position before a comment that belongs to the statement, but after the file's comments, such as `// @ts-check`. */
function placeBefore(first: ts.Statement, source: ts.SourceFile): number {
  const { text } = source;
  const start = first.getStart(source);
  const own = (typescript.getLeadingCommentRanges(text, first.pos) ?? []).at(-1);
  const belongs = own && text.startsWith("/**", own.pos) && !/\n\s*\n/.test(text.slice(own.end, start));
  return belongs ? own.pos : start;
}
