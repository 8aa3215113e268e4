// `var p = []; p[0] = x; p[1] = y;` in functions of packages: an array that grows to a length that the text says. Before names are bound, `[]` becomes
// an array of so many zeros. Nobody can tell: all uses of the array are elements with literal indices, and each is assigned before it is read.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";

export function lengthenArrays(typescript: TypeScript, file: ts.SourceFile): void {
  if (!/=\s*\[\s*\]/.test(file.text)) return;
  const visit = (node: ts.Node): void => {
    if (typescript.isBlock(node)) lengthenIn(typescript, node);
    typescript.forEachChild(node, visit);
  };
  visit(file);
}

function lengthenIn(typescript: TypeScript, block: ts.Block): void {
  for (const [index, statement] of block.statements.entries()) {
    if (!typescript.isVariableStatement(statement)) continue;
    const { declarations, flags } = statement.declarationList;
    const isInBlock = (flags & typescript.NodeFlags.BlockScoped) !== 0 || typescript.isFunctionLike(block.parent);
    for (const declaration of isInBlock ? declarations : []) {
      const { name, initializer } = declaration;
      if (!initializer || !typescript.isArrayLiteralExpression(initializer) || initializer.elements.length > 0)
        continue;
      const length = typescript.isIdentifier(name) ? lengthFilled(typescript, block, index, name) : 0;
      if (length > 0) Object.assign(declaration, { initializer: zeros(typescript, initializer, length) });
    }
  }
}

/** How many elements the statements of a block assign, before they or others read them; 0 if something else is done with the array. */
function lengthFilled(typescript: TypeScript, block: ts.Block, declaredAt: number, name: ts.Identifier): number {
  const filled = new Set<number>();
  for (const [index, statement] of block.statements.entries()) {
    const assigned = index > declaredAt ? assignedElement(typescript, statement, name) : undefined;
    const uses = usesIn(typescript, assigned?.value ?? statement, name);
    if (!uses?.every((at) => filled.has(at))) return 0;
    if (assigned) filled.add(assigned.at);
  }
  return [...filled].every((at) => at < filled.size) ? filled.size : 0;
}

/** `p[2] = value;` */
function assignedElement(
  typescript: TypeScript,
  statement: ts.Statement,
  name: ts.Identifier,
): { readonly at: number; readonly value: ts.Expression } | undefined {
  const node = typescript.isExpressionStatement(statement) ? statement.expression : undefined;
  if (!node || !typescript.isBinaryExpression(node)) return undefined;
  if (node.operatorToken.kind !== typescript.SyntaxKind.EqualsToken) return undefined;
  const at = indexOf(typescript, node.left, name);
  return at === undefined ? undefined : { at, value: node.right };
}

function indexOf(typescript: TypeScript, node: ts.Node, name: ts.Identifier): number | undefined {
  if (!typescript.isElementAccessExpression(node) || !typescript.isNumericLiteral(node.argumentExpression))
    return undefined;
  const { expression, argumentExpression } = node;
  const isIt = typescript.isIdentifier(expression) && expression.text === name.text && !node.questionDotToken;
  const at = Number(argumentExpression.text);
  return isIt && Number.isInteger(at) ? at : undefined;
}

/** The indices of all elements that a node names; undefined if it names the array in another way, or in a function of its own. */
function usesIn(typescript: TypeScript, root: ts.Node, name: ts.Identifier): readonly number[] | undefined {
  const found: number[] = [];
  const visit = (node: ts.Node, isInside: boolean): boolean => {
    const inner = isInside || typescript.isFunctionLike(node);
    const { parent } = node;
    const isMember = typescript.isPropertyAccessExpression(parent) && parent.name === node;
    if (typescript.isIdentifier(node) && node.text === name.text && node !== name && !isMember) {
      const at = indexOf(typescript, parent, name);
      if (at === undefined || inner) return false;
      found.push(at);
    }
    return typescript.forEachChild(node, (child) => !visit(child, inner) || undefined) !== true;
  };
  return visit(root, false) ? found : undefined;
}

function zeros(
  typescript: TypeScript,
  { pos, end, flags, parent }: ts.Node,
  length: number,
): ts.ArrayLiteralExpression {
  const elements = Array.from({ length }, () =>
    Object.assign(typescript.factory.createNumericLiteral(0), { pos, end, flags }),
  );
  const made = Object.assign(typescript.factory.createArrayLiteralExpression(elements), { pos, end, flags, parent });
  for (const element of elements) Object.assign(element, { parent: made });
  return made;
}
