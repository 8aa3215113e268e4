// Modules that keep a class of typed arrays in a variable, which a function may replace: `let ARRAY_TYPE = Float32Array`. For TypeScript it becomes a
// variable of that class alone, before names are bound; launches test that it still holds it (infer/assumed-classes.ts).

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { typedArrayNamed } from "../recognise/shapes.js";
import { typeNode } from "./type-kinds.js";

export function narrowArrayClasses(typescript: TypeScript, file: ts.SourceFile): void {
  const classes = new Map<string, string>();
  for (const statement of file.statements) {
    if (!typescript.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations) {
      const { name, initializer } = declaration;
      const held = initializer && typescript.isIdentifier(name) ? narrowed(typescript, initializer) : undefined;
      if (held === undefined || !typescript.isIdentifier(name)) continue;
      classes.set(name.text, held);
      Object.assign(declaration, { type: typeNode(typescript, `${held}Constructor`) });
    }
  }
  if (classes.size === 0) return;
  const visit = (node: ts.Node, around: readonly ts.ParameterDeclaration[]): void => {
    const parameters = typescript.isFunctionLike(node)
      ? [...node.parameters.filter((one) => typescript.isParameter(one)), ...around]
      : around;
    giveClass(typescript, node, parameters, classes);
    typescript.forEachChild(node, (child) => visit(child, parameters));
  };
  visit(file, []);
}

/** Gives the parameter in `ARRAY_TYPE = type` the type of the class. */
function giveClass(
  typescript: TypeScript,
  node: ts.Node,
  parameters: readonly ts.ParameterDeclaration[],
  classes: ReadonlyMap<string, string>,
): void {
  if (!typescript.isBinaryExpression(node) || node.operatorToken.kind !== typescript.SyntaxKind.EqualsToken) return;
  const { left, right } = node;
  const held = typescript.isIdentifier(left) ? classes.get(left.text) : undefined;
  if (held === undefined || !typescript.isIdentifier(right)) return;
  const parameter = parameters.find(({ name }) => typescript.isIdentifier(name) && name.text === right.text);
  if (parameter && !parameter.type) Object.assign(parameter, { type: typeNode(typescript, `${held}Constructor`) });
}

/** The name of the class of `typeof Float32Array !== "undefined" ? Float32Array : Array`, whose other value becomes the same, and of `Float32Array`. */
function narrowed(typescript: TypeScript, initializer: ts.Expression): string | undefined {
  const value = lastValue(typescript, initializer);
  if (typescript.isIdentifier(value)) return typedArrayNamed(value.text) ? value.text : undefined;
  if (!typescript.isConditionalExpression(value)) return undefined;
  const { condition, whenTrue, whenFalse } = value;
  if (!typescript.isIdentifier(whenTrue) || !typedArrayNamed(whenTrue.text)) return undefined;
  if (!isThere(typescript, condition, whenTrue.text)) return undefined;
  const { pos, end, flags } = whenFalse;
  const same = Object.assign(typescript.factory.createIdentifier(whenTrue.text), { pos, end, flags, parent: value });
  Object.assign(value, { whenFalse: same });
  return whenTrue.text;
}

/** Whether it is `typeof Float32Array !== "undefined"`. */
function isThere(typescript: TypeScript, node: ts.Expression, name: string): boolean {
  if (!typescript.isBinaryExpression(node) || !/^!==?$/.test(node.operatorToken.getText())) return false;
  const { left, right } = node;
  const isAsked =
    typescript.isTypeOfExpression(left) && typescript.isIdentifier(left.expression) && left.expression.text === name;
  return isAsked && typescript.isStringLiteralLike(right) && right.text === "undefined";
}

/** The value in `exports.x = value`. */
function lastValue(typescript: TypeScript, node: ts.Expression): ts.Expression {
  const isAssignment =
    typescript.isBinaryExpression(node) && node.operatorToken.kind === typescript.SyntaxKind.EqualsToken;
  return isAssignment ? lastValue(typescript, node.right) : node;
}
