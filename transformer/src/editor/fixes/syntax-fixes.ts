// Fixes for forms that kernels do not have, if another form means the same.

import type ts from "typescript-6";
import { type Fix, type FixPlace, findInside, insertAfter, isAssigned, remove, replace } from "./fix.js";
import { withImports } from "./imports.js";

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

/** `let f = (x) => x;` of a variable that is never assigned. */
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

/** `if (x < 0) throw new Error("…")`: an assertion stops the kernel with the message, the line and the work-item. */
export const throwFixes: readonly Fix[] = [
  {
    id: "lanewise-assert",
    title: "Write an assertion",
    all: "Write assertions for all such throws in this file",
    edits(place) {
      const { ts, node } = place;
      const block = node.parent;
      const branch = ts.isBlock(block) && block.statements.length === 1 ? block : node;
      const test = branch.parent;
      if (!ts.isThrowStatement(node) || !ts.isIfStatement(test) || test.elseStatement || test.thenStatement !== branch)
        return undefined;
      const error = node.expression;
      const message = ts.isNewExpression(error) ? error.arguments?.[0] : undefined;
      const text = message && ts.isStringLiteralLike(message) ? `, ${message.getText()}` : "";
      const edit = replace(test, `assert(${negated(place, test.expression)}${text});`);
      return withImports(place, place.source, [{ name: "assert", from: "lanewise" }], [edit]);
    },
  },
];

/** The negated condition. Comparisons are not reversed: NaN makes both false. */
function negated({ ts }: FixPlace, condition: ts.Expression): string {
  if (ts.isPrefixUnaryExpression(condition) && condition.operator === ts.SyntaxKind.ExclamationToken) {
    return condition.operand.getText();
  }
  return ts.isIdentifier(condition) ? `!${condition.text}` : `!(${condition.getText()})`;
}

/** `new Array(4)` with a literal length; not for a variable with a written type, which a fixedArray may not fit. */
export const newArrayFixes: readonly Fix[] = [
  {
    id: "lanewise-fixed-array",
    title: "Make it a fixedArray of zeros",
    all: "Make all such arrays of this file fixedArrays of zeros",
    edits(place) {
      const { ts } = place;
      const node = ts.isNewExpression(place.node) ? place.node : place.node.parent;
      if (!ts.isNewExpression(node) || node.expression.getText() !== "Array" || node.arguments?.length !== 1)
        return undefined;
      const [length] = node.arguments;
      const isTyped = ts.isVariableDeclaration(node.parent) && node.parent.type !== undefined;
      if (!length || !ts.isNumericLiteral(length) || isTyped) return undefined;
      const edit = replace(node, `fixedArray(${length.text}, 0)`);
      return withImports(place, place.source, [{ name: "fixedArray", from: "lanewise" }], [edit]);
    },
  },
];

/** `Math.random()` in a kernel with an index. */
export const randomFixes: readonly Fix[] = [
  {
    id: "lanewise-random",
    title: "Give each work-item a random number of its own: randomUniform(seed, index, which)",
    edits(place) {
      const { ts, node } = place;
      const call = ts.isCallExpression(node) ? node : node.parent;
      const kernel = ts.findAncestor(node, ts.isArrowFunction);
      const launch = kernel?.parent;
      const index = kernel?.parameters[0]?.name;
      const isLaunch = launch && ts.isCallExpression(launch) && /\bparallelFor$/.test(launch.expression.getText());
      if (!ts.isCallExpression(call) || !kernel || !isLaunch || !index || !ts.isIdentifier(index)) return undefined;
      if (ts.isArrayLiteralExpression(launch.arguments[0] ?? launch)) return undefined;
      const before = [...kernel.getText().matchAll(/\brandomUniform\(/g)].length;
      const edit = replace(call, `randomUniform(1, ${index.text}, ${before})`);
      return withImports(place, place.source, [{ name: "randomUniform", from: "lanewise/random" }], [edit]);
    },
  },
];
