// Fixes of forms that kernels do not have, where another one says the same.

import type ts from "typescript-6";
import { type Fix, findInside, insertAfter, isAssigned, remove, replace } from "./fix.js";

export const varFixes: readonly Fix[] = [
  {
    id: "lanewise-let",
    title: "Write let",
    all: "Write let for every var of kernels in this file",
    edits({ ts, node, source }) {
      const word = node.getFirstToken(source);
      return word?.kind === ts.SyntaxKind.VarKeyword ? [replace(word, "let")] : undefined;
    },
  },
];

export const optionalChainFixes: readonly Fix[] = [
  {
    id: "lanewise-no-optional-chain",
    title: "Write it without ?.",
    all: "Take ?. away everywhere in kernels of this file",
    edits({ ts, checker, node }) {
      const { parent } = node;
      if (
        !ts.isPropertyAccessExpression(parent) &&
        !ts.isElementAccessExpression(parent) &&
        !ts.isCallExpression(parent)
      )
        return undefined;
      const type = checker.getTypeAtLocation(parent.expression);
      const mark = checker.getNonNullableType(type) === type ? "" : "!";
      return [replace(node, `${mark}${ts.isPropertyAccessExpression(parent) ? "." : ""}`)];
    },
  },
];

export const asyncFixes: readonly Fix[] = [
  {
    id: "lanewise-no-async",
    title: "Take async away",
    all: "Take async away from all kernels in this file",
    edits(place) {
      const { ts, node } = place;
      if (node.kind !== ts.SyntaxKind.AsyncKeyword) return undefined;
      return findInside(place, node.parent, (one) => ts.isAwaitExpression(one)) ? undefined : [remove(node)];
    },
  },
];

export const forInFixes: readonly Fix[] = [
  {
    id: "lanewise-count-index",
    title: "Count an index",
    edits({ ts, node, source }) {
      if (!ts.isForInStatement(node) || !ts.isVariableDeclarationList(node.initializer)) return undefined;
      const [variable] = node.initializer.declarations;
      if (!variable || !ts.isIdentifier(node.expression)) return undefined;
      const name = variable.name.getText();
      const header = `for (let ${name} = 0; ${name} < ${node.expression.text}.length; ${name}++)`;
      const start = node.getStart(source);
      return [{ file: source.fileName, start, length: node.statement.getFullStart() - start, text: header }];
    },
  },
];

/** `a.forEach((x) => { … })` as a statement. */
export const arrayMethodFixes: readonly Fix[] = [
  {
    id: "lanewise-for-of",
    title: "Write a for-of loop",
    edits(place) {
      const { ts, node } = place;
      const call = node.parent;
      if (!ts.isPropertyAccessExpression(node) || node.name.text !== "forEach") return undefined;
      if (!ts.isCallExpression(call) || !ts.isExpressionStatement(call.parent)) return undefined;
      const [callback, ...others] = call.arguments;
      if (others.length > 0 || !callback || !ts.isArrowFunction(callback)) return undefined;
      const [parameter, ...more] = callback.parameters;
      if (!parameter || more.length > 0 || findInside(place, callback.body, ts.isReturnStatement)) return undefined;
      const { body } = callback;
      const text = ts.isBlock(body) ? body.getText() : `{ ${body.getText()}; }`;
      const head = `for (const ${parameter.name.getText()} of ${node.expression.getText()})`;
      return [replace(call.parent, `${head} ${text}`)];
    },
  },
];

/** `let t;`. */
export const initialValueFixes: readonly Fix[] = [
  {
    id: "lanewise-initial-value",
    title: "Begin with 0",
    edits({ node }) {
      return [insertAfter(node, " = 0")];
    },
  },
];

/** `let t!: f32;`. */
export const definiteFixes: readonly Fix[] = [
  {
    id: "lanewise-definite",
    title: "Write an initial value in place of !",
    all: "Write initial values in place of ! in this file",
    edits({ ts, node }) {
      const { parent } = node;
      if (!ts.isVariableDeclaration(parent) || !parent.exclamationToken || !parent.type) return undefined;
      const value = initialValue(parent.type);
      return value === undefined
        ? undefined
        : [remove(parent.exclamationToken), insertAfter(parent.type, ` = ${value}`)];
    },
  },
];

function initialValue(type: ts.TypeNode): string | undefined {
  const text = type.getText();
  if (text === "boolean") return "false";
  if (/^(bigint|[iu]64)$/.test(text)) return "0n";
  return /^(number|[iu](8|16|32)|f(16|32|64))$/.test(text) ? "0" : undefined;
}

/** `let f = (x) => x;` of a variable that nobody assigns. */
export const constFunctionFixes: readonly Fix[] = [
  {
    id: "lanewise-const-function",
    title: "Declare it with const",
    edits(place) {
      const { ts, node } = place;
      const declaration = ts.isVariableDeclaration(node.parent) ? node.parent : undefined;
      const list = declaration?.parent;
      if (!declaration || !list || !ts.isVariableDeclarationList(list) || list.declarations.length > 1)
        return undefined;
      const word = list.getFirstToken();
      const isFunction =
        declaration.initializer &&
        (ts.isArrowFunction(declaration.initializer) || ts.isFunctionExpression(declaration.initializer));
      if (!word || !isFunction || isAssigned(place, declaration.name)) return undefined;
      return [replace(word, "const")];
    },
  },
];
