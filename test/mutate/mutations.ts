// Small changes of a source's syntax tree that a test should notice: a table of what is done to a node, and all that it finds in a file.
// Types, imports, text and our own invariants stay as they are. Texts in, texts out; nothing runs here.

import ts from "typescript-6";

/** One change: the characters from `start` to `end` become `text`. */
export interface Mutant {
  /** From the repository's root. */
  readonly file: string;
  readonly line: number;
  readonly mutation: string;
  /** What stands there. */
  readonly before: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Whether it stands for an element that there always is: `sizes[0] ?? 1`, `const [first = 1] = sizes`. The types demand it. */
function isFallback({ parent }: ts.Node): boolean {
  if (ts.isBindingElement(parent)) return ts.isArrayBindingPattern(parent.parent);
  if (!ts.isBinaryExpression(parent) || parent.operatorToken.kind !== ts.SyntaxKind.QuestionQuestionToken) return false;
  return ts.isElementAccessExpression(parent.left);
}

/** Texts that stand for the node, one for each mutant. */
type Rule = (node: ts.Node) => readonly string[];

const boundaries: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "+": ["-"],
  "-": ["+"],
};

const functions: Readonly<Record<string, string>> = { some: "every", every: "some", min: "max", max: "min" };

const rules: Readonly<Record<string, Rule>> = {
  operator: (node) => {
    if (!ts.isBinaryExpression(node)) return [];
    const { left, operatorToken, right } = node;
    const isText = [left, right].some((one) => ts.isStringLiteralLike(one) || ts.isTemplateExpression(one));
    const operators = boundaries[operatorToken.getText()] ?? [];
    return isText && operatorToken.kind === ts.SyntaxKind.PlusToken
      ? []
      : operators.map((operator) => `${left.getText()} ${operator} ${right.getText()}`);
  },
  "and, or": (node) => {
    if (!ts.isBinaryExpression(node)) return [];
    const { left, operatorToken, right } = node;
    const isAnd = operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
    if (!isAnd && operatorToken.kind !== ts.SyntaxKind.BarBarToken) return [];
    return [left.getText(), right.getText(), `(${left.getText()}) ${isAnd ? "||" : "&&"} (${right.getText()})`];
  },
  condition: (node) => {
    const isDecided =
      (ts.isIfStatement(node.parent) && node.parent.expression === node) ||
      (ts.isConditionalExpression(node.parent) && node.parent.condition === node);
    return isDecided ? [`!(${node.getText()})`] : [];
  },
  negation: (node) =>
    ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken
      ? [node.operand.getText()]
      : [],
  constant: (node) => {
    if (!ts.isNumericLiteral(node) || ts.isPropertyAssignment(node.parent) || isFallback(node)) return [];
    const value = Number(node.text);
    return [String(value + 1), value === 0 ? "(-1)" : String(value - 1)];
  },
  truth: (node) => {
    if (isFallback(node)) return [];
    if (node.kind === ts.SyntaxKind.TrueKeyword) return ["false"];
    return node.kind === ts.SyntaxKind.FalseKeyword ? ["true"] : [];
  },
  "removed statement": (node) => (ts.isExpressionStatement(node) ? [";"] : []),
  "removed early return": (node) => {
    if (!ts.isIfStatement(node) || node.elseStatement) return [];
    return ts.isReturnStatement(node.thenStatement) || ts.isContinueStatement(node.thenStatement) ? [";"] : [];
  },
  function: (node) => {
    if (!ts.isIdentifier(node) || !ts.isPropertyAccessExpression(node.parent) || node.parent.name !== node) return [];
    const other = ts.isCallExpression(node.parent.parent) ? functions[node.text] : undefined;
    return other === undefined ? [] : [other];
  },
};

/** What says something to people, or of what we are sure anyway. */
function isLeftAlone(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return true;
  const called = ts.isCallExpression(node) ? node.expression.getText() : undefined;
  return called === "invariant" || ts.isThrowStatement(node) || (ts.isExpressionStatement(node) && isInvariant(node));
}

function isInvariant({ expression }: ts.ExpressionStatement): boolean {
  return ts.isCallExpression(expression) && expression.expression.getText() === "invariant";
}

export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, true);
  const found: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    if (isLeftAlone(node)) return;
    for (const [mutation, rule] of Object.entries(rules)) {
      const [start, end] = [node.getStart(), node.end];
      const line = tree.getLineAndCharacterOfPosition(start).line + 1;
      for (const text of rule(node)) found.push({ file, line, mutation, before: node.getText(), text, start, end });
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(tree, visit);
  return found;
}
