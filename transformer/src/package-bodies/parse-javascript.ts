// Parses packages' JavaScript: ignores types in comments, which nobody has checked, removes compilers' wrappers around `require` that return
// the same module, and turns classes that variables hold into declared ones.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { narrowArrayClasses } from "./array-classes.js";
import { nameExports } from "./commonjs-exports.js";
import { restoreDefaults } from "./default-parameters.js";
import { openEnclosures } from "./enclosed-functions.js";
import { lengthenArrays } from "./filled-arrays.js";
import { joinFilledTables } from "./filled-tables.js";
import { expandMadeFunctions } from "./made-functions.js";
import { nameOwnClasses } from "./own-class.js";
import { declareFlags } from "./prototype-flags.js";

export function parseJavaScript(
  typescript: TypeScript,
  name: string,
  text: string,
  wanted: ts.ScriptTarget | ts.CreateSourceFileOptions,
): ts.SourceFile {
  const options = typeof wanted === "object" ? wanted : { languageVersion: wanted };
  const { ParseNone } = typescript.JSDocParsingMode;
  const parse = () => typescript.createSourceFile(name, text, { ...options, jsDocParsingMode: ParseNone }, true);
  const file = parse();
  for (const [index, statement] of file.statements.entries()) {
    if (!typescript.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations) bareRequire(typescript, declaration);
    const declared = declaredClass(typescript, statement);
    if (declared) Object.assign(file.statements, { [index]: declared });
  }
  restoreDefaults(typescript, file);
  declareConstructors(typescript, file);
  nameOwnClasses(typescript, file);
  declareFlags(typescript, file);
  lengthenArrays(typescript, file);
  joinFilledTables(typescript, file);
  narrowArrayClasses(typescript, file);
  expandMadeFunctions(typescript, file, parse);
  openEnclosures(typescript, file);
  nameExports(typescript, file);
  return file;
}

/**
 * Turns `function Scale(by) { … }` with `Scale.prototype.of = function (x) { … }` into a class of the same name, as programs were written before there
 * were classes: `new Scale(2)` does the same.
 */
function declareConstructors(typescript: TypeScript, file: ts.SourceFile): void {
  const { factory } = typescript;
  const methods = new Map<string, { readonly index: number; readonly method: PrototypeMethod }[]>();
  for (const [index, statement] of file.statements.entries()) {
    const method = prototypeMethod(typescript, statement);
    if (method) methods.set(method.owner, [...(methods.get(method.owner) ?? []), { index, method }]);
  }
  for (const [index, statement] of methods.size > 0 ? file.statements.entries() : []) {
    if (!typescript.isFunctionDeclaration(statement) || !statement.name || !isPlainFunction(typescript, statement))
      continue;
    const { name, parameters, body, modifiers } = statement;
    const own = methods.get(name.text);
    if (!own || !body) continue;
    const made = (node: ts.ClassElement, at: ts.Node, parts: readonly (ts.Node | undefined)[]) => {
      for (const part of parts) if (part) Object.assign(part, { parent: node });
      return Object.assign(node, { pos: at.pos, end: at.end, flags: at.flags });
    };
    const members = [
      made(factory.createConstructorDeclaration(undefined, parameters, body), statement, [...parameters, body]),
      ...own.map(({ method: { name: called, fn } }) => {
        const node = factory.createMethodDeclaration(
          ...([undefined, undefined, called, undefined, undefined, fn.parameters, undefined, fn.body] as const),
        );
        return made(node, fn, [called, ...fn.parameters, fn.body]);
      }),
    ];
    const declared = factory.createClassDeclaration(modifiers, name, undefined, undefined, members);
    for (const part of [...(modifiers ?? []), name, ...members]) Object.assign(part, { parent: declared });
    const { pos, end, flags } = statement;
    Object.assign(file.statements, { [index]: Object.assign(declared, { pos, end, flags, parent: file }) });
    for (const one of own) {
      const before = file.statements[one.index];
      const nothing = factory.createEmptyStatement();
      const place = { pos: before?.pos, end: before?.end, parent: file };
      Object.assign(file.statements, { [one.index]: Object.assign(nothing, place) });
    }
  }
}

interface PrototypeMethod {
  readonly owner: string;
  readonly name: ts.Identifier;
  readonly fn: ts.FunctionExpression;
}

/** `Scale.prototype.of = function (x) { … }` */
function prototypeMethod(typescript: TypeScript, statement: ts.Statement): PrototypeMethod | undefined {
  const assignment = typescript.isExpressionStatement(statement) ? statement.expression : undefined;
  if (!assignment || !typescript.isBinaryExpression(assignment)) return undefined;
  const { left, right, operatorToken } = assignment;
  if (operatorToken.kind !== typescript.SyntaxKind.EqualsToken || !typescript.isFunctionExpression(right))
    return undefined;
  if (!typescript.isPropertyAccessExpression(left) || !typescript.isIdentifier(left.name)) return undefined;
  const { expression: prototype } = left;
  if (!typescript.isPropertyAccessExpression(prototype) || prototype.name.text !== "prototype") return undefined;
  const { expression: owner } = prototype;
  return typescript.isIdentifier(owner) && isPlainFunction(typescript, right)
    ? { owner: owner.text, name: left.name, fn: right }
    : undefined;
}

function isPlainFunction(
  { SyntaxKind }: TypeScript,
  { asteriskToken, modifiers }: ts.FunctionDeclaration | ts.FunctionExpression,
): boolean {
  return asteriskToken === undefined && !modifiers?.some(({ kind }) => kind === SyntaxKind.AsyncKeyword);
}

/**
 * `var Vector = class Vector { … }`, as bundlers write a class, means what the declaration does, but that it has no value before. Undefined for
 * other statements.
 */
function declaredClass(typescript: TypeScript, statement: ts.VariableStatement): ts.ClassDeclaration | undefined {
  const [declaration, ...others] = statement.declarationList.declarations;
  const made = declaration?.initializer;
  if (!declaration || others.length > 0 || !made || !typescript.isClassExpression(made)) return undefined;
  const { name } = declaration;
  if (!typescript.isIdentifier(name) || (made.name && made.name.text !== name.text)) return undefined;
  const { factory } = typescript;
  const modifiers = statement.modifiers;
  const node = factory.createClassDeclaration(modifiers, name, undefined, made.heritageClauses, made.members);
  const { pos, end, parent } = statement;
  for (const part of [...(modifiers ?? []), name, ...(made.heritageClauses ?? []), ...made.members])
    Object.assign(part, { parent: node });
  return Object.assign(node, { pos, end, parent, flags: statement.flags });
}

/** The functions of Babel and TypeScript that return a module with all its exports. */
const NAMESPACE_OF = /^(_interopRequireWildcard|__importStar)$/;

/**
 * Turns `var m = _interopRequireWildcard(require("./m.js"))` into `var m = require("./m.js")`, which TypeScript understands, before names
 * are bound.
 */
function bareRequire(typescript: TypeScript, declaration: ts.VariableDeclaration): void {
  const { initializer } = declaration;
  if (!initializer || !typescript.isCallExpression(initializer)) return;
  const { expression, arguments: given } = initializer;
  const [required] = given;
  const isNamespace = typescript.isIdentifier(expression) && NAMESPACE_OF.test(expression.text);
  if (!isNamespace || !required || !isRequire(typescript, required)) return;
  Object.assign(declaration, { initializer: required });
  Object.assign(required, { parent: declaration });
}

function isRequire(typescript: TypeScript, node: ts.Node): boolean {
  return (
    typescript.isCallExpression(node) && typescript.isIdentifier(node.expression) && node.expression.text === "require"
  );
}
