// Compilers to older JavaScript write a default as `function f(a) { var b = arguments.length > 1 && arguments[1] !== undefined ? arguments[1] : 2; … }`.
// It becomes `function f(a, b = 2) { … }`, before names are bound.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { walkTree } from "../walk-tree.js";

type Written = ts.FunctionDeclaration | ts.FunctionExpression;

interface Default {
  readonly statement: ts.VariableStatement;
  readonly name: ts.Identifier;
  readonly value: ts.Expression;
}

export function restoreDefaults(typescript: TypeScript, file: ts.SourceFile): void {
  if (!/\barguments\.length\s*>/.test(file.text)) return;
  walkTree(typescript, file, (node) => {
    if (typescript.isFunctionDeclaration(node) || typescript.isFunctionExpression(node)) restoreIn(typescript, node);
    return true;
  });
}

function restoreIn(typescript: TypeScript, fn: Written): void {
  const { factory } = typescript;
  const { body } = fn;
  if (!body) return;
  const found: Default[] = [];
  for (const statement of body.statements) {
    const one = defaultIn(typescript, statement, fn.parameters.length + found.length);
    if (!one || !isFromOutside(typescript, body, one.value)) break;
    found.push(one);
  }
  if (found.length === 0) return;
  const parameters = found.map(({ name, value }) => {
    const made = factory.createParameterDeclaration(undefined, undefined, name, undefined, undefined, value);
    for (const part of [name, value]) Object.assign(part, { parent: made });
    return Object.assign(made, { pos: name.pos, end: value.end, flags: name.flags, parent: fn });
  });
  const { pos, end } = fn.parameters;
  const all = Object.assign(factory.createNodeArray([...fn.parameters, ...parameters]), { pos, end });
  Object.assign(fn, { parameters: all });
  for (const [index, statement] of body.statements.entries()) {
    if (!found.some((one) => one.statement === statement)) continue;
    const nothing = Object.assign(factory.createEmptyStatement(), { pos: statement.pos, end: statement.end });
    Object.assign(body.statements, { [index]: Object.assign(nothing, { flags: statement.flags, parent: body }) });
  }
}

/** `var b = arguments.length > 1 && arguments[1] !== undefined ? arguments[1] : 2;` of the argument with that index. */
function defaultIn(typescript: TypeScript, statement: ts.Statement, index: number): Default | undefined {
  if (!typescript.isVariableStatement(statement)) return undefined;
  const [declaration, ...others] = statement.declarationList.declarations;
  const value = declaration?.initializer;
  if (!declaration || others.length > 0 || !value || !typescript.isConditionalExpression(value)) return undefined;
  const { name } = declaration;
  const isIt = value.getText().replace(/\s+/g, " ").startsWith(textOf(index));
  return isIt && typescript.isIdentifier(name) ? { statement, name, value: value.whenFalse } : undefined;
}

const textOf = (index: number) =>
  `arguments.length > ${index} && arguments[${index}] !== undefined ? arguments[${index}] : `;

/** Whether a value is a literal, or a name that means outside of the body what it means there. */
function isFromOutside(typescript: TypeScript, body: ts.Block, value: ts.Expression): boolean {
  const { SyntaxKind } = typescript;
  if (typescript.isLiteralExpression(value) || value.kind === SyntaxKind.TrueKeyword) return true;
  if (value.kind === SyntaxKind.FalseKeyword || value.kind === SyntaxKind.NullKeyword) return true;
  if (typescript.isPropertyAccessExpression(value)) return isFromOutside(typescript, body, value.expression);
  if (!typescript.isIdentifier(value)) return false;
  let isDeclared = false;
  walkTree(typescript, body, (node) => {
    isDeclared ||= isNameOf(typescript, node, value.text);
    return !isDeclared;
  });
  return !isDeclared;
}

function isNameOf(typescript: TypeScript, node: ts.Node, text: string): boolean {
  const isDeclaration =
    typescript.isVariableDeclaration(node) ||
    typescript.isBindingElement(node) ||
    typescript.isFunctionDeclaration(node) ||
    typescript.isClassDeclaration(node);
  return isDeclaration && node.name?.getText() === text;
}
