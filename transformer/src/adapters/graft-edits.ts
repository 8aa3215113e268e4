// Applies edits as nodes, for transformers: the user's text keeps its own nodes, with their positions, comments and checker data; insertions
// become nodes without positions, whose names the checker resolves at their insertion point.

import type ts from "typescript-6";
import type { Edit } from "../compilation.js";
import type { TypeScript } from "../compile.js";
import { applyEdits, originalOffset } from "../text-edits.js";

export interface GraftedStatements {
  /** The statements before the first one that is not a directive. */
  readonly header: readonly ts.Statement[];
  /** The replacement of each of the user's statements. */
  readonly statements: ReadonlyMap<ts.Statement, ts.Statement>;
  readonly footer: readonly ts.Statement[];
}

export function graftEdits(
  typescript: TypeScript,
  context: ts.TransformationContext,
  source: ts.SourceFile,
  edits: readonly Edit[],
): GraftedStatements {
  const { code } = applyEdits(source.fileName, source.text, edits);
  const edited = typescript.createSourceFile(source.fileName, code, source.languageVersion, true);
  const graft = createGraft(typescript, context, source, edited, edits);
  const header: ts.Statement[] = [];
  const footer: ts.Statement[] = [];
  const statements = new Map<ts.Statement, ts.Statement>();
  const isDirective = (node: ts.Statement) =>
    typescript.isExpressionStatement(node) && typescript.isStringLiteral(node.expression);
  let passed = 0;
  const begin = source.statements.findIndex((node) => !isDirective(node));
  for (const statement of edited.statements) {
    const isInserted = graft.isInserted(statement);
    // The image of a statement is a statement.
    const image = graft.imageOf(statement, source.statements, source) as ts.Statement;
    const original = source.statements[passed];
    if (!isInserted && original) {
      statements.set(original, image);
      passed++;
    } else if (passed > Math.max(begin, 0) || begin < 0) footer.push(image);
    else header.push(image);
  }
  return { header, statements, footer };
}

interface Graft {
  isInserted(node: ts.Node): boolean;
  /** The image of a node of the edited text, under a user's node with these children. */
  imageOf(node: ts.Node, originals: readonly ts.Node[], parent: ts.Node): ts.Node;
}

function createGraft(
  typescript: TypeScript,
  context: ts.TransformationContext,
  source: ts.SourceFile,
  edited: ts.SourceFile,
  edits: readonly Edit[],
): Graft {
  let length = 0;
  const insertions = edits.map(({ at, text }) => {
    const from = at + length;
    length += text.length;
    return { from, to: from + text.length };
  });
  const isInserted = (node: ts.Node): boolean => {
    const [start, end] = [node.getStart(edited), node.getEnd()];
    return insertions.some(({ from, to }) => from <= start && end <= to && start < end);
  };
  const hasInsertion = (original: ts.Node): boolean =>
    edits.some(({ at }) => original.getStart(source) < at && at < original.getEnd());

  const imageOf: Graft["imageOf"] = (node, originals, parent) => {
    if (isInserted(node)) return detach(typescript, node, parent);
    const [start, end] = [originalOffset(edits, node.getStart(edited)), originalOffset(edits, node.getEnd())];
    const original = originals.find(
      (one) => one.kind === node.kind && one.getStart(source) === start && one.getEnd() === end,
    );
    if (original && !hasInsertion(original)) return original;
    const below = original ? childrenOf(typescript, original) : originals;
    const visit = (child: ts.Node): ts.Node => imageOf(child, below, original ?? parent);
    const lists = visitList(typescript, edits, original);
    const image: ts.Node = typescript.visitEachChild(node, visit, context, lists, visit) ?? node;
    typescript.setOriginalNode(image, original);
    typescript.setTextRange(image, original ?? nowhere);
    return image;
  };
  return { isInserted, imageOf };
}

const nowhere = { pos: -1, end: -1 };

function childrenOf(typescript: TypeScript, node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  typescript.forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}

/** Visits a list, which has its own position, by which comments are found. */
function visitList(
  typescript: TypeScript,
  edits: readonly Edit[],
  original: ts.Node | undefined,
): typeof ts.visitNodes {
  const visit = (nodes: ts.NodeArray<ts.Node> | undefined, ...rest: [ts.Visitor]) => {
    const visited = typescript.visitNodes(nodes, ...rest);
    if (!nodes || !visited) return visited;
    const list = typescript.factory.createNodeArray([...visited], visited.hasTrailingComma);
    const { pos, end } = nodes;
    return typescript.setTextRange(
      list,
      original ? { pos: originalOffset(edits, pos), end: originalOffset(edits, end) } : nowhere,
    );
  };
  // One of several signatures, each returning a list for a list.
  return visit as typeof ts.visitNodes;
}

interface Detached {
  pos: number;
  end: number;
  flags: ts.NodeFlags;
  parent: ts.Node | undefined;
}

/** Detaches a node of an inserted text from its file. Changes it in place, since nothing else has it. */
function detach(typescript: TypeScript, node: ts.Node, parent: ts.Node): ts.Node {
  if (typescript.isIdentifier(node) && isReference(typescript, node)) {
    typescript.setOriginalNode(node, hangingIn(node, parent));
  }
  typescript.forEachChild(
    node,
    (child) => {
      detach(typescript, child, parent);
    },
    (list) => {
      for (const child of list) detach(typescript, child, parent);
      typescript.setTextRange(list, nowhere);
    },
  );
  // The parser's nodes have these fields, and TypeScript's own passes set them too.
  const detached = node as unknown as Detached;
  detached.flags |= typescript.NodeFlags.Synthesized;
  detached.parent = undefined;
  typescript.setTextRange(node, nowhere);
  return node;
}

/** Whether an identifier is a reference rather than the name of a property, function or import. */
function isReference(typescript: TypeScript, node: ts.Identifier): boolean {
  const { parent } = node;
  if (typescript.isPropertyAccessExpression(parent)) return parent.expression === node;
  return !("name" in parent) || parent.name !== node;
}

/** A copy of a name that the checker resolves in the scope of `parent`, a user's node. */
function hangingIn(node: ts.Identifier, parent: ts.Node): ts.Node {
  // The same kind of object as the parser creates.
  const hanging = Object.assign(Object.create(Object.getPrototypeOf(node)), node) as ts.Node & Detached;
  hanging.pos = parent.pos;
  hanging.end = parent.pos;
  hanging.parent = parent;
  return hanging;
}
