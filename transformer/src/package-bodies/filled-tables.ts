// Arrays that a module fills at once, `var table = new Array(256); (function (t) { for (…) t[k] = …; })(table);`. They become what the function fills,
// `var table = (function (t) { …; return t; })(new Array(256));`, before names are bound, so that the compiler can compute them.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { walkTree } from "../walk-tree.js";

export function joinFilledTables(typescript: TypeScript, file: ts.SourceFile): void {
  const statements = file.statements.filter((one) => !typescript.isEmptyStatement(one));
  for (const [index, statement] of statements.entries()) {
    const filling = fillingIn(typescript, statement);
    const declared = filling && declaredBefore(typescript, statements[index - 1], filling.name.text);
    if (filling && declared) join(typescript, file, statement, filling, declared);
  }
}

interface Filling {
  readonly call: ts.CallExpression;
  readonly body: ts.Block;
  readonly parameter: ts.Identifier;
  readonly name: ts.Identifier;
}

/** `(function (t) { … })(table);`, if the function names neither `table` nor `this`, and returns nothing. */
function fillingIn(typescript: TypeScript, statement: ts.Statement): Filling | undefined {
  if (!typescript.isExpressionStatement(statement)) return undefined;
  const call = inner(typescript, statement.expression);
  if (!typescript.isCallExpression(call)) return undefined;
  const fn = inner(typescript, call.expression);
  const [name, ...others] = call.arguments;
  if (!typescript.isFunctionExpression(fn) || fn.name || fn.asteriskToken || fn.modifiers || others.length > 0)
    return undefined;
  const [parameter, ...more] = fn.parameters;
  if (!name || !typescript.isIdentifier(name) || !parameter || more.length > 0) return undefined;
  if (!typescript.isIdentifier(parameter.name) || parameter.initializer || parameter.dotDotDotToken) return undefined;
  let isPlain = true;
  walkTree(typescript, fn.body, (node) => {
    const isNamed = typescript.isIdentifier(node) && (node.text === name.text || node.text === "arguments");
    const isOther = node.kind === typescript.SyntaxKind.ThisKeyword || typescript.isReturnStatement(node);
    isPlain &&= !isNamed && !isOther && !typescript.isFunctionLike(node);
    return isPlain;
  });
  return isPlain ? { call, body: fn.body, parameter: parameter.name, name } : undefined;
}

function inner(typescript: TypeScript, node: ts.Expression): ts.Expression {
  return typescript.isParenthesizedExpression(node) ? inner(typescript, node.expression) : node;
}

/** The only declaration of the statement, `var table = new Array(256)`. */
function declaredBefore(
  typescript: TypeScript,
  statement: ts.Statement | undefined,
  name: string,
): ts.VariableDeclaration | undefined {
  if (!statement || !typescript.isVariableStatement(statement)) return undefined;
  const [declaration, ...others] = statement.declarationList.declarations;
  const isIt = declaration && typescript.isIdentifier(declaration.name) && declaration.name.text === name;
  const made = declaration?.initializer;
  const isArray = made && (typescript.isNewExpression(made) || typescript.isArrayLiteralExpression(made));
  return isIt && isArray && others.length === 0 ? declaration : undefined;
}

function join(
  typescript: TypeScript,
  file: ts.SourceFile,
  statement: ts.Statement,
  { call, body, parameter }: Filling,
  declaration: ts.VariableDeclaration,
): void {
  const { factory } = typescript;
  const { initializer } = declaration;
  const place = { pos: parameter.pos, end: parameter.end, flags: parameter.flags };
  const named = Object.assign(factory.createIdentifier(parameter.text), place);
  const returned = Object.assign(factory.createReturnStatement(named), { ...place, parent: body });
  Object.assign(named, { parent: returned });
  const { pos, end } = body.statements;
  Object.assign(body, {
    statements: Object.assign(factory.createNodeArray([...body.statements, returned]), { pos, end }),
  });
  const given = Object.assign(factory.createNodeArray(initializer ? [initializer] : []), {
    pos: call.pos,
    end: call.end,
  });
  Object.assign(call, { arguments: given, parent: declaration });
  Object.assign(initializer ?? {}, { parent: call });
  Object.assign(declaration, { initializer: call });
  const nothing = Object.assign(factory.createEmptyStatement(), {
    pos: statement.pos,
    end: statement.end,
    parent: file,
  });
  Object.assign(file.statements, { [file.statements.indexOf(statement)]: nothing });
}
