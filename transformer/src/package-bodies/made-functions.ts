// Functions that a module makes when it is loaded: `const easeIn3 = defEaseIn(3)`, where `defEaseIn` is `(k) => (t) => t ** k`. They become
// `(t) => { const k = 3; return t ** k; }`, before names are bound. Only numbers, and what is computed from them alone, move into the function, so
// that it does not matter when it happens. No text moves: the maker is parsed again for each function, with its positions.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";

interface Maker {
  readonly parameters: readonly ts.Identifier[];
  readonly constants: readonly ts.VariableStatement[];
  readonly made: ts.ArrowFunction;
}

/** Replaces the calls; `again` parses the file once more. */
export function expandMadeFunctions(typescript: TypeScript, file: ts.SourceFile, again: () => ts.SourceFile): void {
  const makers = new Map<string, number>();
  for (const [index, statement] of file.statements.entries()) {
    const declaration = constAt(typescript, statement);
    if (declaration && makerIn(typescript, declaration)) makers.set(nameOf(declaration), index);
    const call = declaration?.initializer;
    if (!declaration || !call || !typescript.isCallExpression(call)) continue;
    const callee = call.expression;
    const at = typescript.isIdentifier(callee) ? makers.get(callee.text) : undefined;
    if (at === undefined || !call.arguments.every((one) => typescript.isNumericLiteral(one))) continue;
    const copied = again().statements[at];
    const source = copied && constAt(typescript, copied);
    const maker = source && makerIn(typescript, source);
    if (!maker || maker.parameters.length !== call.arguments.length) continue;
    const made = functionOf(typescript, maker, call.arguments);
    Object.assign(declaration, { initializer: made });
    Object.assign(made, { parent: declaration });
  }
}

const nameOf = ({ name }: ts.VariableDeclaration) => name.getText();

/** The declaration of `const x = …;` alone. */
function constAt(typescript: TypeScript, statement: ts.Statement): ts.VariableDeclaration | undefined {
  if (!typescript.isVariableStatement(statement)) return undefined;
  const { declarations, flags } = statement.declarationList;
  const [first, ...others] = declarations;
  const isConst = (flags & typescript.NodeFlags.BlockScoped) === typescript.NodeFlags.Const;
  return isConst && others.length === 0 && first && typescript.isIdentifier(first.name) ? first : undefined;
}

function makerIn(typescript: TypeScript, { initializer }: ts.VariableDeclaration): Maker | undefined {
  if (!initializer || !typescript.isArrowFunction(initializer)) return undefined;
  const parameters = plainParameters(typescript, initializer);
  const { body } = initializer;
  const statements = typescript.isBlock(body) ? body.statements : [];
  const last = statements.at(-1);
  const given = !typescript.isBlock(body)
    ? body
    : last && typescript.isReturnStatement(last)
      ? last.expression
      : undefined;
  if (!parameters || !given || !typescript.isArrowFunction(given)) return undefined;
  const own = plainParameters(typescript, given);
  const names = new Set(parameters.map(({ text }) => text));
  const constants: ts.VariableStatement[] = [];
  for (const statement of statements.slice(0, -1)) {
    const declaration = constAt(typescript, statement);
    const isRepeatable = declaration?.initializer && isOf(typescript, declaration.initializer, names);
    if (!declaration || !isRepeatable || !typescript.isVariableStatement(statement)) return undefined;
    if (names.has(nameOf(declaration))) return undefined;
    names.add(nameOf(declaration));
    constants.push(statement);
  }
  const isOther = own && !own.some(({ text }) => names.has(text)) && !declares(typescript, given.body, names);
  return isOther ? { parameters, constants, made: given } : undefined;
}

function plainParameters(typescript: TypeScript, { parameters, modifiers }: ts.ArrowFunction) {
  const names = parameters.flatMap(({ name, initializer, dotDotDotToken }) =>
    typescript.isIdentifier(name) && !initializer && !dotDotDotToken ? [name] : [],
  );
  return names.length === parameters.length && !modifiers ? names : undefined;
}

/** Whether an expression is arithmetic with literals and these names. */
function isOf(typescript: TypeScript, node: ts.Expression, names: ReadonlySet<string>): boolean {
  const { SyntaxKind } = typescript;
  if (typescript.isNumericLiteral(node)) return true;
  if (typescript.isIdentifier(node)) return names.has(node.text);
  if (typescript.isParenthesizedExpression(node)) return isOf(typescript, node.expression, names);
  if (typescript.isPrefixUnaryExpression(node))
    return node.operator === SyntaxKind.MinusToken && isOf(typescript, node.operand, names);
  if (!typescript.isBinaryExpression(node) || !arithmetic.has(node.operatorToken.getText())) return false;
  return isOf(typescript, node.left, names) && isOf(typescript, node.right, names);
}

const arithmetic = new Set(["+", "-", "*", "/", "%", "**"]);

/** Whether code declares one of the names. It may assign none of them: they become consts, which TypeScript says. */
function declares(typescript: TypeScript, code: ts.Node, names: ReadonlySet<string>): boolean {
  const visit = (node: ts.Node): boolean => {
    const { parent } = node;
    const isTarget =
      typescript.isVariableDeclaration(parent) ||
      typescript.isBindingElement(parent) ||
      typescript.isParameter(parent) ||
      typescript.isFunctionLike(parent);
    if (typescript.isIdentifier(node) && names.has(node.text) && isTarget && parent.name === node) return true;
    return typescript.forEachChild(node, (child) => visit(child) || undefined) ?? false;
  };
  return visit(code);
}

/** `(t) => { const k = 3; …; return t ** k; }` */
function functionOf(
  typescript: TypeScript,
  { parameters, constants, made }: Maker,
  values: readonly ts.Expression[],
): ts.ArrowFunction {
  const { factory, NodeFlags } = typescript;
  const { body } = made;
  /** At the place of another node. */
  const placed = <N extends ts.Node>(
    node: N,
    at: ts.Node,
    parts: readonly ts.Node[],
    flags: ts.NodeFlags = at.flags,
  ): N => {
    for (const part of parts) Object.assign(part, { parent: node });
    return Object.assign(node, { pos: at.pos, end: at.end, flags });
  };
  const given = parameters.flatMap((name, index) => {
    const value = values[index];
    if (!value) return [];
    const declaration = placed(factory.createVariableDeclaration(name, undefined, undefined, value), name, [
      name,
      value,
    ]);
    const list = factory.createVariableDeclarationList([declaration], NodeFlags.Const);
    placed(list, name, [declaration], name.flags | NodeFlags.Const);
    return placed(factory.createVariableStatement(undefined, list), name, [list]);
  });
  const own = typescript.isBlock(body)
    ? [...body.statements]
    : [placed(factory.createReturnStatement(body), body, [body])];
  const statements = [...given, ...constants, ...own];
  const block = placed(factory.createBlock(statements, true), body, statements);
  Object.assign(made, { body: block });
  Object.assign(block, { parent: made });
  return made;
}
