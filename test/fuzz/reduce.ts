// Makes a program that is wrong smaller while it stays wrong: statements, members and parameters are left out, blocks and
// expressions give way to what is in them. Deletes by TypeScript's tree, so that what is left parses.

import ts from "typescript-6";

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

type IsWrong = (text: string) => Promise<boolean>;

/** `isWrong` says whether a text is still wrong in the same way; it is asked at most until `until` (in performance.now's time). */
export async function reduce(text: string, isWrong: IsWrong, until: number): Promise<string> {
  let current = text;
  for (let size = 32; size >= 1; size = size === 1 ? 0 : size >> 1) {
    let changed = true;
    while (changed && performance.now() < until) {
      const smaller = await pass(current, size, isWrong, until);
      changed = smaller !== current;
      current = smaller;
    }
  }
  return current;
}

/** Each cut, or so many neighbouring ones at once, is tried once; from the end, so that positions stay. */
async function pass(text: string, size: number, isWrong: IsWrong, until: number): Promise<string> {
  let current = text;
  const all = size > 1 ? deletions(text) : [...deletions(text), ...simplifications(text)];
  let bound = Number.POSITIVE_INFINITY;
  for (const group of groupsOf(all, size)) {
    if (performance.now() > until) break;
    const [first] = group;
    if (!first || group.some(({ to }) => to > bound)) continue;
    const smaller = group.reduce((made, { from, to, by }) => made.slice(0, from) + by + made.slice(to), current);
    if (smaller === current || !(await isWrong(smaller))) continue;
    current = smaller;
    bound = Math.min(...group.map(({ from }) => from));
  }
  return current;
}

/** Of the same list of statements, last first. */
function groupsOf(cuts: readonly Cut[], size: number): Cut[][] {
  const sorted = [...cuts].sort((a, b) => b.from - a.from || a.to - b.to);
  if (size === 1) return sorted.map((cut) => [cut]);
  const groups: Cut[][] = [];
  for (let at = 0; at + 1 < sorted.length; at += size) {
    const group: Cut[] = [];
    for (const cut of sorted.slice(at, at + size)) {
      const last = group.at(-1);
      if (!last || cut.to <= last.from) group.push(cut);
    }
    groups.push(group);
  }
  return groups;
}

function parse(text: string): ts.SourceFile {
  return ts.createSourceFile("program.ts", text, ts.ScriptTarget.Latest, true);
}

function walk(
  text: string,
  visit: (node: ts.Node, add: (from: number, to: number, by?: string) => void) => void,
): Cut[] {
  const source = parse(text);
  const cuts: Cut[] = [];
  const look = (node: ts.Node): void => {
    visit(node, (from, to, by = "") => cuts.push({ from, to, by }));
    ts.forEachChild(node, look);
  };
  look(source);
  return cuts;
}

function deletions(text: string): Cut[] {
  return walk(text, (node, add) => {
    const isKept = ts.isImportDeclaration(node) || (ts.isFunctionDeclaration(node) && node.name?.text === "make");
    if (isKept || isGuard(node) || (ts.isExpressionStatement(node) && ts.isPostfixUnaryExpression(node.expression)))
      return; // counters count
    const isDeletable =
      (ts.isStatement(node) && !ts.isBlock(node)) ||
      ts.isClassElement(node) ||
      ts.isTypeElement(node) ||
      ts.isCaseOrDefaultClause(node);
    if (isDeletable) add(node.getFullStart(), node.end);
  });
}

function simplifications(text: string): Cut[] {
  return walk(text, (node, add) => {
    if (endsLoop(node) || isInOwnIndex(node)) return;
    const become = (other: ts.Node): void => add(node.getStart(), node.end, other.getText());
    if (ts.isBlock(node) && ts.isBlock(node.parent)) add(node.getStart(), node.end, node.getText().slice(1, -1));
    if (ts.isIfStatement(node)) {
      become(node.thenStatement);
      if (node.elseStatement) become(node.elseStatement);
    }
    if (ts.isIterationStatement(node, false) || ts.isLabeledStatement(node)) become(node.statement);
    if (ts.isBinaryExpression(node)) {
      become(node.left);
      become(node.right);
    }
    if (ts.isConditionalExpression(node)) {
      become(node.whenTrue);
      become(node.whenFalse);
    }
    if (ts.isParenthesizedExpression(node)) become(node.expression);
    if (ts.isPrefixUnaryExpression(node)) become(node.operand);
    if (ts.isNonNullExpression(node) || ts.isSpreadAssignment(node)) become(node.expression);
    if (ts.isCallExpression(node)) for (const argument of node.arguments) become(argument);
    if ((ts.isParameter(node) && !isOfMake(node)) || ts.isPropertyAssignment(node)) {
      const { end } = node;
      const comma = text.slice(end).match(/^\s*,/)?.[0].length ?? 0;
      add(node.getFullStart(), end + comma);
    }
    if (ts.isElementAccessExpression(node))
      add(node.argumentExpression.getStart(), node.argumentExpression.end, ownIndex(node.expression.getText()));
  });
}

/** `if (++rounds > 6) break;` */
function isGuard(node: ts.Node): boolean {
  return ts.isIfStatement(node) && ts.isBreakStatement(node.thenStatement) && /^\+\+/.test(node.expression.getText());
}

/** What would let a loop run for ever if something else stood in its place. */
function endsLoop(node: ts.Node): boolean {
  const { parent } = node;
  if (isGuard(node)) return true;
  if (parent && (ts.isWhileStatement(parent) || ts.isDoStatement(parent))) return parent.expression === node;
  if (parent && ts.isForStatement(parent)) return parent.condition === node || parent.incrementor === node;
  return parent !== undefined && (isGuard(parent) || (parent.parent !== undefined && isGuard(parent.parent)));
}

/** Simplified, it might be an element of another work-item. */
function isInOwnIndex(node: ts.Node): boolean {
  for (let inner = node; inner.parent; inner = inner.parent) {
    const { parent } = inner;
    if (!ts.isElementAccessExpression(parent) || parent.argumentExpression !== inner) continue;
    if (ownIndex(parent.expression.getText()) !== "0") return true;
  }
  return false;
}

/** Arrays that are written are indexed by the work-item. */
function ownIndex(array: string): string {
  if (array.startsWith("out_")) return "i * 4";
  return array.startsWith("row_") || array === "items" ? "i" : "0";
}

/** The arguments of `make`, and of the kernel, are given by position. */
function isOfMake({ parent }: ts.ParameterDeclaration): boolean {
  const isMake = ts.isFunctionDeclaration(parent) && parent.name?.text === "make";
  return isMake || ts.isReturnStatement(parent.parent);
}
