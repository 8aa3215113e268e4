// Functions that a module encloses with variables of their own: `var f = function () { var t = make(3); return function (x) { … }; }();`. The variables
// become the module's and `f` the inner function, before names are bound. Both run once, at the same place, so nobody can tell, where no other code has
// the names.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";

/** What a call runs: the statements that declare what the function uses, and the function. */
interface Enclosure {
  readonly declared: readonly (ts.VariableStatement | ts.FunctionDeclaration)[];
  readonly enclosed: ts.FunctionExpression | ts.ArrowFunction;
}

export function openEnclosures(typescript: TypeScript, file: ts.SourceFile): void {
  const { factory } = typescript;
  let isOpened = false;
  const statements = file.statements.flatMap((statement): readonly ts.Statement[] => {
    const called = calledIn(typescript, statement);
    const enclosure = called && enclosureIn(typescript, called.call);
    if (!called || !enclosure || !isOnlyThere(typescript, file, called.call, enclosure)) return [statement];
    isOpened = true;
    const { holder, key } = called;
    Object.assign(holder, { [key]: enclosure.enclosed });
    Object.assign(enclosure.enclosed, { parent: holder });
    for (const one of enclosure.declared) Object.assign(one, { parent: file });
    return [...enclosure.declared, statement];
  });
  if (!isOpened) return;
  const { pos, end } = file.statements;
  Object.assign(file, { statements: Object.assign(factory.createNodeArray(statements), { pos, end }) });
}

interface Called {
  readonly call: ts.CallExpression;
  /** What has the call as its value: a declaration, or the assignment in `var f = exports.f = …`. */
  readonly holder: ts.Node;
  readonly key: "initializer" | "right";
}

/** The call in `var f = …();` and `exports.f = …();`. */
function calledIn(typescript: TypeScript, statement: ts.Statement): Called | undefined {
  if (typescript.isExpressionStatement(statement)) {
    const { expression } = statement;
    return isExport(typescript, expression) ? calledAt(typescript, expression, expression.right, "right") : undefined;
  }
  if (!typescript.isVariableStatement(statement)) return undefined;
  const [declaration, ...others] = statement.declarationList.declarations;
  if (!declaration?.initializer || others.length > 0 || !typescript.isIdentifier(declaration.name)) return undefined;
  return calledAt(typescript, declaration, declaration.initializer, "initializer");
}

function calledAt(
  typescript: TypeScript,
  holder: ts.Node,
  value: ts.Expression,
  key: Called["key"],
): Called | undefined {
  if (isExport(typescript, value)) return calledAt(typescript, value, value.right, "right");
  return typescript.isCallExpression(value) && value.arguments.length === 0 ? { call: value, holder, key } : undefined;
}

/** `exports.f = …` or `module.exports = …`, which run no code before the value. */
function isExport(typescript: TypeScript, node: ts.Expression): node is ts.BinaryExpression {
  return (
    typescript.isBinaryExpression(node) &&
    node.operatorToken.kind === typescript.SyntaxKind.EqualsToken &&
    /^(module\.)?exports(\.\w+)?$/.test(node.left.getText())
  );
}

function enclosureIn(typescript: TypeScript, { expression }: ts.CallExpression): Enclosure | undefined {
  const around = withoutParentheses(typescript, expression);
  if (!typescript.isFunctionExpression(around) && !typescript.isArrowFunction(around)) return undefined;
  const isPlain = !around.modifiers && around.parameters.length === 0 && !around.name;
  if (!isPlain || around.asteriskToken) return undefined;
  const { body } = around;
  const statements = typescript.isBlock(body) ? body.statements : [];
  const last = statements.at(-1);
  const result = !typescript.isBlock(body)
    ? body
    : last && typescript.isReturnStatement(last)
      ? last.expression
      : undefined;
  const enclosed = result && withoutParentheses(typescript, result);
  if (!enclosed || !(typescript.isFunctionExpression(enclosed) || typescript.isArrowFunction(enclosed)))
    return undefined;
  const declared = statements.slice(0, -1).flatMap((one) => (isDeclaration(typescript, one) ? [one] : []));
  return declared.length === Math.max(statements.length - 1, 0) ? { declared, enclosed } : undefined;
}

function withoutParentheses(typescript: TypeScript, node: ts.Expression): ts.Expression {
  return typescript.isParenthesizedExpression(node) ? withoutParentheses(typescript, node.expression) : node;
}

function isDeclaration(
  typescript: TypeScript,
  statement: ts.Statement,
): statement is ts.VariableStatement | ts.FunctionDeclaration {
  if (typescript.isFunctionDeclaration(statement)) return statement.name !== undefined;
  return (
    typescript.isVariableStatement(statement) &&
    statement.declarationList.declarations.every(({ name }) => typescript.isIdentifier(name))
  );
}

/** Whether no code but the call has the names, and nothing in the call depends on the function around it. */
function isOnlyThere(
  typescript: TypeScript,
  file: ts.SourceFile,
  call: ts.CallExpression,
  { declared }: Enclosure,
): boolean {
  const names = new Set<string>();
  for (const one of declared) {
    const named = typescript.isVariableStatement(one) ? one.declarationList.declarations : [one];
    for (const { name } of named) if (name && typescript.isIdentifier(name)) names.add(name.text);
  }
  const isOwn = (node: ts.Node): boolean => {
    if (node.kind === typescript.SyntaxKind.ThisKeyword) return false;
    if (typescript.isMetaProperty(node) || (typescript.isIdentifier(node) && node.text === "arguments")) return false;
    return typescript.forEachChild(node, (child) => !isOwn(child) || undefined) !== true;
  };
  const isNamed = (node: ts.Node): boolean => {
    if (node === call) return false;
    if (typescript.isIdentifier(node) && names.has(node.text)) return true;
    return typescript.forEachChild(node, (child) => isNamed(child) || undefined) === true;
  };
  return isOwn(call) && !isNamed(file);
}
